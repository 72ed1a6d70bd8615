import { reviewReason, signupId } from "contract/activities/fields";
import { bulkMax } from "contract/activities/limits";
import { type ReviewAction, reviewActions } from "contract/activities/transitions";
import { z } from "zod/v4";
import { askFirst } from "~/request/ask-first.server";
import type { ActionTools, Answer } from "~/request/intents.server";
import { notFound } from "~/request/not-found.server";

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
  refuse: "他们会收到通知和原因，空出的名额给候补的人；拒绝后不能改回来，只能由他们重新报名。",
};

/**
 * Reviews one sign-up or many, and says how many it was (issue: review, in bulk). Refusing several is asked about, and
 * whatever is done to more than somebody ticked: nothing leads back out of 拒绝, and nobody has read all the names.
 * @param all whether these are all that a filter finds
 */
export async function review(
  { ids, reason, all = false }: z.output<typeof reviewForm> & { all?: boolean },
  tools: Pick<ActionTools, "scope" | "form" | "intent" | "argument" | "done" | "here">,
  activityId: number,
): Promise<Answer> {
  const { scope, argument, done, here } = tools;
  const action = reviewActions.find((one) => one === argument) ?? notFound(scope, "这个页面没有这样的操作");
  // What lacks its reason is refused, and of one the typed reason says that it is meant.
  const complete = action === "accept" || reason !== "";
  const asked =
    complete &&
    (all || (action === "refuse" && ids.length > 1)) &&
    askFirst(tools, {
      title: `${verbs[action]}${all ? "符合条件的全部" : "选中的"} ${ids.length} 个报名？`,
      says: [follows[action], ...(reason ? [`原因：${reason}`] : [])],
      button: `确认${verbs[action]}`,
      count: ids.length,
    });
  if (asked) return asked;
  const answers = [];
  for (let from = 0; from < ids.length; from += bulkMax) {
    const signupIds = ids.slice(from, from + bulkMax);
    answers.push(await scope.gateway.call("activityReview", { activityId, signupIds, action, reason }));
  }
  const [finished, left] = [
    answers.flatMap((answer) => answer.done),
    answers.flatMap(({ skipped }) => skipped),
  ];
  const skipped = left.length > 0 ? `；${left.length} 个的状态不能这样处理，没有改动` : "";
  return done(here, `${said[action]} ${finished.length} 个报名${skipped}`);
}
