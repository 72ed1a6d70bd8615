import { createHash } from "node:crypto";
import type { LogAction, LogTarget, LogValues } from "contract/moderation/actions";
import { asc, desc, gt, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { moderationLog } from "../database/schema";

/** Every writer of the log waits for the one before: the chain has one end. */
const lockNumber = 1_501;

export interface LogEntry {
  at: Date;
  /** Null where something ended by itself. */
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

/** JSON keeps no order of names in the database. */
const sorted = (values: LogValues) => Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));

/** The input of a row's digest: the whole row, and the digest of the row before. */
function hashOf(row: Row): string {
  const { id, at, operatorId, action, sectionId, targetKind, targetId, personId, batchId } = row;
  const { before, after, reasonId, reasonDigest, previousHash } = row;
  return digestOf(
    JSON.stringify([
      ...[id, at.toISOString(), operatorId, action, sectionId, targetKind, targetId, personId, batchId],
      ...[sorted(before), sorted(after), reasonId, reasonDigest, previousHash],
    ]),
  );
}

/**
 * Adds a row to the log, inside the transaction of what it tells of, as the last thing in it: everybody who writes
 * waits for its end. @returns the row's id
 */
export async function writeLog(database: Database, entry: LogEntry): Promise<number> {
  await database.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
  const [last] = await database
    .select({ id: moderationLog.id, hash: moderationLog.hash })
    .from(moderationLog)
    .orderBy(desc(moderationLog.id))
    .limit(1);
  const { reason = null, ...values } = entry;
  const row: Row = {
    sectionId: null,
    personId: null,
    batchId: null,
    before: {},
    after: {},
    ...values,
    // Not the sequence's: ids without gaps, in the order of the chain.
    id: (last?.id ?? 0) + 1,
    reasonId: reason?.id ?? null,
    reasonDigest: reason ? digestOf(reason.text) : "",
    previousHash: last?.hash ?? "",
  };
  await database.insert(moderationLog).values({ ...row, hash: hashOf(row) });
  return row.id;
}

/** The result of verifying the whole log. */
export interface Verified {
  rows: number;
  /** The last row's digest: whoever keeps it notices when rows are cut off at the end. */
  head: string;
  /** The first row that is not as it was written, or not in its place; null where there is none. */
  bad: number | null;
  /** The row that has the digest that was asked about; null where none has. */
  knownAt: number | null;
}

const rowsAtOnce = 5_000;

/**
 * Reads the whole log and says whether every row is as it was written. @param digest a digest that was the head once
 */
export async function verifyLog(database: Database, digest?: string): Promise<Verified> {
  let head = "";
  let rows = 0;
  let knownAt: number | null = null;
  for (let after = 0; ; ) {
    const page = await database
      .select()
      .from(moderationLog)
      .where(gt(moderationLog.id, after))
      .orderBy(asc(moderationLog.id))
      .limit(rowsAtOnce);
    for (const { hash, ...row } of page) {
      rows += 1;
      if (row.id !== rows || row.previousHash !== head || hashOf(row) !== hash)
        return { rows: rows - 1, head, bad: row.id, knownAt };
      head = hash;
      if (hash === digest) knownAt = row.id;
    }
    const last = page.at(-1);
    if (!last) return { rows, head, bad: null, knownAt };
    after = last.id;
  }
}
