import { reviewReason, signupId } from "contract/activities/fields";
import { bulkMax } from "contract/activities/limits";
import { type ReviewAction, reviewActions } from "contract/activities/transitions";
import { id } from "contract/base/fields";
import { z } from "zod/v4";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import { type ActionTools, type Answer, submitted, undecided } from "~/request/intents.server";

import { refuseQuestion } from "./refuse-question.server";

/** The sign-ups that are chosen; the pressed button says what becomes of them. */
export const reviewForm = z.object({
  ids: z.array(signupId, "请先勾选报名").min(1, "请先勾选报名").max(bulkMax, `一次最多处理 ${bulkMax} 个`),
  reason: reviewReason,
});

const said: Record<ReviewAction, string> = { accept: "已通过", askMore: "已请补充", refuse: "已拒绝" };

/** Reviews one sign-up or many, and says how many it was (issue: review, in bulk). */
export async function review(
  { ids, reason }: z.output<typeof reviewForm>,
  tools: Pick<ActionTools, "scope" | "form" | "intent" | "argument" | "done" | "here">,
  activityId: number,
): Promise<Answer> {
  const action = reviewActions.find((one) => one === tools.argument);
  if (!action) return undecided(tools);
  const { scope, done, here } = tools;
  // Without a reason the gateway says so, and nothing is asked before.
  const question = action === "refuse" && reason !== "" ? await refuseQuestion(scope, activityId, ids) : null;
  const asked = question && askFirst(tools, question);
  if (asked) return asked;
  const answer = await scope.gateway.call("activityReview", { activityId, signupIds: ids, action, reason });
  const skipped =
    answer.skipped.length > 0 ? `；${answer.skipped.length} 个的状态不能这样处理，没有改动` : "";
  const undo = answer.review === null ? undefined : (`${activityId}:${answer.review}` as const);
  return done(here, `${said[action]} ${answer.done.length} 个报名${skipped}`, undo);
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
