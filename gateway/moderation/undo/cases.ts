import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { moderationLog, posts, reportCases, reports, topics } from "../../database/schema";
import { found, Refusal } from "../../server/refusal";
import type { ActOutcome, Work } from "../batches/act";
import { type SideAction, writeDown } from "../decisions/beside";
import { takeBack } from "../decisions/take-back";
import { checkMayAct } from "../operator";
import { lockedPostOrGone } from "../topics/bin";
import { checkUnchanged, type Done, isMoment } from "./done";

type Case = typeof reportCases.$inferSelect;

/** Locks a case and its text, and checks that the operator may decide on it. */
async function lockedCase(database: Database, id: number, { operator }: Work) {
  const [postRow] = await database
    .select({ postId: reportCases.postId })
    .from(reportCases)
    .where(eq(reportCases.id, id));
  const text = await lockedPostOrGone(database, found(postRow, "CASE_NOT_FOUND").postId);
  const { topic, post } = text;
  await checkMayAct(database, operator, { sectionId: topic.sectionId, authorId: post.authorId }, false);
  const [row] = await database.select().from(reportCases).where(eq(reportCases.id, id)).for("update");
  return { reportCase: found(row, "CASE_NOT_FOUND"), ...text };
}

type LockedCase = Awaited<ReturnType<typeof lockedCase>>;

/**
 * Takes back the acts on the text and the author of an upheld case, each with a row of the log and a notice of its own.
 * Later decisions stay in force.
 */
async function takeBackBeside(database: Database, { topic, post }: LockedCase, done: Done, work: Work) {
  const isTopic = post.floor === 1;
  const tids: number[] = [];
  const undone: SideAction[] = [];
  for (const logId of [done.before.textLog, done.before.authorLog]) {
    if (typeof logId !== "number") continue;
    const [entry] = await database.select().from(moderationLog).where(eq(moderationLog.id, logId));
    if (!entry) continue;
    const { targetKind, targetId, sectionId, personId } = entry;
    const back = await takeBack(database, entry, work);
    // A later decision was made about it, or it is deleted for good.
    if (!back.values) continue;
    if (targetKind !== "person") {
      tids.push(...back.tids);
      // The restore cleared the reason beside the text; the one from before the case is written back.
      const [table, id] = isTopic ? [topics, topic.id] : [posts, post.id];
      const stateReason = (done.before.stateReason ?? null) as string | null;
      if (back.tids.length > 0) await database.update(table).set({ stateReason }).where(eq(table.id, id));
    }
    const about = targetKind === "person" ? {} : { topicId: topic.id, postId: post.id };
    undone.push({
      action: "undo",
      kind: targetKind as "topic" | "post" | "person",
      targetId: targetId ?? 0,
      sectionId,
      personId,
      before: entry.after,
      after: entry.before,
      tids: [],
      tell: { accountIds: [post.authorId], ...about },
    });
  }
  await writeDown(database, undone, work, topic.sectionId);
  return tids;
}

/** Throws CHANGED_SINCE when the text was reported again: a text may have only one open case. */
async function checkNoOther(database: Database, { postId }: Case): Promise<void> {
  const open = and(eq(reportCases.postId, postId), isNull(reportCases.decidedAt));
  checkUnchanged((await database.$count(reportCases, open)) === 0);
}

/**
 * Reopens a settled case with its reports, and takes back its acts on the text and the author. The reporters are
 * notified.
 */
export async function caseWaitsAgain(
  database: Database,
  id: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  const text = await lockedCase(database, id, work);
  const { reportCase, topic, post } = text;
  checkUnchanged(reportCase.status === done.after.status && isMoment(reportCase.decidedAt, done.at));
  await checkNoOther(database, reportCase);
  const mine = eq(reports.caseId, id);
  const reporters = await database.select({ id: reports.accountId }).from(reports).where(mine);
  if (reporters.some((reporter) => reporter.id === work.operator.id)) throw new Refusal("OWN_CONTENT");
  const status = done.before.status as Case["status"];
  await database
    .update(reportCases)
    .set({ status, decidedAt: null, decidedById: null, answer: "" })
    .where(eq(reportCases.id, id));
  await database
    .update(reports)
    .set({ closedAt: null })
    .where(and(mine, eq(reports.closedAt, done.at)));
  const tids = await takeBackBeside(database, text, done, work);
  return {
    kind: "case",
    sectionId: topic.sectionId,
    personId: post.authorId,
    tids,
    before: { status: reportCase.status },
    after: { status },
    tell: { accountIds: reporters.map((reporter) => reporter.id), topicId: topic.id, postId: post.id },
  };
}

/** Gives a case back to the assignee from before the change. */
export async function caseAssignedBefore(
  database: Database,
  id: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  const { reportCase, topic, post } = await lockedCase(database, id, work);
  checkUnchanged(reportCase.decidedAt === null && reportCase.assigneeId === done.after.assigneeId);
  const assigneeId = (done.before.assigneeId ?? null) as number | null;
  const status = done.before.status as Case["status"];
  await database.update(reportCases).set({ assigneeId, status }).where(eq(reportCases.id, id));
  return {
    kind: "case",
    sectionId: topic.sectionId,
    personId: post.authorId,
    tids: [],
    before: { assigneeId: reportCase.assigneeId },
    after: { assigneeId },
  };
}
