import type { LogValues } from "contract/moderation/actions";
import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, moderationReasons } from "../../database/schema";
import { notify } from "../../messages/notify";
import { writeLog } from "../write-log";

/** Who changed a rank, if no person in the portal did: a command on the server, or the link of the first start. */
export type ChangedBy = "command" | "link";

/** Written so that its index is found whatever else is asked. */
export const isAdministrator = sql`${accounts.admin}`;

/**
 * Locks all administrators until the transaction ends, so that of two who dismiss each other one stays.
 * @returns the ids of those that can sign in at this moment
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

/** Whether anybody administers the forum, whatever became of them. */
export async function hasAdministrator(database: Database): Promise<boolean> {
  const [row] = await database.select({ id: accounts.id }).from(accounts).where(isAdministrator).limit(1);
  return row !== undefined;
}

/** The condition that an account is there and may sign in. */
export const mayBeAppointed = (now: Date) =>
  and(isNull(accounts.closedAt), or(isNull(accounts.bannedUntil), lte(accounts.bannedUntil, now)));

interface RankChange {
  accountId: number;
  admin: boolean;
  at: Date;
  /** Null where no person in the portal did it: `by` then says what did. */
  operatorId: number | null;
  by?: ChangedBy;
  reason?: string;
}

/**
 * Makes somebody an administrator, or no longer, with the row of the log and the notice, inside a transaction.
 * @returns false where it was so already
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
