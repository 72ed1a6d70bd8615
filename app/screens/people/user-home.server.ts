import { id } from "contract/base/fields";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Refused } from "~/gateway-client/errors";
import { flag, pageNumber } from "~/request/inputs.server";
import { moderatesSomething } from "~/request/offices";
import type { Scope } from "~/request/scope.server";
import { type HomeTab, homeTabs } from "./tabs";

/** The queries of a member's page: the member, the part, and the page of that part. */
export const homeQuery = z.object({
  uid: id,
  tab: z.enum(homeTabs).catch("topics"),
  /** Opens the dialog of the moderators' actions on the person. */
  moderate: flag,
  page: pageNumber,
});

interface HomeRequest {
  uid: number;
  tab: HomeTab;
  page: number;
}

/** The list of the current tab; `missing` when it could not be loaded. */
export const readHomeList = (scope: Scope, request: HomeRequest) =>
  orWithout(scope, readList(scope, request), { tab: "missing" as const });

/** Whether the person who looks has buttons of moderators. */
export async function looksAsModerator(scope: Scope): Promise<boolean> {
  const me = await orWithout(scope, scope.personal(), null);
  return me !== null && moderatesSomething(me);
}

/** What moderators know about the person and may do; null for everybody else and when the call fails. */
export async function readRestriction(scope: Scope, uid: number) {
  const me = await scope.personal();
  if (!me || !moderatesSomething(me) || me.uid === uid) return null;
  const info = await orWithout(scope, scope.gateway.call("forbiddenInfo", { uid }), null);
  return info && { info, submissionId: newSubmissionId() };
}

/** null for private favourites, and for a closed account. */
async function readList({ gateway }: Scope, { uid, tab, page }: HomeRequest) {
  try {
    if (tab === "replies") return { tab, ...(await gateway.call("otherUserPosts", { uid, page })) };
    if (tab === "following" || tab === "followers")
      return { tab, ...(await gateway.call("userFollowInfo", { uid, kind: tab, page })) };
    if (tab === "topics") return { tab, ...(await gateway.call("userTopicList", { uid, page })) };
    return { tab, ...(await gateway.call("userFavorites", { uid, page })) };
  } catch (error) {
    if (error instanceof Refused && (error.code === "FAVORITES_PRIVATE" || error.code === "USER_NOT_FOUND"))
      return null;
    throw error;
  }
}
