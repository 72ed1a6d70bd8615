import { id } from "contract/base/fields";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Refused } from "~/gateway-client/errors";
import { flag, pageNumber } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";
import { type HomeTab, homeTabs } from "./tabs";

/** Whose page, which part and which page of it an address asks for. */
export const homeQuery = z.object({
  uid: id,
  tab: z.enum(homeTabs).catch("topics"),
  /** What moderators may do about the person. */
  moderate: flag,
  page: pageNumber,
});

interface Asked {
  uid: number;
  tab: HomeTab;
  page: number;
}

/** What the shown tab lists; `missing` where it could not be had. */
export const readHomeList = (scope: Scope, asked: Asked) =>
  orWithout(scope, readList(scope, asked), { tab: "missing" as const });

/** What moderators know of the person, and may do; null for everybody else, and where the upstream does not say. */
export async function readRestriction(scope: Scope, uid: number) {
  const me = await scope.personal();
  if (!me?.fids.length || me.uid === uid) return null;
  const info = await orWithout(scope, scope.gateway.call("forbiddenInfo", { uid }), null);
  return info && { info, submissionId: newSubmissionId() };
}

/** Null for favourites that the person keeps to themselves, and for an account that has ended. */
async function readList({ gateway }: Scope, { uid, tab, page }: Asked) {
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
