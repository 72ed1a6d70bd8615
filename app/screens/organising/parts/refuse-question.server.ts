import type { Question } from "~/forms/outcomes/question";
import type { Scope } from "~/request/scope.server";

/**
 * The question before sign-ups are refused, if 撤销 could not restore everything: a team continues without its member,
 * and a seat goes at once to the next person in the waiting list. null when nothing would be lost.
 */
export async function refuseQuestion(
  scope: Scope,
  activityId: number,
  signupIds: number[],
): Promise<Omit<Question, "intent" | "key"> | null> {
  const [{ items }, { categories }] = await Promise.all([
    scope.gateway.call("activitySignups", { activityId, signupIds }),
    scope.gateway.call("activityCounts", { activityId }),
  ]);
  const inTeams = items.filter(({ team }) => team !== "").length;
  const awaited = new Set(categories.filter(({ waiting }) => waiting > 0).map(({ key }) => key));
  const refusedItems = items.filter(
    ({ state, category }) => state !== "waiting" && awaited.has(category.key),
  ).length;
  if (inTeams + refusedItems === 0) return null;
  return {
    title: `拒绝选中的 ${signupIds.length} 个报名？`,
    says: [
      ...(refusedItems > 0 ? [`${refusedItems} 个名额会立即给候补的人，撤销时拿不回来。`] : []),
      ...(inTeams > 0 ? [`${inTeams} 人会离开所在的队伍，撤销后不会自动回到队伍里。`] : []),
    ],
    button: "确认拒绝",
    count: signupIds.length,
  };
}
