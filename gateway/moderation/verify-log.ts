import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { moderationLog, moderationLogCheckpoints } from "../database/schema";
import { readCheckpoints } from "./log-checkpoints";
import { hashOf } from "./write-log";

/** The number of a chain; null for the one chain of earlier releases; "checkpoints" for these. */
export type ChainName = number | null | "checkpoints";

export interface BrokenChain {
  chain: ChainName;
  /** The first row that was changed or does not follow the one before; or the row that a checkpoint names and is gone. */
  row: number;
  isGone: boolean;
}

/** The result of verifying the whole log. */
export interface LogVerification {
  /** The number of rows of the log. */
  rows: number;
  /** The last checkpoint's digest. Whoever keeps it can detect that rows were cut off together with checkpoints. */
  head: string;
  /** Each chain that is not as it was written, at its first wrong row. */
  broken: BrokenChain[];
  /** Whether a row or checkpoint has the digest that the caller asked about. */
  isKnown: boolean;
}

const rowsAtOnce = 5_000;

async function* readRows(database: Database) {
  for (let after = 0; ; ) {
    const page = await database
      .select()
      .from(moderationLog)
      .where(gt(moderationLog.id, after))
      .orderBy(asc(moderationLog.id))
      .limit(rowsAtOnce);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Rows that checkpoints name, and that are not in the log: the first of each chain. */
function goneRows(database: Database) {
  const { chain, logId, logHash } = moderationLogCheckpoints;
  return database
    .selectDistinctOn([chain], { chain, row: logId })
    .from(moderationLogCheckpoints)
    .leftJoin(
      moderationLog,
      and(
        ...[eq(moderationLog.id, logId), eq(moderationLog.hash, logHash)],
        sql`${moderationLog.chain} is not distinct from ${chain}`,
      ),
    )
    .where(isNull(moderationLog.id))
    .orderBy(asc(chain), asc(logId));
}

/**
 * Reads the whole log and checks that every row is unchanged, and that no row is missing which a checkpoint names.
 *
 * A row follows the last row of its chain. A chain's first row follows the last row without a chain. A row without a
 * chain, which an earlier release wrote, follows the row with the id before, whatever chain that is of: its writer kept
 * all others out. @param digest a digest that was once the head, also of an earlier release
 */
async function verify(database: Database, digest?: string): Promise<LogVerification> {
  const broken = new Map<ChainName, BrokenChain>();
  const heads = new Map<number | null, string>();
  const breaks = (chain: ChainName, row: number, isGone = false) => {
    if (!broken.has(chain)) broken.set(chain, { chain, row, isGone });
  };
  let rows = 0;
  let isKnown = false;
  let before = { id: 0, hash: "" };
  for await (const { hash, ...row } of readRows(database)) {
    const { id, chain, previousHash } = row;
    const follows =
      chain === null
        ? id === before.id + 1 && previousHash === before.hash
        : previousHash === (heads.get(chain) ?? heads.get(null) ?? "");
    if (!follows || hashOf(row) !== hash) breaks(chain, id);
    rows += 1;
    before = { id, hash };
    heads.set(chain, hash);
    isKnown ||= hash === digest;
  }
  let head = "";
  for await (const { checkpoint, isIntact } of readCheckpoints(database)) {
    if (!isIntact) breaks("checkpoints", checkpoint.id);
    head = checkpoint.hash;
    isKnown ||= head === digest;
  }
  for (const { chain, row } of await goneRows(database)) breaks(chain, row, true);
  return { rows, head, broken: [...broken.values()], isKnown };
}

/** Verifies the log as it is at one moment, because rows of several chains are not committed in the order of their ids. */
export const verifyLog = (database: Database, digest?: string): Promise<LogVerification> =>
  database.transaction((inside) => verify(inside, digest), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
