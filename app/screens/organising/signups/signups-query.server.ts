import { codesOf, signupStates } from "contract/activities/constants";
import { categoryKey } from "contract/activities/fields";
import { cleanText } from "contract/base/fields";
import { z } from "zod";
import { pageNumber } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";

/** The filters and page of an organiser's list of sign-ups, as its address has them. */
export const signupsQuery = z.object({
  state: z.enum(codesOf(signupStates)).optional().catch(undefined),
  category: categoryKey.optional().catch(undefined),
  came: z.enum(["1", "0"]).optional().catch(undefined),
  q: z
    .string()
    .default("")
    .transform((text) => cleanText(text).trim().slice(0, 60)),
  page: pageNumber,
});
export type SignupsQuery = z.output<typeof signupsQuery>;

/** The input of the gateway's call. */
export function callOf(activityId: number, { came, category = "", ...filters }: SignupsQuery) {
  return {
    activityId,
    ...filters,
    ...(category ? { category } : {}),
    ...(came === undefined ? {} : { checkedIn: came === "1" }),
  };
}

/** The ids of all sign-ups of the list's filter, on all its pages. */
export async function idsOf(scope: Scope, activityId: number, query: SignupsQuery): Promise<number[]> {
  const ids = new Set<number>();
  for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
    const list = await scope.gateway.call("activitySignups", callOf(activityId, { ...query, page }));
    for (const { id } of list.items) ids.add(id);
    pages = list.pages;
  }
  return [...ids];
}
