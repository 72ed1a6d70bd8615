import { createHash } from "node:crypto";
import type { LogAction, LogTarget, LogValues } from "contract/moderation/actions";
import { eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { moderationLog } from "../database/schema";

/**
 * The release before has one chain for everything, and appends to it under this lock. Writers of chains share the lock,
 * so that they wait for that release alone. It can go when no process of that release can run beside this one.
 */
const earlierLock = 1_501;
/** With the number of a chain: one writer appends at a time, because each row holds the hash of the row before. */
const chainLocks = 1_503;

/** The chain of what belongs to no section. */
export const siteChain = 0;

export interface LogEntry {
  at: Date;
  /** Null when something ended by itself, such as a mark. */
  operatorId: number | null;
  action: LogAction;
  sectionId?: number | null;
  targetKind: LogTarget;
  targetId: number | null;
  personId?: number | null;
  batchId?: number | null;
  before?: LogValues;
  after?: LogValues;
  reason?: { id: number; text: string } | null;
}

export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

type Row = Omit<typeof moderationLog.$inferSelect, "hash">;

/** The database does not keep the order of names in JSON. */
const sorted = (values: LogValues) => Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));

/** The digest of a row: over the whole row and the digest of the row before in its chain. */
export function hashOf(row: Row): string {
  const { id, at, operatorId, action, sectionId, targetKind, targetId, personId, batchId } = row;
  const { chain, before, after, reasonId, reasonDigest, previousHash } = row;
  return digestOf(
    JSON.stringify([
      ...[id, at.toISOString(), operatorId, action, sectionId, targetKind, targetId, personId, batchId],
      ...[sorted(before), sorted(after), reasonId, reasonDigest, previousHash],
      // Rows of the release before have no chain.
      ...(chain === null ? [] : [chain]),
    ]),
  );
}

/**
 * Locks the chains of these sections, null for the site's. A transaction that writes to several chains calls it first:
 * all take them in the same order, so that none waits for another in a circle.
 */
export async function lockChains(database: Database, sectionIds: (number | null)[]): Promise<void> {
  const chains = new Set(sectionIds.map((id) => id ?? siteChain));
  // The site's last, because most others may want it.
  for (const chain of [...chains].sort((one, other) => other - one))
    await database.execute(
      sql`select pg_advisory_xact_lock_shared(${earlierLock}), pg_advisory_xact_lock(${chainLocks}, ${chain}::int)`,
    );
}

/**
 * The last row of a chain; null for the last row without one. Its order is that of the index, also where PostgreSQL does
 * not take `chain is null` for one value: a quiet chain's last row may lie far behind all others.
 */
export function lastOf(chain: number | SQL | null): SQL {
  const { chain: column, id, hash } = moderationLog;
  return sql`(select ${column}, ${id}, ${hash} from ${moderationLog}
    where ${chain === null ? isNull(column) : eq(column, chain)} order by ${column} desc, ${id} desc limit 1)`;
}

/** The next row's id, and the hash that it continues: of its chain's last row, or else of the last row without a chain. */
async function nextIn(database: Database, chain: number): Promise<{ id: number; previousHash: string }> {
  const { rows } = (await database.execute(sql`
    select nextval('moderation_log_id_seq') as id, coalesce((select hash from ${lastOf(chain)} as own),
      (select hash from ${lastOf(null)} as earlier), '') as "previousHash"`)) as unknown as {
    rows: [{ id: number; previousHash: string }];
  };
  return rows[0];
}

/**
 * Appends a row to its section's chain of the log, inside the transaction of the change that it describes. Call it last,
 * because every other writer of the chain waits until this transaction ends. @returns the row's id
 */
export async function writeLog(database: Database, entry: LogEntry): Promise<number> {
  const { reason = null, ...values } = entry;
  const sectionId = entry.sectionId ?? null;
  const chain = sectionId ?? siteChain;
  await lockChains(database, [sectionId]);
  const row: Row = {
    personId: null,
    batchId: null,
    before: {},
    after: {},
    ...values,
    ...(await nextIn(database, chain)),
    chain,
    sectionId,
    reasonId: reason?.id ?? null,
    reasonDigest: reason ? digestOf(reason.text) : "",
  };
  await database.insert(moderationLog).values({ ...row, hash: hashOf(row) });
  return row.id;
}
