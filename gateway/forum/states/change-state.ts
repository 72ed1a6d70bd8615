import { type ContentAction, countedBy, nextState } from "contract/forum/transitions";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, topics } from "../../database/schema";
import { found, Refusal } from "../../server/refusal";
import { countReply, countTopic } from "./counters";
import { type Post, postFields, type Topic, topicFields } from "./find-content";
import { setLastReply } from "./last-reply";
import { stateOf, type TextState } from "./visibility";

type StateChange = Partial<TextState> & { stateReason?: string | null; publishedAt?: Date; activeAt?: Date };

/** What is done, when, and the reason that its author reads. */
export interface StateAction {
  action: ContentAction;
  at: Date;
  reason?: string | null;
  /** The moderator; for what leaves a name on the row. */
  byId?: number;
}

/**
 * The columns that an action changes. What is hidden as well keeps the reason for that when it is approved.
 */
function columnsOf({ action, at, reason = null, byId }: StateAction, { hiddenAt }: TextState): StateChange {
  switch (action) {
    case "edit":
      return { review: "approved" };
    case "resubmit":
      return { review: "pending" };
    case "delete":
      return { deletedAt: at };
    case "approve":
      return { review: "approved", ...(hiddenAt ? {} : { stateReason: null }) };
    case "refuse":
      return { review: "refused", stateReason: reason };
    case "show":
      return { hiddenAt: null, stateReason: null };
    case "hide":
      return { hiddenAt: at, stateReason: reason };
    case "recycle":
      return { deletedAt: at, recycledById: byId ?? null, stateReason: reason };
    case "recover":
      return { deletedAt: null, recycledById: null, ...(hiddenAt ? {} : { stateReason: null }) };
    case "destroy":
      return { recycledById: null, stateReason: null };
  }
}

/**
 * The columns of an action that the table of transitions allows here. Throws CONTENT_NOT_LISTED where it does
 * not.
 */
function changeBy(act: StateAction, text: TextState): StateChange {
  if (nextState(act.action, stateOf(text)) === null) throw new Refusal("CONTENT_NOT_LISTED");
  return columnsOf(act, text);
}

/** A post as it is now. Its topic is locked, so nobody else changes what it counts for. */
export async function presentPost(database: Database, pid: number): Promise<Post> {
  const [post] = await database.select(postFields).from(posts).where(eq(posts.id, pid)).limit(1);
  return found(post, "POST_NOT_FOUND");
}

async function changeTopic(database: Database, topic: Topic, act: StateAction): Promise<Topic> {
  const changed = changeBy(act, topic);
  const comes = stateOf({ ...topic, ...changed }) === "listed";
  // What nobody could see before its approval is new to everybody then.
  const change =
    act.action === "approve" && comes ? { ...changed, publishedAt: act.at, activeAt: act.at } : changed;
  // The topic first: its trigger counts it in its section's filtered lists, before the tags, as every write
  // does.
  const [row] = await database
    .update(topics)
    .set(change)
    .where(eq(topics.id, topic.id))
    .returning(topicFields);
  // While its posts are those that it was counted with.
  if (topic.listed && !comes) await countTopic(database, topic, -1);
  // Its own text waits for the moderators with it; other states are the topic's alone.
  if (change.review) {
    const first = and(eq(posts.topicId, topic.id), eq(posts.floor, 1));
    await database.update(posts).set({ review: change.review }).where(first);
  }
  const now = found(row, "TOPIC_NOT_FOUND");
  if (!topic.listed && comes) await countTopic(database, now, 1);
  return now;
}

async function changeReply(database: Database, topic: Topic, post: Post, act: StateAction): Promise<Post> {
  const change = changeBy(act, post);
  const [changed] = await database
    .update(posts)
    .set(change)
    .where(eq(posts.id, post.id))
    .returning(postFields);
  const now = found(changed, "POST_NOT_FOUND");
  const counted = countedBy(stateOf(post), stateOf(now));
  if (counted === 0) return now;
  await countReply(database, topic, now, counted);
  const wasLast =
    topic.lastReplierId === post.authorId && topic.lastReplyAt.getTime() === post.createdAt.getTime();
  const isLast = topic.lastReplierId === null || topic.lastReplyAt <= post.createdAt;
  if (now.listed ? isLast : wasLast) await setLastReply(database, topic);
  if (act.action === "approve" && now.listed)
    await database.update(topics).set({ activeAt: act.at }).where(eq(topics.id, topic.id));
  return now;
}

/**
 * The one way in which a text's state changes: by the table of transitions, and with it every counter that it
 * moves into or out of sight for. Floor 1 stands for its topic. The topic is locked, and `post` was read
 * since.
 */
export async function changeState(
  database: Database,
  topic: Topic,
  post: Post,
  act: StateAction,
): Promise<{ topic: Topic; post: Post }> {
  if (post.floor === 1) return { topic: await changeTopic(database, topic, act), post };
  return { topic, post: await changeReply(database, topic, post, act) };
}
