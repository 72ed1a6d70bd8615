import { bulkMax } from "contract/activities/constants";
import { reviewReason, signupId } from "contract/activities/fields";
import { type ReviewAction, reviewActions } from "contract/activities/transitions";
import { id } from "contract/base/fields";
import { z } from "zod";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import { type ActionTools, type Answer, submitted, undecided } from "~/request/intents.server";

import { refuseQuestion } from "./refuse-question.server";

/** The sign-ups that are chosen; the pressed button says what becomes of them. */
export const reviewForm = z.object({
  ids: z.array(signupId, "请先勾选报名").min(1, "请先勾选报名").max(bulkMax, `一次最多处理 ${bulkMax} 个`),
  reason: reviewReason,
});

/** All that the list's filter finds, whatever is chosen on this page. */
export const reviewAllForm = z.object({ reason: reviewReason });

const said: Record<ReviewAction, string> = { accept: "已通过", askMore: "已请补充", refuse: "已拒绝" };
const verbs: Record<ReviewAction, string> = { accept: "通过", askMore: "请补充", refuse: "拒绝" };
const follows: Record<ReviewAction, string> = {
  accept: "他们会收到通知，通知不能撤回。",
  askMore: "他们会收到通知和原因，通知不能撤回；已通过的要补充以后再审核。",
  refuse: "他们会收到通知和原因。空出的名额立即给候补的人，队员离开所在的队伍，撤销时拿不回来。",
};

/** What is asked before something is done to more than somebody ticked: nobody has read all the names. */
const allQuestion = (action: ReviewAction, count: number, reason: string) => ({
  title: `${verbs[action]}符合条件的全部 ${count} 个报名？`,
  says: [follows[action], ...(reason ? [`原因：${reason}`] : [])],
  button: `确认${verbs[action]}`,
  count,
});

/**
 * Reviews one sign-up or many, and says how many it was (issue: review, in bulk).
 * @param all whether these are all that a filter finds
 */
export async function review(
  { ids, reason, all = false }: z.output<typeof reviewForm> & { all?: boolean },
  tools: Pick<ActionTools, "scope" | "form" | "intent" | "argument" | "done" | "here">,
  activityId: number,
): Promise<Answer> {
  const action = reviewActions.find((one) => one === tools.argument);
  if (!action) return undecided(tools);
  const { scope, done, here } = tools;
  // Without a reason the gateway says so, and nothing is asked before.
  const complete = action === "accept" || reason !== "";
  const question = !complete
    ? null
    : all
      ? allQuestion(action, ids.length, reason)
      : action === "refuse"
        ? await refuseQuestion(scope, activityId, ids)
        : null;
  const asked = question && askFirst(tools, question);
  if (asked) return asked;
  const answers = [];
  for (let from = 0; from < ids.length; from += bulkMax) {
    const signupIds = ids.slice(from, from + bulkMax);
    answers.push(await scope.gateway.call("activityReview", { activityId, signupIds, action, reason }));
  }
  const finished = answers.flatMap((answer) => answer.done);
  const left = answers.flatMap((answer) => answer.skipped);
  const skipped = left.length > 0 ? `；${left.length} 个的状态不能这样处理，没有改动` : "";
  // Of more than one call's reviews no single press takes all back.
  const [made = null, ...more] = answers.map((answer) => answer.review);
  const undo = made === null || more.length > 0 ? undefined : (`${activityId}:${made}` as const);
  return done(here, `${said[action]} ${finished.length} 个报名${skipped}`, undo);
}

/** What is posted by 撤销 in the message after a review, from whichever page it stood on. */
const undoForm = z.object({ review: id, back: z.string().max(500).default("") });

/** Takes a review back, and says of whom it could not be, and why. */
export const undoReview = (activityId: number) =>
  submitted(undoForm, async ({ review: made, back }, { scope, done }) => {
    const { done: taken, skipped } = await scope.gateway.call("activityReviewUndo", {
      activityId,
      review: made,
    });
    const why = [...new Set(skipped.map((one) => one.why))].join("、");
    const left = skipped.length > 0 ? `；${skipped.length} 个没有恢复：${why}` : "";
    const ours = new RegExp(`^/(h5/)?activity/manage/${activityId}([/?]|$)`);
    return done(
      ours.test(back) ? back : paths.manage(activityId),
      `已撤销，${taken.length} 个报名恢复成审核前的样子${left}`,
    );
  });
