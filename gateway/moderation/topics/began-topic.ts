import { and, eq, gte } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts } from "../../database/schema";
import type { Post } from "../../forum/states/find-content";
import { Refusal } from "../../server/refusal";

/** Whether moderators made this reply the beginning of a topic, after this time. */
export async function hasBegunTopic(database: Database, post: Post, since = new Date(0)): Promise<boolean> {
  if (post.floor !== 1) return false;
  // The row that holds its old floor has its author and time too, by which an index finds it.
  const leftFloor = and(
    ...[eq(posts.authorId, post.authorId), eq(posts.createdAt, post.createdAt)],
    ...[eq(posts.movedToId, post.id), gte(posts.deletedAt, since)],
  );
  return (await database.$count(posts, leftFloor)) > 0;
}

/**
 * Throws REPLY_BEGINS_TOPIC for a reply that has begun a topic since then: a form, a report or a review that is about
 * the reply must not take other people's replies with it.
 */
export async function checkStillReply(database: Database, post: Post, since?: Date): Promise<void> {
  if (await hasBegunTopic(database, post, since)) throw new Refusal("REPLY_BEGINS_TOPIC");
}
