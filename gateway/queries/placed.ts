import { and, eq } from "drizzle-orm";
import type { CallResponse } from "contract";
import { pageSize } from "contract/limits";
import type { Database } from "../database/open";
import { posts, topics } from "../database/schema";
import { found } from "../refusal";

export type Placed = CallResponse<"submitPost">;

export const pageOfFloor = (floor: number): number => Math.ceil(floor / pageSize);

/** Where a post stands; a depth reply stands on its floor's page. */
export async function placedPost(
  database: Database,
  post: { id: number; topicId: number; floor: number | null; parentId: number | null },
): Promise<Placed> {
  const { id: pid, topicId: tid, floor, parentId } = post;
  if (floor !== null || parentId === null) return { tid, pid, floor, page: pageOfFloor(floor ?? 1) };
  const [parent] = await database.select({ floor: posts.floor }).from(posts).where(eq(posts.id, parentId)).limit(1);
  return { tid, pid, floor, page: pageOfFloor(parent?.floor ?? 1) };
}

/** The reply that this form already made, or null. */
export async function submittedPost(database: Database, authorId: number, submissionId: string): Promise<Placed | null> {
  const [post] = await database
    .select()
    .from(posts)
    .where(and(eq(posts.authorId, authorId), eq(posts.submissionId, submissionId)))
    .limit(1);
  return post ? placedPost(database, post) : null;
}

/** The topic that this form already made, or null. */
export async function submittedTopic(database: Database, authorId: number, submissionId: string): Promise<Placed | null> {
  const [topic] = await database
    .select({ id: topics.id })
    .from(topics)
    .where(and(eq(topics.authorId, authorId), eq(topics.submissionId, submissionId)))
    .limit(1);
  return topic ? placedTopic(database, topic.id) : null;
}

/** Where a topic's own text stands: floor 1 of page 1. */
export async function placedTopic(database: Database, tid: number): Promise<Placed> {
  const [post] = await database
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.topicId, tid), eq(posts.floor, 1)))
    .limit(1);
  return { tid, pid: found(post, "TOPIC_NOT_FOUND").id, floor: 1, page: 1 };
}
