import { addTime } from "contract/base/time";
import { type LogValues, moderatorActions, type TopicAction } from "contract/moderation/actions";
import { position } from "contract/moderation/sections/fields";
import type { RefusalCode } from "contract/refusals";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { recommendedTopics, topicMarkExpiries, topics } from "../../database/schema";
import { changeState, presentPost } from "../../forum/states/change-state";
import { lockAnyTopic, type Topic } from "../../forum/states/find-content";
import { stateOf } from "../../forum/states/visibility";
import { firstPost } from "../../forum/writing/permalinks";
import { found, Refusal } from "../../server/refusal";
import type { Act, ActOutcome, Work } from "../batches/act";
import { lockSection } from "../lock-section";
import { actsIn, checkMayAct } from "../operator";
import { checkRecommendable, isCurrent } from "../recommended";
import { marksOf, setMarks } from "./change-marks";
import { recycleText } from "./delete-text";
import { checkClass, checkSection, moveTopic, sameClass } from "./move-topic";
import { checkMayBring, checkMayPin } from "./pins";

/** The time at which a mark that was set for some days ends; null for good. */
const endOf = ({ at, options: { days = 0 } }: Work): Date | null =>
  days > 0 ? addTime(at, days, "day") : null;

/** The id in an action's value. Throws the refusal when it is not a number. */
function idInValue(value: string, code: RefusalCode): number {
  if (!/^\d{1,9}$/.test(value)) throw new Refusal(code);
  return Number(value);
}

/** A topic's state, as the log and an undo store it. */
const statedValues = ({ hiddenAt, deletedAt, recycledById, review }: Topic): LogValues => ({
  state: stateOf({ hiddenAt, deletedAt, recycledById, review }),
});

interface Change {
  before: LogValues;
  after: LogValues;
  undo?: LogValues;
}

async function changeStated(
  database: Database,
  topic: Topic,
  work: Work,
  action: "hide" | "show" | "recycle",
): Promise<Change> {
  const { at, reason, operator } = work;
  const post = await firstPost(database, topic.id);
  const act = { action, at, reason: reason?.text ?? null, byId: operator.id };
  const text = { topic, post: await presentPost(database, post.id) };
  const { topic: now } =
    action === "recycle"
      ? await recycleText(database, text, work)
      : await changeState(database, text.topic, text.post, act);
  const { stateReason, hiddenAt } = topic;
  return {
    before: statedValues(topic),
    after: statedValues(now),
    undo: { ...statedValues(topic), stateReason, hiddenAt: hiddenAt?.toISOString() ?? null },
  };
}

async function setActive(database: Database, topic: Topic, activeAt: Date): Promise<Change> {
  if (topic.activeAt?.getTime() === activeAt.getTime()) throw new Refusal("ALREADY_SO");
  await database.update(topics).set({ activeAt }).where(eq(topics.id, topic.id));
  return {
    before: { activeAt: topic.activeAt?.toISOString() ?? null },
    after: { activeAt: activeAt.toISOString() },
  };
}

async function move(database: Database, topic: Topic, work: Work): Promise<Change> {
  const { value = "", pointer = false } = work.options;
  const sectionId = idInValue(value, "SECTION_NOT_FOUND");
  if (sectionId === topic.sectionId) throw new Refusal("ALREADY_SO");
  await checkSection(database, sectionId);
  // Nobody may move a topic to a section from which they could not move it back.
  if (!actsIn(work.operator, sectionId)) throw new Refusal("NOT_YOUR_SECTION");
  await checkMayBring(database, work.operator, topic, sectionId);
  const place = {
    sectionId,
    classId: await sameClass(database, topic.classId, sectionId),
    movedFromId: topic.sectionId,
  };
  await moveTopic(database, topic, place, { at: work.at, pointer });
  const { classId, movedFromId } = topic;
  return { before: { sectionId: topic.sectionId, classId, movedFromId }, after: { ...place } };
}

async function setClass(
  database: Database,
  topic: Topic,
  { options: { value = "" } }: Work,
): Promise<Change> {
  const classId = value === "" ? null : idInValue(value, "CLASS_NOT_IN_SECTION");
  if (classId === topic.classId) throw new Refusal("ALREADY_SO");
  if (classId !== null) await checkClass(database, topic.sectionId, classId);
  await database.update(topics).set({ classId }).where(eq(topics.id, topic.id));
  return { before: { classId: topic.classId }, after: { classId } };
}

async function recommend(database: Database, topic: Topic, work: Work): Promise<Change> {
  const { value = "1" } = work.options;
  const { sectionId, id: topicId } = topic;
  const mine = and(eq(recommendedTopics.sectionId, sectionId), eq(recommendedTopics.topicId, topicId));
  const removed = await database.delete(recommendedTopics).where(mine).returning();
  const before = {
    recommended: removed[0]?.position ?? null,
    until: removed[0]?.until?.toISOString() ?? null,
  };
  if (value === "") {
    if (removed.length === 0) throw new Refusal("ALREADY_SO");
    return { before, after: { recommended: null } };
  }
  const place = position.safeParse(value);
  if (!place.success) throw new Refusal("INVALID_REQUEST", { value: ["推荐的顺序有误"] });
  if (!removed[0] || !isCurrent(removed[0].until, work.at))
    await checkRecommendable(database, topic, { fid: sectionId, at: work.at });
  await database
    .insert(recommendedTopics)
    .values({ sectionId, topicId, position: place.data, until: endOf(work) });
  return { before, after: { recommended: place.data } };
}

async function change(database: Database, topic: Topic, work: Work): Promise<Change> {
  const marked = marksOf(work.action, topic, work.options);
  if (marked) {
    const { duplicateOf } = work.options;
    if (duplicateOf !== undefined) {
      const [other] = await database
        .select({ id: topics.id, listed: topics.listed })
        .from(topics)
        .where(eq(topics.id, duplicateOf));
      if (!other?.listed || other.id === topic.id) throw new Refusal("TOPIC_NOT_FOUND");
    }
    const { pinScope } = marked.marks;
    // An operator who may not set a wide pin may not remove it either.
    for (const scope of pinScope === undefined ? [] : [topic.pinScope, pinScope])
      await checkMayPin(database, work.operator, scope, topic.sectionId);
    return setMarks(database, topic, marked.marks, { mark: marked.mark, at: endOf(work) });
  }
  switch (work.action as TopicAction) {
    case "hide":
    case "show":
    case "recycle":
      return changeStated(database, topic, work, work.action as "hide");
    case "raise":
      return setActive(database, topic, work.at);
    case "sink":
      return setActive(database, topic, topic.createdAt);
    case "move":
      return move(database, topic, work);
    case "class":
      return setClass(database, topic, work);
    case "recommend":
      return recommend(database, topic, work);
    default:
      throw new Refusal("WRONG_STATE");
  }
}

/** Locks the topic, whatever its state, and checks that this operator may do this action. */
export async function lockedFor(database: Database, tid: number, work: Work): Promise<Topic> {
  const topic = await lockAnyTopic(database, tid);
  await checkMayAct(database, work.operator, topic, moderatorActions[work.action].against);
  return topic;
}

/** Locks the topic's section, so that two requests cannot both recommend a tenth topic. */
async function lockSectionOf(database: Database, tid: number): Promise<void> {
  const [row] = await database.select({ sectionId: topics.sectionId }).from(topics).where(eq(topics.id, tid));
  if (row) await lockSection(database, row.sectionId);
}

/**
 * Does one action of topicActions to one topic (spec 7.2: topic operate, stamp and icon, close, hide, change section).
 */
export const actOnTopic: Act = {
  kind: "topic",
  async act(database, tid, work): Promise<ActOutcome> {
    if (work.action === "recommend") await lockSectionOf(database, tid);
    const topic = await lockedFor(database, tid, work);
    if (stateOf(topic) === "recycled") throw new Refusal("WRONG_STATE");
    const done = await change(database, topic, work);
    const first = await firstPost(database, tid);
    const { sectionId, authorId } = topic;
    return {
      sectionId,
      personId: authorId,
      tids: [tid],
      ...done,
      tell: { accountIds: [authorId], topicId: tid, postId: first.id },
    };
  },
};

/**
 * Removes a mark whose time is over, unless somebody has set it anew. @returns the outcome for the log; null when
 * nothing changed
 */
export async function expireMark(
  database: Database,
  { topicId, mark, now }: { topicId: number; mark: typeof topicMarkExpiries.$inferSelect.mark; now: Date },
): Promise<ActOutcome | null> {
  const topic = await lockAnyTopic(database, topicId).catch(() => null);
  const removed = await database
    .delete(topicMarkExpiries)
    .where(and(eq(topicMarkExpiries.topicId, topicId), eq(topicMarkExpiries.mark, mark)))
    .returning();
  if (!topic || !removed[0] || removed[0].until > now) return null;
  const action = { pinScope: "pin", digestLevel: "digest", closed: "open" }[mark as string] ?? mark;
  const { marks } = found(marksOf(action, topic, {}), "WRONG_STATE");
  const changed = await setMarks(database, topic, marks, { mark, at: null }).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  const { sectionId, authorId } = topic;
  return changed ? { sectionId, personId: authorId, tids: [topicId], ...changed } : null;
}
