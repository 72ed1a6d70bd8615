import { type Intents, noFields, submitted } from "~/request/intents.server";

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
