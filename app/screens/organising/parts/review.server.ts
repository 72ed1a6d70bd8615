import { reviewReason, signupId } from "contract/activities/fields";
import { bulkMax } from "contract/activities/limits";
import { type ReviewAction, reviewActions } from "contract/activities/transitions";
import { z } from "zod/v4";
import type { ActionTools, Answer } from "~/request/intents.server";
import { notFound } from "~/request/not-found.server";

/** The sign-ups that are chosen; the pressed button says what becomes of them. */
export const reviewForm = z.object({
  ids: z.array(signupId, "请先勾选报名").min(1, "请先勾选报名").max(bulkMax, `一次最多处理 ${bulkMax} 个`),
  reason: reviewReason,
});

const said: Record<ReviewAction, string> = { accept: "已通过", askMore: "已请补充", refuse: "已拒绝" };

/** Reviews one sign-up or many, and says how many it was (issue: review, in bulk). */
export async function review(
  { ids, reason }: z.output<typeof reviewForm>,
  { scope, argument, done, here }: Pick<ActionTools, "scope" | "argument" | "done" | "here">,
  activityId: number,
): Promise<Answer> {
  const action = reviewActions.find((one) => one === argument) ?? notFound(scope, "这个页面没有这样的操作");
  const answer = await scope.gateway.call("activityReview", { activityId, signupIds: ids, action, reason });
  const skipped =
    answer.skipped.length > 0 ? `；${answer.skipped.length} 个的状态不能这样处理，没有改动` : "";
  return done(here, `${said[action]} ${answer.done.length} 个报名${skipped}`);
}
