import { and, eq, sql } from "drizzle-orm";
import { accounts, favorites, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { lockListedTopic } from "../states/find-content";
import { countOnTopic } from "../states/heat";

/** Adds a visible topic to the favourites, or removes any topic, also one that is no longer visible. */
export async function setFavorite(
  tid: number,
  favorited: boolean,
  context: CallContext,
): Promise<{ favorited: boolean; favorites: number }> {
  const account = accountOf(context);
  return transact(context.database, async (database) => {
    if (favorited) await lockListedTopic(database, context, tid);
    // The same lock, for a topic of any state.
    else await database.select({ id: topics.id }).from(topics).where(eq(topics.id, tid)).for("no key update");
    const changed = favorited
      ? await database
          .insert(favorites)
          .values({ accountId: account.id, topicId: tid, createdAt: context.now() })
          .onConflictDoNothing()
          .returning()
      : await database
          .delete(favorites)
          .where(and(eq(favorites.accountId, account.id), eq(favorites.topicId, tid)))
          .returning();
    // A topic that is no favourite reveals nothing that its page would hide.
    if (!favorited && changed.length === 0) await lockListedTopic(database, context, tid);
    const by = changed.length * (favorited ? 1 : -1);
    const [row] = await database
      .update(topics)
      .set(countOnTopic({ favorites: by }))
      .where(eq(topics.id, tid))
      .returning({ favorites: topics.favorites });
    await database
      .update(accounts)
      .set({ favorites: sql`${accounts.favorites} + ${by}` })
      .where(eq(accounts.id, account.id));
    return { favorited, favorites: found(row, "TOPIC_NOT_FOUND").favorites };
  });
}
