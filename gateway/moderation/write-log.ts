import { createHash } from "node:crypto";
import type { LogAction, LogTarget, LogValues } from "contract/moderation/actions";
import { asc, desc, gt, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { moderationLog } from "../database/schema";

/** The number of the lock that lets one writer append at a time: each row holds the hash of the row before. */
const lockNumber = 1_501;

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

/** The digest of a row: over the whole row and the digest of the row before. */
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
 * Appends a row to the log, inside the transaction of the change that it describes. Call it last, because every other
 * writer waits until this transaction ends. @returns the row's id
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
    // Not from the sequence, so that ids have no gaps and follow the chain.
    id: (last?.id ?? 0) + 1,
    reasonId: reason?.id ?? null,
    reasonDigest: reason ? digestOf(reason.text) : "",
    previousHash: last?.hash ?? "",
  };
  await database.insert(moderationLog).values({ ...row, hash: hashOf(row) });
  return row.id;
}

/** The result of verifying the whole log. */
export interface LogVerification {
  rows: number;
  /** The last row's digest; a person who keeps it can detect rows cut off at the end. */
  head: string;
  /** The first row that was changed or is out of place; null when there is none. */
  bad: number | null;
  /** The row with the digest that the caller asked about; null when there is none. */
  knownAt: number | null;
}

const rowsAtOnce = 5_000;

/**
 * Reads the whole log and checks that every row is unchanged.
 * @param digest a digest that was once the head
 */
export async function verifyLog(database: Database, digest?: string): Promise<LogVerification> {
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
