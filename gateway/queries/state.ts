import { and, eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { posts, topics } from "../database/schema";
import { found } from "../refusal";
import { countReply, countTopic } from "./counters";
import { setLastReply } from "./last-reply";
import { type Post, postFields, type Topic, topicFields } from "./topics";
import { type Stated, stateOf } from "./visibility";

/** What becomes of a text, with the reason that its author reads. */
export type StateChange = Partial<Stated> & { stateReason?: string | null };

/** A post as it is now. Its topic is locked, so nobody else changes what it counts for. */
export async function presentPost(database: Database, pid: number): Promise<Post> {
  const [post] = await database.select(postFields).from(posts).where(eq(posts.id, pid)).limit(1);
  return found(post, "POST_NOT_FOUND");
}

async function changeTopic(database: Database, topic: Topic, change: StateChange): Promise<Topic> {
  const comes = stateOf({ ...topic, ...change }) === "listed";
  // The topic first: its trigger counts it in its section's filtered lists, before the tags, as every write does.
  const [changed] = await database.update(topics).set(change).where(eq(topics.id, topic.id)).returning(topicFields);
  // While its posts are those that it was counted with.
  if (topic.listed && !comes) await countTopic(database, topic, -1);
  // Its own text waits for the moderators with it; other states are the topic's alone.
  if (change.review) {
    const first = and(eq(posts.topicId, topic.id), eq(posts.floor, 1));
    await database.update(posts).set({ review: change.review }).where(first);
  }
  const now = found(changed, "TOPIC_NOT_FOUND");
  if (!topic.listed && comes) await countTopic(database, now, 1);
  return now;
}

async function changeReply(database: Database, topic: Topic, post: Post, change: StateChange): Promise<Post> {
  const [changed] = await database.update(posts).set(change).where(eq(posts.id, post.id)).returning(postFields);
  const now = found(changed, "POST_NOT_FOUND");
  if (now.listed === post.listed) return now;
  await countReply(database, topic, now, now.listed ? 1 : -1);
  const wasLast = topic.lastReplierId === post.authorId && topic.lastReplyAt.getTime() === post.createdAt.getTime();
  const isLast = topic.lastReplierId === null || topic.lastReplyAt <= post.createdAt;
  if (now.listed ? isLast : wasLast) await setLastReply(database, topic);
  return now;
}

/**
 * The one way in which a text's state changes: with it every counter that it moves into or out of sight for. Floor 1 stands
 * for its topic. The topic is locked, and `post` was read since.
 */
export async function changeState(
  database: Database,
  topic: Topic,
  post: Post,
  change: StateChange,
): Promise<{ topic: Topic; post: Post }> {
  if (post.floor === 1) return { topic: await changeTopic(database, topic, change), post };
  return { topic, post: await changeReply(database, topic, post, change) };
}
