import { id, page } from "contract/fields";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import { Refused } from "~/gateway-client/errors";
import type { HomeTab } from "./tabs";

const query = z.object({
  uid: id.nullable().catch(null),
  tab: z.enum(["replies", "favorites", "following", "followers"]).optional().catch(undefined),
  page: page.catch(1),
});

/** Whose page, which part and which page of it an address asks for; `uid` null when it names nobody. */
export function readHomeQuery(url: URL): { uid: number | null; tab: HomeTab; page: number } {
  const asked = query.parse({
    uid: url.searchParams.get("uid"),
    tab: url.searchParams.get("tab") ?? undefined,
    page: url.searchParams.get("page") ?? 1,
  });
  return { ...asked, tab: asked.tab ?? "topics" };
}

/** What the shown tab lists; null for favourites that the person keeps to themselves, and for an account that has ended. */
export async function readHomeList({ gateway }: Scope, { uid, tab, page }: { uid: number; tab: HomeTab; page: number }) {
  try {
    if (tab === "replies") return { tab, ...(await gateway.call("otherUserPosts", { uid, page })) };
    if (tab === "following" || tab === "followers") return { tab, ...(await gateway.call("userFollowInfo", { uid, kind: tab, page })) };
    if (tab === "topics") return { tab, ...(await gateway.call("userTopicList", { uid, page })) };
    return { tab, ...(await gateway.call("userFavorites", { uid, page })) };
  } catch (error) {
    if (error instanceof Refused && (error.code === "FAVORITES_PRIVATE" || error.code === "USER_NOT_FOUND")) return null;
    throw error;
  }
}
