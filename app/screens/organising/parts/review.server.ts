import { bulkMax } from "contract/activities/constants";
import { reviewReason, signupId } from "contract/activities/fields";
import { type ReviewAction, reviewActions } from "contract/activities/transitions";
import { id } from "contract/base/fields";
import { z } from "zod";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import { type ActionTools, type Answer, submitted, undecided } from "~/request/intents.server";

import { refuseQuestion } from "./refuse-question.server";

/** The selected sign-ups; the pressed button names the action. */
export const reviewForm = z.object({
  ids: z.array(signupId, "请先勾选报名").min(1, "请先勾选报名").max(bulkMax, `一次最多处理 ${bulkMax} 个`),
  reason: reviewReason,
});

/** The form that acts on all sign-ups of the list's filter, without regard to the selection. */
export const reviewAllForm = z.object({ reason: reviewReason });

const messages: Record<ReviewAction, string> = { accept: "已通过", askMore: "已请补充", refuse: "已拒绝" };
const verbs: Record<ReviewAction, string> = { accept: "通过", askMore: "请补充", refuse: "拒绝" };
const follows: Record<ReviewAction, string> = {
  accept: "他们会收到通知，通知不能撤回。",
  askMore: "他们会收到通知和原因，通知不能撤回；已通过的要补充以后再审核。",
  refuse: "他们会收到通知和原因。空出的名额立即给候补的人，队员离开所在的队伍，撤销时拿不回来。",
};

/** The question before all sign-ups of a filter are reviewed, because the organiser has not read all their names. */
const allQuestion = (action: ReviewAction, count: number, reason: string) => ({
  title: `${verbs[action]}符合条件的全部 ${count} 个报名？`,
  says: [follows[action], ...(reason ? [`原因：${reason}`] : [])],
  button: `确认${verbs[action]}`,
  count,
});

/**
 * Reviews one sign-up or many; the message says how many.
 * @param all whether these are all sign-ups of a filter
 */
export async function review(
  { ids, reason, all = false }: z.output<typeof reviewForm> & { all?: boolean },
  tools: Pick<ActionTools, "scope" | "form" | "intent" | "argument" | "done" | "here">,
  activityId: number,
): Promise<Answer> {
  const action = reviewActions.find((one) => one === tools.argument);
  if (!action) return undecided(tools);
  const { scope, done, here } = tools;
  // The gateway refuses a missing reason, so no question comes before that.
  const complete = action === "accept" || reason !== "";
  const question = !complete
    ? null
    : all
      ? allQuestion(action, ids.length, reason)
      : action === "refuse"
        ? await refuseQuestion(scope, activityId, ids)
        : null;
  const confirmation = question && askFirst(tools, question);
  if (confirmation) return confirmation;
  const answers = [];
  for (let from = 0; from < ids.length; from += bulkMax) {
    const signupIds = ids.slice(from, from + bulkMax);
    answers.push(await scope.gateway.call("activityReview", { activityId, signupIds, action, reason }));
  }
  const finished = answers.flatMap((answer) => answer.done);
  const skippedIds = answers.flatMap((answer) => answer.skipped);
  const skipped = skippedIds.length > 0 ? `；${skippedIds.length} 个的状态不能这样处理，没有改动` : "";
  // One undo button can undo the reviews of one call only.
  const [firstReview = null, ...more] = answers.map((answer) => answer.review);
  const undo =
    firstReview === null || more.length > 0 ? undefined : (`${activityId}:${firstReview}` as const);
  return done(here, `${messages[action]} ${finished.length} 个报名${skipped}`, undo);
}

/** The form of the button 撤销 in the message after a review, on whichever page it appears. */
const undoForm = z.object({ review: id, back: z.string().max(500).default("") });

/** Undoes a review; the message says how many sign-ups could not be restored, and why. */
export const undoReview = (activityId: number) =>
  submitted(undoForm, async ({ review: reviewId, back }, { scope, done }) => {
    const { done: restored, skipped } = await scope.gateway.call("activityReviewUndo", {
      activityId,
      review: reviewId,
    });
    const why = [...new Set(skipped.map((one) => one.why))].join("、");
    const skippedText = skipped.length > 0 ? `；${skipped.length} 个没有恢复：${why}` : "";
    const allowedBack = new RegExp(`^/(h5/)?activity/manage/${activityId}([/?]|$)`);
    return done(
      allowedBack.test(back) ? back : paths.manage(activityId),
      `已撤销，${restored.length} 个报名恢复成审核前的样子${skippedText}`,
    );
  });
