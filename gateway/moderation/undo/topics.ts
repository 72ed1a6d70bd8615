import type { LogValues, PinScope, TopicAction } from "contract/moderation/actions";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { recommendedTopics, topics } from "../../database/schema";
import { changeState, presentPost } from "../../forum/states/change-state";
import { lockAnyTopic, type Topic } from "../../forum/states/find-content";
import { stateOf } from "../../forum/states/visibility";
import { firstPost } from "../../forum/writing/permalinks";
import { Refusal } from "../../server/refusal";
import type { ActOutcome, Work } from "../batches/act";
import { lockSection } from "../lock-section";
import { actsIn, checkMayAct } from "../operator";
import { checkRoom, isCurrent } from "../recommended";
import { type Marks, markOf, writeMarks } from "../topics/change-marks";
import { checkClass, checkSection, moveTopic, type Place } from "../topics/move-topic";
import { checkMayBring, checkMayPin } from "../topics/pins";
import { checkUnchanged, type Done, isMoment, reasonAfter } from "./done";

async function putBackState(database: Database, topic: Topic, done: Done, work: Work): Promise<void> {
  const { at, before, action } = done;
  const isHidden = isMoment(topic.hiddenAt, at);
  const state = { hide: "show", show: "hide", recycle: "recover" } as const;
  if (action === "recycle") checkUnchanged(isMoment(topic.deletedAt, at));
  else checkUnchanged(!topic.deletedAt && (action === "hide" ? isHidden : topic.hiddenAt === null));
  const first = await presentPost(database, (await firstPost(database, topic.id)).id);
  const { operator } = work;
  const act = { action: state[action as keyof typeof state], at: work.at, byId: operator.id };
  const { topic: now } = await changeState(database, topic, first, act);
  const stateReason =
    action === "show" ? (before.stateReason as string | null) : reasonAfter(topic.stateReason, now, done);
  // The time of hiding from before the batch.
  const since = action === "show" && typeof before.hiddenAt === "string" ? new Date(before.hiddenAt) : null;
  await database
    .update(topics)
    .set({ stateReason, ...(since ? { hiddenAt: since } : {}) })
    .where(eq(topics.id, topic.id));
}

async function putBackPlace(database: Database, topic: Topic, done: Done, work: Work): Promise<void> {
  const place = done.before as unknown as Place;
  const { sectionId, classId, movedFromId } = done.after as unknown as Place;
  const same = topic.sectionId === sectionId && topic.classId === classId;
  checkUnchanged(same && topic.movedFromId === movedFromId);
  await checkSection(database, place.sectionId);
  if (!actsIn(work.operator, place.sectionId)) throw new Refusal("NOT_YOUR_SECTION");
  await checkMayBring(database, work.operator, topic, place.sectionId);
  if (place.classId !== null) await checkClass(database, place.sectionId, place.classId);
  await moveTopic(database, topic, place, { at: work.at, pointer: false });
}

async function putBackRecommendation(
  database: Database,
  topic: Topic,
  done: Done,
  { at }: Work,
): Promise<void> {
  const { sectionId, id: topicId } = topic;
  checkUnchanged(sectionId === done.sectionId);
  const mine = and(eq(recommendedTopics.sectionId, sectionId), eq(recommendedTopics.topicId, topicId));
  const [removed] = await database.delete(recommendedTopics).where(mine).returning();
  checkUnchanged((removed?.position ?? null) === done.after.recommended);
  const { recommended } = done.before;
  if (recommended === null) return;
  const until = typeof done.before.until === "string" ? new Date(done.before.until) : null;
  // A recommendation that readers see again needs room, unless this topic's present one frees a place.
  if (isCurrent(until, at) && !(removed && isCurrent(removed.until, at)))
    await checkRoom(database, topicId, { fid: sectionId, at });
  await database
    .insert(recommendedTopics)
    .values({ sectionId, topicId, position: Number(recommended), until });
}

async function putBackMarks(database: Database, topic: Topic, done: Done, { operator }: Work): Promise<void> {
  const { until: _until, ...left } = done.after;
  const { until, ...before } = done.before;
  const now = topic as unknown as LogValues;
  checkUnchanged(Object.entries(left).every(([name, value]) => (now[name] ?? null) === value));
  if (done.action === "pin")
    for (const scope of [topic.pinScope, before.pinScope as PinScope | null])
      await checkMayPin(database, operator, scope, topic.sectionId);
  // The mark gets its old end; if that time is over, the next run of the job removes the mark.
  const at = typeof until === "string" ? new Date(until) : null;
  await writeMarks(database, topic.id, before as Marks, { mark: markOf[done.action as TopicAction], at });
}

async function putBackActivity(database: Database, topic: Topic, { before, after }: Done): Promise<void> {
  checkUnchanged(isMoment(topic.activeAt, after.activeAt as string | null));
  const activeAt = typeof before.activeAt === "string" ? new Date(before.activeAt) : null;
  await database.update(topics).set({ activeAt }).where(eq(topics.id, topic.id));
}

async function putBackClass(database: Database, topic: Topic, { before, after }: Done): Promise<void> {
  const classId = before.classId as number | null;
  checkUnchanged(topic.classId === after.classId);
  if (classId !== null) await checkClass(database, topic.sectionId, classId);
  await database.update(topics).set({ classId }).where(eq(topics.id, topic.id));
}

/** Restores what a batch changed of one topic. Throws CHANGED_SINCE. */
async function putBack(database: Database, topic: Topic, done: Done, work: Work): Promise<void> {
  switch (done.action as TopicAction) {
    case "hide":
    case "show":
    case "recycle":
      return putBackState(database, topic, done, work);
    case "move":
      return putBackPlace(database, topic, done, work);
    case "recommend":
      return putBackRecommendation(database, topic, done, work);
    case "raise":
    case "sink":
      return putBackActivity(database, topic, done);
    case "class":
      return putBackClass(database, topic, done);
    default:
      return putBackMarks(database, topic, done, work);
  }
}

/** Undoes what a batch did to a topic. */
export async function putBackTopic(
  database: Database,
  tid: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  if (done.action === "recommend" && done.sectionId !== null) await lockSection(database, done.sectionId);
  const topic = await lockAnyTopic(database, tid);
  await checkMayAct(database, work.operator, topic, false);
  await putBack(database, topic, done, work);
  const now = await lockAnyTopic(database, tid);
  const { sectionId, authorId } = topic;
  return {
    kind: "topic",
    sectionId,
    personId: authorId,
    tids: [tid],
    before: { state: stateOf(topic) },
    after: { state: stateOf(now) },
    tell: { accountIds: [authorId], topicId: tid },
  };
}
