import { and, eq, sql } from "drizzle-orm";
import { accountOf, type CallContext, type Handlers } from "../context";
import type { Database } from "../database/open";
import { accounts, favorites, likes, posts, topics } from "../database/schema";
import { countOnTopic } from "../queries/heat";
import { notify, unnotify } from "../queries/notify";
import { listedPost, listedTopic, type Post } from "../queries/topics";
import { transact } from "../queries/transact";
import { found } from "../refusal";

/**
 * Moves a post's like counter, and with floor 1 its topic's. The topic comes first, as in every write that touches
 * both, so that two writes never wait for each other.
 */
async function moveLikes(database: Database, post: Post, by: 1 | -1): Promise<number> {
  if (post.floor === 1)
    await database
      .update(topics)
      .set(countOnTopic({ likes: by }))
      .where(eq(topics.id, post.topicId));
  const [row] = await database
    .update(posts)
    .set({ likes: sql`${posts.likes} + ${by}` })
    .where(eq(posts.id, post.id))
    .returning({ likes: posts.likes });
  return found(row, "POST_NOT_FOUND").likes;
}

async function setLike(pid: number, liked: boolean, context: CallContext): Promise<{ liked: boolean; likes: number }> {
  const account = accountOf(context);
  const { post } = await listedPost(context, pid);
  const row = { accountId: account.id, postId: pid };
  return transact(context.database, async (database) => {
    const changed = liked
      ? await database
          .insert(likes)
          .values({ ...row, createdAt: context.now() })
          .onConflictDoNothing()
          .returning()
      : await database
          .delete(likes)
          .where(and(eq(likes.accountId, account.id), eq(likes.postId, pid)))
          .returning();
    if (changed.length === 0) {
      const [present] = await database.select({ likes: posts.likes }).from(posts).where(eq(posts.id, pid));
      return { liked, likes: present?.likes ?? post.likes };
    }
    const total = await moveLikes(database, post, liked ? 1 : -1);
    const happening = { event: "like" as const, actorId: account.id, postId: pid };
    if (liked) await notify(database, [post.authorId], { ...happening, topicId: post.topicId, at: context.now() });
    else await unnotify(database, post.authorId, happening);
    return { liked, likes: total };
  });
}

async function setFavorite(tid: number, favorited: boolean, context: CallContext): Promise<{ favorited: boolean; favorites: number }> {
  const account = accountOf(context);
  await listedTopic(context, tid);
  return transact(context.database, async (database) => {
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

/** Likes and favourites: doing one twice changes nothing, and the counters equal the rows. */
export const reactionHandlers = {
  likePost: ({ pid }, context) => setLike(pid, true, context),
  unlikePost: ({ pid }, context) => setLike(pid, false, context),
  favoriteTopic: ({ tid }, context) => setFavorite(tid, true, context),
  cancelFavorite: ({ tid }, context) => setFavorite(tid, false, context),
} satisfies Handlers<"likePost" | "unlikePost" | "favoriteTopic" | "cancelFavorite">;
