import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { posts, sections, topics } from "../database/schema";
import { found, Refusal } from "../refusal";

export type Topic = typeof topics.$inferSelect;
export type Post = typeof posts.$inferSelect;

const standing = (tid: number) => and(eq(topics.id, tid), isNull(topics.deletedAt), eq(sections.closed, false));

/** A topic that stands, in a section that is open. Throws TOPIC_NOT_FOUND. */
export async function standingTopic(database: Database, tid: number): Promise<Topic> {
  const [row] = await database
    .select({ topic: topics })
    .from(topics)
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(standing(tid))
    .limit(1);
  return found(row, "TOPIC_NOT_FOUND").topic;
}

/**
 * The same, locked until the transaction ends: whatever changes a topic's floors or counters takes this lock first, so
 * such changes happen one after another.
 */
export async function lockTopic(database: Database, tid: number): Promise<Topic> {
  const [row] = await database
    .select({ topic: topics })
    .from(topics)
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(standing(tid))
    .limit(1)
    .for("no key update", { of: topics });
  return found(row, "TOPIC_NOT_FOUND").topic;
}

/** A post that stands, in a topic that stands. Throws POST_NOT_FOUND, or TOPIC_NOT_FOUND when its topic is gone. */
export async function standingPost(database: Database, pid: number): Promise<{ post: Post; topic: Topic }> {
  const [post] = await database.select().from(posts).where(eq(posts.id, pid)).limit(1);
  const topic = await standingTopic(database, found(post, "POST_NOT_FOUND").topicId);
  if (!post || post.deletedAt) throw new Refusal("POST_NOT_FOUND");
  return { post, topic };
}
