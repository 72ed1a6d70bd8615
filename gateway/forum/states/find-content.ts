import type { ContentState } from "contract/forum/shapes";
import type { SectionRights } from "contract/moderation/constants";
import { and, eq, getTableColumns, type SQL } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, sections, topics } from "../../database/schema";
import { moderates } from "../../server/access";
import type { CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { checkView } from "../../server/rights";
import { isShownTo, stateOf } from "./visibility";

/** All columns of a topic and of a post except the search document, which no code reads. */
const { search: _topicDocument, ...topicFields } = getTableColumns(topics);
const { search: _postDocument, ...postFields } = getTableColumns(posts);

export { postFields, topicFields };

export type Topic = Omit<typeof topics.$inferSelect, "search">;
export type Post = Omit<typeof posts.$inferSelect, "search">;

const inOpenSection = (tid: number): SQL | undefined => and(eq(topics.id, tid), eq(sections.closed, false));

const selectTopic = (database: Database, tid: number) =>
  database
    .select({ topic: topicFields, rights: sections.rights })
    .from(topics)
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(inOpenSection(tid))
    .limit(1);

/** Whether the caller may see a text of this state and author in this section. */
function mayCallerSee(
  context: CallContext,
  state: ContentState,
  authorId: number,
  sectionId: number,
): boolean {
  const { account } = context.caller;
  return isShownTo(account && { id: account.id, moderates: moderates(context, sectionId) }, state, authorId);
}

/**
 * A topic that the caller may see, in a section that is open, and its state. Throws TOPIC_NOT_FOUND.
 * @param database the transaction, inside one
 */
export async function visibleTopic(context: CallContext, tid: number, database = context.database) {
  const [row] = await selectTopic(database, tid);
  const { topic, rights } = found(row, "TOPIC_NOT_FOUND");
  const state = checkVisible(context, topic, rights);
  return { topic, state, section: { id: topic.sectionId, rights } };
}

function checkVisible(context: CallContext, topic: Topic, rights: SectionRights): ContentState {
  checkView(context.caller, { id: topic.sectionId, rights }, "TOPIC_NOT_FOUND");
  const state = stateOf(topic);
  if (!mayCallerSee(context, state, topic.authorId, topic.sectionId)) throw new Refusal("TOPIC_NOT_FOUND");
  return state;
}

/**
 * A post that the caller may see, in a topic that they may see. Throws POST_NOT_FOUND, or TOPIC_NOT_FOUND for
 * its topic.
 */
export async function visiblePost(context: CallContext, pid: number, database = context.database) {
  const [row] = await database.select(postFields).from(posts).where(eq(posts.id, pid)).limit(1);
  const post = found(row, "POST_NOT_FOUND");
  const { topic, state: topicState } = await visibleTopic(context, post.topicId, database);
  const state = stateOf(post);
  if (!mayCallerSee(context, state, post.authorId, topic.sectionId)) throw new Refusal("POST_NOT_FOUND");
  return { post, topic, state: topicState === "listed" ? state : topicState };
}

/**
 * As `visiblePost`, for actions on listed texts only: throws CONTENT_NOT_LISTED for a text that only some people see.
 * A recycled text counts as missing.
 */
export async function listedPost(
  context: CallContext,
  pid: number,
  database = context.database,
): Promise<{ post: Post; topic: Topic }> {
  const { post, topic, state } = await visiblePost(context, pid, database);
  if (state !== "listed") throw new Refusal(state === "recycled" ? "POST_NOT_FOUND" : "CONTENT_NOT_LISTED");
  return { post, topic };
}

/** As `listedPost`, of a topic. */
export async function listedTopic(
  context: CallContext,
  tid: number,
  database = context.database,
): Promise<Topic> {
  const { topic, state } = await visibleTopic(context, tid, database);
  if (state !== "listed") throw new Refusal(state === "recycled" ? "TOPIC_NOT_FOUND" : "CONTENT_NOT_LISTED");
  return topic;
}

/**
 * Locks a topic, not deleted and in an open section, until the transaction ends. Every change of a topic's floors or
 * counters takes this lock first, so such changes happen one after another. Throws TOPIC_NOT_FOUND.
 */
export async function lockTopic(database: Database, tid: number): Promise<Topic> {
  const [row] = await selectTopic(database, tid).for("no key update", { of: topics });
  const { topic } = found(row, "TOPIC_NOT_FOUND");
  if (topic.deletedAt) throw new Refusal("TOPIC_NOT_FOUND");
  return topic;
}

/** The lock of `lockListedTopic` for a reply, with the topic's section in the same statement. */
export async function lockForReply(
  database: Database,
  context: CallContext,
  tid: number,
): Promise<{ topic: Topic; section: typeof sections.$inferSelect }> {
  const [row] = await database
    .select({ topic: topicFields, section: sections })
    .from(topics)
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(inOpenSection(tid))
    .limit(1)
    .for("no key update", { of: topics });
  const { topic, section } = found(row, "TOPIC_NOT_FOUND");
  checkLocked(context, topic, section.rights);
  return { topic, section };
}

function checkLocked(context: CallContext, topic: Topic, rights: SectionRights): void {
  if (topic.deletedAt) throw new Refusal("TOPIC_NOT_FOUND");
  if (checkVisible(context, topic, rights) !== "listed") throw new Refusal("CONTENT_NOT_LISTED");
}

/** The same lock on any topic, also a deleted one: reports and appeals about it remain. */
export async function lockTopicOrGone(database: Database, tid: number): Promise<Topic> {
  const [row] = await database
    .select(topicFields)
    .from(topics)
    .where(eq(topics.id, tid))
    .limit(1)
    .for("no key update");
  return found(row, "TOPIC_NOT_FOUND");
}

/**
 * The same lock for moderators: on a topic of any section and state, also a recycled one. Throws TOPIC_NOT_FOUND for
 * one that its author deleted.
 */
export async function lockAnyTopic(database: Database, tid: number): Promise<Topic> {
  const topic = await lockTopicOrGone(database, tid);
  if (stateOf(topic) === "deleted") throw new Refusal("TOPIC_NOT_FOUND");
  return topic;
}

/**
 * The same lock on a listed topic. Throws TOPIC_NOT_FOUND, or CONTENT_NOT_LISTED where the topic is not listed but
 * the caller may see it.
 */
export async function lockListedTopic(database: Database, context: CallContext, tid: number): Promise<Topic> {
  const [row] = await selectTopic(database, tid).for("no key update", { of: topics });
  const { topic, rights } = found(row, "TOPIC_NOT_FOUND");
  checkLocked(context, topic, rights);
  return topic;
}
