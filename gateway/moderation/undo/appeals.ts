import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  accounts,
  appeals,
  moderationBatches,
  moderationItems,
  moderationLog,
  posts,
  topics,
} from "../../database/schema";
import { changeState } from "../../forum/states/change-state";
import { lockAnyTopic } from "../../forum/states/find-content";
import { firstPost } from "../../forum/writing/permalinks";
import { found, Refusal } from "../../server/refusal";
import type { ActOutcome, Work } from "../batches/act";
import { checkMayDecide } from "../decisions/may-decide";
import { holdAgain } from "../penalties/hold-again";
import { textsAgainId, textsBatchOf, textsUndoId } from "../penalties/take-back";
import { hasBegunTopic } from "../topics/began-topic";
import { lockedPostOrGone } from "../topics/bin";
import { writeMarks } from "../topics/change-marks";
import { checkUnchanged, type Done, isMoment, momentOf } from "./done";

type Entry = typeof moderationLog.$inferSelect;

/**
 * Hides a text again, or moves it into the bin, as the row of the log did, unless it is hidden or deleted for another
 * reason.
 */
async function changedAgain(database: Database, entry: Entry, { before }: Done): Promise<number[]> {
  const { targetKind, targetId, action, at } = entry;
  const pid = targetKind === "topic" ? (await firstPost(database, Number(targetId))).id : Number(targetId);
  const { topic, post } = await lockedPostOrGone(database, pid);
  const isTopic = post.floor === 1;
  const was = isTopic ? topic : post;
  const hides = action === "hide" || action === "hidePost";
  if (topic.deletedAt && topic.recycledById === null) return [];
  checkUnchanged(!(await hasBegunTopic(database, post, at)));
  const reason = (before.stateReason ?? null) as string | null;
  if (was.deletedAt !== null) {
    // The text was deleted for another reason; the time of hiding is stored, so that a restore leaves it hidden.
    const table = isTopic ? topics : posts;
    if (hides && was.hiddenAt === null)
      await database.update(table).set({ hiddenAt: at }).where(eq(table.id, was.id));
    return [];
  }
  if (hides && was.hiddenAt !== null) return [];
  const byId = Number(before.recycledById ?? entry.operatorId);
  await changeState(database, topic, post, { action: hides ? "hide" : "recycle", at, reason, byId });
  return [topic.id];
}

async function closedAgain(database: Database, { targetId }: Entry, { before }: Done): Promise<number[]> {
  const topic = await lockAnyTopic(database, Number(targetId));
  if (topic.closed) return [];
  const duplicateOfId = (before.closedAs ?? null) as number | null;
  const until = { mark: "closed", at: momentOf(before.ends) } as const;
  await writeMarks(database, topic.id, { closed: true, duplicateOfId }, until);
  return [topic.id];
}

/** Moves the texts that an upheld appeal restored into the bin again, as a batch of their own. */
async function textsAgain(
  database: Database,
  entry: Entry,
  done: Done,
): Promise<Pick<ActOutcome, "follows">> {
  const texts = await textsBatchOf(database, entry);
  if (texts === undefined) return {};
  const byId = Number(done.entry.operatorId);
  const [undo] = await database
    .select()
    .from(moderationBatches)
    .where(
      and(
        ...[eq(moderationBatches.operatorId, byId), eq(moderationBatches.submissionId, textsUndoId(texts))],
        eq(moderationBatches.createdAt, done.at),
      ),
    );
  // Somebody else had undone that batch before, so the appeal restored no texts.
  if (!undo) return {};
  if (!undo.finishedAt)
    throw new Refusal("CHANGED_SINCE", undefined, "随申诉恢复的内容还在后台恢复，请过一会儿再撤销");
  const back = await database
    .select({ id: moderationItems.targetId })
    .from(moderationItems)
    .where(and(eq(moderationItems.batchId, undo.id), eq(moderationItems.outcome, "done")))
    .orderBy(desc(moderationItems.position));
  const ids = back.map(({ id }) => id);
  return ids.length === 0
    ? {}
    : { follows: { action: "recycleText", ids, submissionId: textsAgainId(texts) } };
}

/** Puts the decision that an upheld appeal took back into force again, unless a later decision was made. */
async function standAgain(
  database: Database,
  entry: Entry,
  done: Done,
  { at }: Work,
): Promise<Pick<ActOutcome, "tids" | "follows">> {
  const { action, personId } = entry;
  if (done.before.taken !== true) return { tids: [] };
  if (action === "close") return { tids: await closedAgain(database, entry, done) };
  if (action !== "warn" && action !== "mute" && action !== "ban")
    return { tids: await changedAgain(database, entry, done) };
  const person = eq(accounts.id, Number(personId));
  await database.select({ id: accounts.id }).from(accounts).where(person).for("no key update");
  await holdAgain(database, Number(personId), { liftedAt: done.at, at });
  return { tids: [], ...(await textsAgain(database, entry, done)) };
}

/** Reopens a decided appeal and puts the decision it contests into force again. The appellant is notified. */
export async function appealWaitsAgain(
  database: Database,
  id: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  const [row] = await database.select().from(appeals).where(eq(appeals.id, id)).for("update");
  const appeal = found(row, "APPEAL_NOT_FOUND");
  await checkMayDecide(database, work.operator, appeal);
  checkUnchanged(isMoment(appeal.decidedAt, done.at));
  const [entry] = await database.select().from(moderationLog).where(eq(moderationLog.id, appeal.logId));
  const again = await standAgain(database, found(entry, "APPEAL_NOT_FOUND"), done, work);
  await database
    .update(appeals)
    .set({ upheld: null, decidedAt: null, decidedById: null, answer: "" })
    .where(eq(appeals.id, id));
  return {
    kind: "appeal",
    sectionId: appeal.sectionId,
    personId: appeal.accountId,
    ...again,
    before: { upheld: appeal.upheld },
    after: { upheld: null },
    tell: { accountIds: [appeal.accountId] },
  };
}
