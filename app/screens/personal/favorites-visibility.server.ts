import { orWithout } from "~/failure/explain.server";
import { type Intents, noFields, submitted } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";

/** Whose favourites they are, and whether others see them; null where that cannot be said. */
export async function favoritesVisibility(scope: Scope): Promise<{ uid: number; open: boolean } | null> {
  const visitor = await orWithout(scope, scope.visitor(), null);
  if (!visitor?.signedIn) return null;
  const { uid } = visitor;
  const card = await orWithout(scope, scope.gateway.call("authorInfo", { uid }), null);
  return card && { uid, open: card.favoritesPublic };
}

/** What the buttons of `FavoritesVisibility` do, on every screen that has them. */
const setPublic = (isPublic: boolean, notice: string): Intents[string] =>
  submitted(noFields, async (_, { scope, here, done }) => {
    await scope.gateway.call("setFavoritesPublic", { public: isPublic });
    return done(here, notice);
  });

export const favoritesVisibilityIntents = {
  show: setPublic(true, "收藏已公开，别人能在你的主页看到"),
  hide: setPublic(false, "收藏已设为仅自己可见"),
} satisfies Intents;
