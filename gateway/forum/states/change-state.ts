import { type ContentAction, counterChange, nextState } from "contract/forum/transitions";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, topics } from "../../database/schema";
import { found, Refusal } from "../../server/refusal";
import { countReply, countTopic } from "./counters";
import { lockTopicOrGone, type Post, postFields, type Topic, topicFields } from "./find-content";
import { setLastReply } from "./last-reply";
import { stateOf, type TextState } from "./visibility";

type StateChange = Partial<TextState> & { stateReason?: string | null; publishedAt?: Date; activeAt?: Date };

/** The action, its time, and the reason that the author reads. */
export interface StateAction {
  action: ContentAction;
  at: Date;
  reason?: string | null;
  /** The moderator, for actions that store a name. */
  byId?: number;
}

/** The columns that an action changes. A hidden text that is approved keeps the reason why it was hidden. */
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

/** The columns of an action. Throws CONTENT_NOT_LISTED where the table of transitions does not allow it. */
function changeBy(act: StateAction, text: TextState): StateChange {
  if (nextState(act.action, stateOf(text)) === null) throw new Refusal("CONTENT_NOT_LISTED");
  return columnsOf(act, text);
}

/** Reads a post again. Its topic is locked, so its counters cannot change meanwhile. */
export async function presentPost(database: Database, pid: number): Promise<Post> {
  const [post] = await database.select(postFields).from(posts).where(eq(posts.id, pid)).limit(1);
  return found(post, "POST_NOT_FOUND");
}

/**
 * Locks the topic of a post, and reads both after that. Moderators may move the post to another topic while this waits:
 * then that topic is locked too. Throws POST_NOT_FOUND.
 * @param lock what locks the topic again, and throws for more topics
 */
export async function lockTopicOf(
  database: Database,
  pid: number,
  lock?: (database: Database, tid: number) => Promise<Topic>,
): Promise<{ topic: Topic; post: Post }> {
  let { topicId } = await presentPost(database, pid);
  for (;;) {
    // In any state: the topic that the post has left may be gone.
    const topic = await lockTopicOrGone(database, topicId);
    const post = await presentPost(database, pid);
    if (post.topicId === topicId) return { topic: lock ? await lock(database, topicId) : topic, post };
    topicId = post.topicId;
  }
}

async function changeTopic(database: Database, topic: Topic, act: StateAction): Promise<Topic> {
  const changed = changeBy(act, topic);
  const comes = stateOf({ ...topic, ...changed }) === "listed";
  // An approved text is new to everybody: nobody could see it before.
  const change =
    act.action === "approve" && comes ? { ...changed, publishedAt: act.at, activeAt: act.at } : changed;
  // Every write changes the topic first: its trigger counts it in the section's filtered lists, before the tags.
  const [row] = await database
    .update(topics)
    .set(change)
    .where(eq(topics.id, topic.id))
    .returning(topicFields);
  // Its posts are still those of the counters.
  if (topic.listed && !comes) await countTopic(database, topic, -1);
  // The topic's own text waits for review together with it; other states belong to the topic alone.
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
  const counted = counterChange(stateOf(post), stateOf(now));
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
 * Changes a text's state: the only way to do so. It follows the table of transitions and updates every counter of
 * listed texts. Floor 1 stands for its topic. The caller has locked the topic and read `post` after that.
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
