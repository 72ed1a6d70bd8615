/** Following people, sections and tags, and lists of followers. */
import type { followCalls } from "contract/follows/calls";
import { openCardOf } from "../people/cards";
import { isFollowing } from "../people/following";
import { accountOf, type HandlersOf } from "../server/context";
import { followPage } from "./follow-page";
import { setFollow } from "./set-follow";

export const followHandlers = {
  async follow(what, context) {
    await setFollow(what, true, context);
    return { followed: true };
  },

  async unfollow(what, context) {
    await setFollow(what, false, context);
    return { followed: false };
  },

  async followStatus(what, context) {
    return { followed: await isFollowing(context.database, accountOf(context).id, what) };
  },

  async myFollowInfo({ kind, page }, context) {
    const { id, following, followers } = accountOf(context);
    return followPage(context, { uid: id, kind, page, total: kind === "following" ? following : followers });
  },

  async userFollowInfo({ uid, kind, page }, context) {
    const { following, followers } = await openCardOf(context.database, uid);
    return followPage(context, { uid, kind, page, total: kind === "following" ? following : followers });
  },
} satisfies HandlersOf<typeof followCalls>;
