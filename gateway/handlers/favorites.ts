import { eq } from "drizzle-orm";
import { accountOf, type Handlers } from "../context";
import { accounts } from "../database/schema";
import { favoritePage } from "../queries/favorites";
import { found, Refusal } from "../refusal";

/** Favourites as others see them, and whether they do. */
export const favoriteHandlers = {
  async userFavorites({ uid, page }, { database, caller }) {
    const [owner] = await database.select({ shown: accounts.favoritesPublic }).from(accounts).where(eq(accounts.id, uid));
    if (!found(owner, "USER_NOT_FOUND").shown && caller.account?.id !== uid) throw new Refusal("FAVORITES_PRIVATE");
    return favoritePage(database, uid, page);
  },

  async setFavoritesPublic({ public: shown }, context) {
    await context.database
      .update(accounts)
      .set({ favoritesPublic: shown })
      .where(eq(accounts.id, accountOf(context).id));
    return { favoritesPublic: shown };
  },
} satisfies Handlers<"userFavorites" | "setFavoritesPublic">;
