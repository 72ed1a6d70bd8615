import type { LogValues } from "contract/moderation/actions";
import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, moderationReasons } from "../../database/schema";
import { notify } from "../../messages/notify";
import { writeLog } from "../write-log";

/** What changed a rank when no person in the portal did: a command on the server, or the first start's link. */
export type ChangedBy = "command" | "link";

/** The condition is written exactly like the one of the partial index, so that the planner always uses that index. */
export const isAdministrator = sql`${accounts.admin}`;

/**
 * Locks all administrators until the transaction ends, so that two who dismiss each other cannot both succeed.
 * @returns the ids of those who can sign in now
 */
export async function lockAdministrators(database: Database, now: Date): Promise<number[]> {
  const rows = await database
    .select({ id: accounts.id, bannedUntil: accounts.bannedUntil })
    .from(accounts)
    .where(isAdministrator)
    .orderBy(asc(accounts.id))
    .for("no key update");
  return rows.filter(({ bannedUntil }) => !bannedUntil || bannedUntil <= now).map(({ id }) => id);
}

/** Whether any account has the administrator's rank, also a banned one. */
export async function hasAdministrator(database: Database): Promise<boolean> {
  const [row] = await database.select({ id: accounts.id }).from(accounts).where(isAdministrator).limit(1);
  return row !== undefined;
}

/** The condition that an account exists and may sign in. */
export const mayBeAppointed = (now: Date) =>
  and(isNull(accounts.closedAt), or(isNull(accounts.bannedUntil), lte(accounts.bannedUntil, now)));

interface RankChange {
  accountId: number;
  admin: boolean;
  at: Date;
  /** Null when no person in the portal made the change; `by` then says what made it. */
  operatorId: number | null;
  by?: ChangedBy;
  reason?: string;
}

/**
 * Gives or takes the administrator's rank, with the row of the log and the notice, inside the caller's transaction.
 * @returns false when the account already had, or already lacked, the rank
 */
export async function setAdministrator(
  database: Database,
  { accountId, admin, at, operatorId, by, reason = "" }: RankChange,
): Promise<boolean> {
  const updated = await database
    .update(accounts)
    .set({ admin })
    .where(and(eq(accounts.id, accountId), eq(accounts.admin, !admin)))
    .returning({ id: accounts.id });
  if (updated.length === 0) return false;
  const [stored] = reason
    ? await database.insert(moderationReasons).values({ text: reason }).returning()
    : [];
  const after: LogValues = { administrator: admin, ...(by ? { by } : {}) };
  const logId = await writeLog(database, {
    at,
    operatorId,
    action: admin ? "appointAdmin" : "dismissAdmin",
    targetKind: "person",
    targetId: accountId,
    personId: accountId,
    before: { administrator: !admin },
    after,
    reason: stored ?? null,
  });
  await notify(database, [accountId], { event: "moderated", actorId: null, logId, at });
  return true;
}
