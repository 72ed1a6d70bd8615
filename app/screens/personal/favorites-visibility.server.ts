import { orWithout } from "~/failure/explain.server";
import { type Intents, noFields, submitted } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";

/** The member's `uid`, and whether others see the member's favourites; null for visitors and when a call fails. */
export async function favoritesVisibility(scope: Scope): Promise<{ uid: number; open: boolean } | null> {
  const visitor = await orWithout(scope, scope.visitor(), null);
  if (!visitor?.signedIn) return null;
  const { uid } = visitor;
  const card = await orWithout(scope, scope.gateway.call("authorInfo", { uid }), null);
  return card && { uid, open: card.favoritesPublic };
}

/** The actions behind the buttons of `FavoritesVisibility`, for every screen that has these buttons. */
const setPublic = (isPublic: boolean, notice: string): Intents[string] =>
  submitted(noFields, async (_, { scope, here, done }) => {
    await scope.gateway.call("setFavoritesPublic", { public: isPublic });
    return done(here, notice);
  });

export const favoritesVisibilityIntents = {
  show: setPublic(true, "收藏已公开，别人能在你的主页看到"),
  hide: setPublic(false, "收藏已设为仅自己可见"),
} satisfies Intents;
