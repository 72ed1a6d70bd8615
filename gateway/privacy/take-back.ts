import { and, eq, or, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { collections, favorites, follows, likes, posts, topics } from "../database/schema";
import { transact } from "../database/transact";
import { countForAccount } from "../forum/states/counters";
import { countOnTopic } from "../forum/states/heat";
import { unnotify, unnotifyLike } from "../messages/notify";
import { moveCollected } from "../people/collected";
import { moveFollowers } from "../people/following";

/**
 * How many rows are read at a time; each is removed in a transaction of its own, so that nobody waits long for its
 * locks.
 */
const atOnce = 100;

const lockTopicRow = (database: Database, id: number) =>
  database.select({ listed: topics.listed }).from(topics).where(eq(topics.id, id)).for("no key update");

async function takeBackLike(
  database: Database,
  accountId: number,
  like: typeof likes.$inferSelect,
): Promise<void> {
  const [post] = await database.select().from(posts).where(eq(posts.id, like.postId));
  if (!post) return;
  const [topic] = await lockTopicRow(database, post.topicId);
  const deleted = await database
    .delete(likes)
    .where(and(eq(likes.accountId, accountId), eq(likes.postId, post.id)))
    .returning();
  if (deleted.length === 0) return;
  if (post.floor === 1)
    await database
      .update(topics)
      .set(countOnTopic({ likes: -1 }))
      .where(eq(topics.id, post.topicId));
  await database
    .update(posts)
    .set({ likes: sql`${posts.likes} - 1` })
    .where(eq(posts.id, post.id));
  // The topic's lock keeps the post and topic from being hidden or shown meanwhile; likes count for the author only
  // while both are public.
  if (post.listed && topic?.listed) await countForAccount(database, post.authorId, { likesReceived: -1 });
  const { told, createdAt: at } = like;
  await unnotifyLike(database, { accountId: post.authorId, actorId: accountId, postId: post.id, at, told });
}

async function takeBackFavorite(database: Database, accountId: number, topicId: number): Promise<void> {
  await lockTopicRow(database, topicId);
  const deleted = await database
    .delete(favorites)
    .where(and(eq(favorites.accountId, accountId), eq(favorites.topicId, topicId)))
    .returning();
  if (deleted.length > 0)
    await database
      .update(topics)
      .set(countOnTopic({ favorites: -1 }))
      .where(eq(topics.id, topicId));
}

async function takeBackCollection(database: Database, row: typeof collections.$inferSelect): Promise<void> {
  const { accountId, kind, targetId } = row;
  const same = and(
    eq(collections.accountId, accountId),
    eq(collections.kind, kind),
    eq(collections.targetId, targetId),
  );
  if ((await database.delete(collections).where(same).returning()).length > 0)
    await moveCollected(database, row, -1);
}

async function takeBackFollow(
  database: Database,
  { accountId, kind, targetId }: typeof follows.$inferSelect,
): Promise<void> {
  const deleted = await database
    .delete(follows)
    .where(and(eq(follows.accountId, accountId), eq(follows.kind, kind), eq(follows.targetId, targetId)))
    .returning();
  if (deleted.length === 0) return;
  await moveFollowers(database, { kind, target: targetId }, accountId, -1);
  if (kind === "user") await unnotify(database, targetId, { event: "follow", actorId: accountId });
}

/** Runs a step for every row that `nextRows` returns, until there are none. */
async function each<Row>(
  database: Database,
  nextRows: () => Promise<Row[]>,
  step: (database: Database, row: Row) => Promise<void>,
) {
  for (let rows = await nextRows(); rows.length > 0; rows = await nextRows()) {
    for (const row of rows) await transact(database, (inside) => step(inside, row));
  }
}

/**
 * Removes an account's likes, favourites, collections, follows and followers, so that others' counters match their
 * rows. After an interruption the finished steps are kept.
 */
export async function takeBackAll(database: Database, accountId: number): Promise<void> {
  await each(
    database,
    () => database.select().from(likes).where(eq(likes.accountId, accountId)).limit(atOnce),
    (inside, like) => takeBackLike(inside, accountId, like),
  );
  await each(
    database,
    () => database.select().from(favorites).where(eq(favorites.accountId, accountId)).limit(atOnce),
    (inside, { topicId }) => takeBackFavorite(inside, accountId, topicId),
  );
  await each(
    database,
    () => database.select().from(collections).where(eq(collections.accountId, accountId)).limit(atOnce),
    takeBackCollection,
  );
  const either = or(
    eq(follows.accountId, accountId),
    and(eq(follows.kind, "user"), eq(follows.targetId, accountId)),
  );
  await each(database, () => database.select().from(follows).where(either).limit(atOnce), takeBackFollow);
}
