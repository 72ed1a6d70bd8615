import { and, eq, sql } from "drizzle-orm";
import { accountOf, type CallContext, type Handlers } from "../context";
import type { Database } from "../database/open";
import { accounts, favorites, likes, posts, topics } from "../database/schema";
import { countOnTopic } from "../queries/heat";
import { countForAccount } from "../queries/counters";
import { notifyLike, unnotifyLike } from "../queries/notify";
import { presentPost } from "../queries/state";
import { listedPost, lockListedTopic, type Post } from "../queries/topics";
import { transact } from "../queries/transact";
import { found, Refusal } from "../refusal";

/** Moves a post's like counter, with floor 1 its topic's, and its author's. The topic is locked. */
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
  await countForAccount(database, post.authorId, { likesReceived: by });
  return found(row, "POST_NOT_FOUND").likes;
}

async function setLike(pid: number, liked: boolean, context: CallContext): Promise<{ liked: boolean; likes: number }> {
  const account = accountOf(context);
  const { post: named } = await listedPost(context, pid);
  return transact(context.database, async (database) => {
    // Under the topic's lock a post neither comes into sight nor goes while it is liked: its likes count for its author exactly then.
    await lockListedTopic(database, context, named.topicId);
    const post = await presentPost(database, pid);
    if (!post.listed) throw new Refusal(post.deletedAt ? "POST_NOT_FOUND" : "CONTENT_NOT_LISTED");
    const [changed] = liked
      ? await database
          .insert(likes)
          .values({ accountId: account.id, postId: pid, createdAt: context.now() })
          .onConflictDoNothing()
          .returning()
      : await database
          .delete(likes)
          .where(and(eq(likes.accountId, account.id), eq(likes.postId, pid)))
          .returning();
    if (!changed) return { liked, likes: post.likes };
    const total = await moveLikes(database, post, liked ? 1 : -1);
    const like = { accountId: post.authorId, actorId: account.id, topicId: post.topicId, postId: pid, at: changed.createdAt };
    await (liked ? notifyLike(database, like) : unnotifyLike(database, { ...like, told: changed.told }));
    return { liked, likes: total };
  });
}

async function setFavorite(tid: number, favorited: boolean, context: CallContext): Promise<{ favorited: boolean; favorites: number }> {
  const account = accountOf(context);
  return transact(context.database, async (database) => {
    await lockListedTopic(database, context, tid);
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
