import { logWarning } from "contract/base/log";
import { subtractTime } from "contract/base/time";
import { escalationHours, openStatuses } from "contract/feedback/constants";
import { and, asc, inArray, isNull, lte, or } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, complaints, suggestions } from "../../database/schema";
import { transact } from "../../database/transact";
import type { Job } from "../../jobs";
import { isAdministrator, mayBeAppointed } from "../../moderation/administrators/administrators";
import { writeLog } from "../../moderation/write-log";
import { type AdviceRow, changeAdvice, lockAdvice } from "./row";
import { tellStaff } from "./tell-staff";

const atOnce = 200;

/** What is overdue, and whose assignee has had a day since it was told. */
const isDue = (table: typeof suggestions | typeof complaints, at: Date) =>
  and(
    inArray(table.status, [...openStatuses]),
    isNull(table.escalatedAt),
    lte(table.dueAt, at),
    or(isNull(table.remindedAt), lte(table.remindedAt, subtractTime(at, escalationHours, "hour"))),
  );

/** The same of a row that was locked since: somebody may have answered it, or changed its date. */
const stillDue = ({ status, dueAt, remindedAt, escalatedAt }: AdviceRow, at: Date): boolean =>
  openStatuses.some((open) => open === status) &&
  escalatedAt === null &&
  dueAt !== null &&
  dueAt <= at &&
  (remindedAt === null || remindedAt <= subtractTime(at, escalationHours, "hour"));

/**
 * Tells the assignee, or after a day, or where there is none, all other administrators. The mark, the notices and the
 * row of the log are one transaction: whatever happens in between, each is told once.
 */
async function escalate(database: Database, number: string, at: Date): Promise<void> {
  const row = await lockAdvice(database, number);
  if (!stillDue(row, at)) return;
  const administrators = (
    await database
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(isAdministrator, mayBeAppointed(at)))
      .orderBy(asc(accounts.id))
  ).map(({ id }) => id);
  const { assigneeId, remindedAt } = row;
  const others = administrators.filter((id) => id !== assigneeId);
  // An assignee who is the only administrator is told again every day, until there is somebody else to tell.
  const toAssignee =
    assigneeId !== null &&
    administrators.includes(assigneeId) &&
    (remindedAt === null || others.length === 0);
  const told = toAssignee ? [assigneeId] : remindedAt === null ? administrators : others;
  // There is nobody to tell: a later run finds whoever may be told then.
  if (told.length === 0) return;
  await tellStaff(database, told, { event: "adviceOverdue", number, at });
  await changeAdvice(database, number, toAssignee ? { remindedAt: at } : { escalatedAt: at });
  await writeLog(database, {
    at,
    operatorId: null,
    action: "adviceOverdue",
    targetKind: "advice",
    targetId: row.id,
    personId: row.accountId,
    after: { number, told: toAssignee ? "assignee" : "administrators" },
  });
}

async function escalateIn(
  database: Database,
  table: typeof suggestions | typeof complaints,
  at: Date,
): Promise<void> {
  const due = await database
    .select({ number: table.number })
    .from(table)
    .where(isDue(table, at))
    .orderBy(asc(table.dueAt))
    .limit(atOnce);
  for (const { number } of due)
    await transact(database, (inside) => escalate(inside, number, at)).catch((error: unknown) =>
      // One that fails is left to the next run, and does not hold up those behind it.
      logWarning("一条超期的建议或投诉还没有提醒，稍后再试：", error),
    );
}

/** Tells of suggestions and complaints that are overdue: the assignee, and a day later the other administrators. */
export const escalateJob: Job = {
  name: "overdue advice",
  everySeconds: 60,
  async run({ database, now }) {
    const at = now();
    await escalateIn(database, suggestions, at);
    await escalateIn(database, complaints, at);
  },
};
