import type { CallResponse } from "contract";
import { pageSize } from "contract/base/constants";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, topics } from "../../database/schema";
import { found } from "../../server/refusal";
import { type Post, postFields } from "../states/find-content";

export type Permalink = CallResponse<"submitPost">;

export const pageOfFloor = (floor: number): number => Math.ceil(floor / pageSize);

/** The place of a post; a depth reply is on the page of its floor. */
export async function postPermalink(
  database: Database,
  post: Pick<Post, "id" | "topicId" | "floor" | "parentId" | "review">,
): Promise<Permalink> {
  const { id: pid, topicId: tid, floor, parentId } = post;
  const pending = post.review === "pending";
  if (floor !== null || parentId === null) return { tid, pid, floor, page: pageOfFloor(floor ?? 1), pending };
  const [parent] = await database
    .select({ floor: posts.floor })
    .from(posts)
    .where(eq(posts.id, parentId))
    .limit(1);
  return { tid, pid, floor, page: pageOfFloor(parent?.floor ?? 1), pending };
}

/**
 * The reply that this form has already created, or null.
 * @param submission the form's `submissionKey`
 */
export async function submittedPost(
  database: Database,
  authorId: number,
  submission: string,
): Promise<Permalink | null> {
  const [post] = await database
    .select(postFields)
    .from(posts)
    .where(and(eq(posts.authorId, authorId), eq(posts.submissionId, submission)))
    .limit(1);
  return post ? postPermalink(database, post) : null;
}

/**
 * The topic that this form has already created, or null.
 * @param submission the form's `submissionKey`
 */
export async function submittedTopic(
  database: Database,
  authorId: number,
  submission: string,
): Promise<Permalink | null> {
  const [topic] = await database
    .select({ id: topics.id })
    .from(topics)
    .where(and(eq(topics.authorId, authorId), eq(topics.submissionId, submission)))
    .limit(1);
  return topic ? topicPermalink(database, topic.id) : null;
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

/** The place of a topic's own text: floor 1 of page 1. */
export async function topicPermalink(database: Database, tid: number): Promise<Permalink> {
  return postPermalink(database, await firstPost(database, tid));
}
