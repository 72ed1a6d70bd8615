import type { CallRequest } from "contract";
import { addTime, dayOf, formatTime, midnightOf, minuteOf } from "contract/base/time";
import { adviceNotesMax, isOpenStatus } from "contract/feedback/constants";
import type { LogAction, LogValues } from "contract/moderation/actions";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { type AdviceDeed, accounts } from "../../database/schema";
import { transact } from "../../database/transact";
import { isAdministrator, mayBeAppointed } from "../../moderation/administrators/administrators";
import { storeReason } from "../../moderation/store-reason";
import { writeLog } from "../../moderation/write-log";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal, refusedAt } from "../../server/refusal";
import { notifyAuthor } from "../notify-author";
import { dueHour } from "../promised";
import { type AdviceRow, changeAdvice, lockAdvice, nameOf } from "./row";
import { tellStaff, untellStaff } from "./tell-staff";

/** Moves beside the notes: the log has them all, so that the row keeps only the latest. */
const movesKept = 50;

const dueDaysMax = 366;

/** The deeds with a new one. */
function withDeed(deeds: AdviceDeed[], deed: AdviceDeed): AdviceDeed[] {
  const moves = deeds.filter(({ did }) => did !== "note");
  const dropped = new Set(moves.slice(0, Math.max(0, moves.length + 1 - movesKept)));
  return [...deeds.filter((each) => !dropped.has(each)), deed];
}

interface Move {
  action: LogAction;
  deed: Pick<AdviceDeed, "did"> & Partial<AdviceDeed>;
  change: Partial<Pick<AdviceRow, "dueAt" | "assigneeId" | "remindedAt" | "escalatedAt">>;
  before?: LogValues;
  after: LogValues;
  reason?: string;
}

/**
 * Does one thing with a suggestion or complaint, once, however often its form is posted.
 * @param isSame whether a deed of the same form is what this one asks for: a form that went back may hold other words
 * @param decide says what to do with the locked row; null when there is nothing to do
 */
function moveOnce(
  { number, submissionId: key }: { number: string; submissionId: string },
  context: CallContext,
  isSame: (deed: AdviceDeed) => boolean,
  decide: (row: AdviceRow, database: Database, at: Date) => Promise<Move | null>,
): Promise<{ success: true }> {
  const { id: by } = accountOf(context);
  const at = context.now();
  return transact(context.database, async (database) => {
    const row = await lockAdvice(database, number);
    const isRepeated = (deed: AdviceDeed) => deed.key === key && deed.by === by && isSame(deed);
    if (row.deeds.some(isRepeated)) return { success: true };
    const move = await decide(row, database, at);
    if (!move) return { success: true };
    const deed = { text: "", to: null, dueAt: null, ...move.deed, by, at: at.toISOString(), key };
    await changeAdvice(database, number, { ...move.change, deeds: withDeed(row.deeds, deed) });
    const reason = move.reason === undefined ? null : await storeReason(database, move.reason);
    await writeLog(database, {
      at,
      operatorId: by,
      action: move.action,
      targetKind: "advice",
      targetId: row.id,
      personId: row.accountId,
      before: move.before ?? {},
      after: { number, ...move.after },
      reason,
    });
    return { success: true };
  });
}

const dueOn = (day: string): Date => addTime(midnightOf(day), dueHour, "hour");

const isNote =
  (text: string) =>
  (deed: AdviceDeed): boolean =>
    deed.did === "note" && deed.text === text;
const isAssignedTo =
  (to: number | null) =>
  (deed: AdviceDeed): boolean =>
    deed.did === "assign" && deed.to === to;
const isDue =
  (at: Date) =>
  (deed: AdviceDeed): boolean =>
    deed.did === "due" && deed.dueAt === at.toISOString();

/** Who did the latest of such moves, and when, for whoever came second. */
async function latest(database: Database, row: AdviceRow, did: AdviceDeed["did"]): Promise<string> {
  const deed = row.deeds.findLast((each) => each.did === did);
  return deed ? `${await nameOf(database, deed.by)} ${formatTime(deed.at, "MM-DD HH:mm")} ` : "";
}

/**
 * Gives it to an administrator, or frees it. Throws ADVICE_CHANGED and ADVICE_ASSIGNEE beside the person.
 */
export const assignAdvice = (request: CallRequest<"assignAdvice">, context: CallContext) =>
  moveOnce(request, context, isAssignedTo(request.uid || null), async (row, database, at) => {
    const { number, uid, from } = request;
    const { id: by } = accountOf(context);
    const [before, to] = [row.assigneeId, uid || null];
    if (before === to) return null;
    if (before !== (from || null)) {
      const now =
        before === null ? "放开了这一条，现在没有受理人" : `把它分派给了 ${await nameOf(database, before)}`;
      const message = `${await latest(database, row, "assign")}${now}，请看过再决定`;
      throw new Refusal("ADVICE_CHANGED", { uid: [message] }, message);
    }
    if (to !== null) {
      const [person] = await database
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(eq(accounts.id, to), isAdministrator, mayBeAppointed(at)))
        .for("share");
      if (!person) throw refusedAt("uid", "ADVICE_ASSIGNEE");
    }
    const event = "adviceAssigned" as const;
    if (before !== null) await untellStaff(database, before, { event, number });
    if (to !== null && to !== by) await tellStaff(database, [to], { event, number, at });
    return {
      action: "adviceAssign",
      deed: { did: "assign", to },
      change: { assigneeId: to },
      before: { assigneeId: before },
      after: { assigneeId: to },
    };
  });

/** Adds a note for the other administrators. Throws ADVICE_NOTES_FULL. */
export const addAdviceNote = (request: CallRequest<"addAdviceNote">, context: CallContext) =>
  moveOnce(request, context, isNote(request.text), async ({ deeds }) => {
    const notes = deeds.filter(({ did }) => did === "note").length;
    if (notes >= adviceNotesMax) throw new Refusal("ADVICE_NOTES_FULL");
    return {
      action: "adviceNote",
      deed: { did: "note", text: request.text },
      change: {},
      after: { notes: notes + 1 },
    };
  });

/**
 * Changes the day by which it is to be answered; what is overdue may be told anew. The asker of a question was promised
 * the earlier date, and gets a notice. Throws ADVICE_NOT_OPEN, and ADVICE_DUE_PAST and ADVICE_CHANGED beside the day.
 */
export const setAdviceDue = (request: CallRequest<"setAdviceDue">, context: CallContext) =>
  moveOnce(request, context, isDue(dueOn(request.day)), async (row, database, at) => {
    const { number, day, reason, from } = request;
    if (!isOpenStatus(row.status as Parameters<typeof isOpenStatus>[0])) throw new Refusal("ADVICE_NOT_OPEN");
    const dueAt = dueOn(day);
    const before = row.dueAt?.toISOString() ?? "";
    if (before === dueAt.toISOString()) {
      const message = "期限没有变，没有什么可改的";
      throw new Refusal("ADVICE_DUE_PAST", { day: [message] }, message);
    }
    if (from !== undefined && before !== from) {
      const now = row.dueAt ? `把期限改成了 ${minuteOf(row.dueAt)}` : "去掉了期限";
      const message = `${await latest(database, row, "due")}${now}，请看过再决定`;
      throw new Refusal("ADVICE_CHANGED", { day: [message] }, message);
    }
    if (day === dayOf(at) && dueAt <= at) {
      const message = `今天 ${dueHour}:00 已过，请选明天或以后的一天`;
      throw new Refusal("ADVICE_DUE_PAST", { day: [message] }, message);
    }
    if (dueAt <= at || dueAt > addTime(at, dueDaysMax, "day")) throw refusedAt("day", "ADVICE_DUE_PAST");
    if (row.type === "question" && row.accountId !== null)
      await notifyAuthor(database, row.accountId, number, at);
    return {
      action: "adviceDue",
      deed: { did: "due", text: reason, dueAt: dueAt.toISOString() },
      change: { dueAt, remindedAt: null, escalatedAt: null },
      before: { dueAt: before || null },
      after: { dueAt: dueAt.toISOString() },
      reason,
    };
  });
