import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { CallResponse } from "contract";
import { pageSize } from "contract/limits";
import type { Database } from "../database/open";
import { posts, topics } from "../database/schema";
import { found } from "../refusal";
import { type Post, postFields } from "./topics";

export type Placed = CallResponse<"submitPost">;

export const pageOfFloor = (floor: number): number => Math.ceil(floor / pageSize);

/** Where a post stands; a depth reply stands on its floor's page. */
export async function placedPost(
  database: Database,
  post: Pick<Post, "id" | "topicId" | "floor" | "parentId" | "review">,
): Promise<Placed> {
  const { id: pid, topicId: tid, floor, parentId } = post;
  const pending = post.review === "pending";
  if (floor !== null || parentId === null) return { tid, pid, floor, page: pageOfFloor(floor ?? 1), pending };
  const [parent] = await database.select({ floor: posts.floor }).from(posts).where(eq(posts.id, parentId)).limit(1);
  return { tid, pid, floor, page: pageOfFloor(parent?.floor ?? 1), pending };
}

/**
 * What makes two posts of a form one: its id and everything in it. A browser's Back shows a form that was posted before,
 * with its id; what is newly typed there is another topic or reply and must not be lost.
 */
export function submissionKey(request: { submissionId: string }): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("base64url");
}

/** The reply that this form already made, or null. @param submission its `submissionKey` */
export async function submittedPost(database: Database, authorId: number, submission: string): Promise<Placed | null> {
  const [post] = await database
    .select(postFields)
    .from(posts)
    .where(and(eq(posts.authorId, authorId), eq(posts.submissionId, submission)))
    .limit(1);
  return post ? placedPost(database, post) : null;
}

/** The topic that this form already made, or null. @param submission its `submissionKey` */
export async function submittedTopic(database: Database, authorId: number, submission: string): Promise<Placed | null> {
  const [topic] = await database
    .select({ id: topics.id })
    .from(topics)
    .where(and(eq(topics.authorId, authorId), eq(topics.submissionId, submission)))
    .limit(1);
  return topic ? placedTopic(database, topic.id) : null;
}

/** The post of a topic's own text. */
export async function firstPost(database: Database, tid: number): Promise<Post> {
  const [post] = await database
    .select(postFields)
    .from(posts)
    .where(and(eq(posts.topicId, tid), eq(posts.floor, 1)))
    .limit(1);
  return found(post, "TOPIC_NOT_FOUND");
}

/** Where a topic's own text stands: floor 1 of page 1. */
export async function placedTopic(database: Database, tid: number): Promise<Placed> {
  return placedPost(database, await firstPost(database, tid));
}
