import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { likes, posts, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { notifyLike, unnotifyLike } from "../../messages/notify";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { lockTopicOf } from "../states/change-state";
import { countForAccount } from "../states/counters";
import { listedPost, lockListedTopic, type Post } from "../states/find-content";
import { countOnTopic } from "../states/heat";

/**
 * Changes the like counters of a post and its author, and for floor 1 of its topic. The caller has locked the topic.
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
  await countForAccount(database, post.authorId, { likesReceived: by });
  return found(row, "POST_NOT_FOUND").likes;
}

export async function setLike(
  pid: number,
  liked: boolean,
  context: CallContext,
): Promise<{ liked: boolean; likes: number }> {
  const account = accountOf(context);
  await listedPost(context, pid);
  return transact(context.database, async (database) => {
    // Under the topic's lock the post's visibility cannot change meanwhile: its likes count for its author only while
    // it is listed.
    const { post } = await lockTopicOf(database, pid, (inside, tid) => lockListedTopic(inside, context, tid));
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
    const like = {
      accountId: post.authorId,
      actorId: account.id,
      topicId: post.topicId,
      postId: pid,
      at: changed.createdAt,
    };
    await (liked ? notifyLike(database, like) : unnotifyLike(database, { ...like, told: changed.told }));
    return { liked, likes: total };
  });
}
