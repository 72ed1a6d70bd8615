import { asc, desc, eq, gt, notExists, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { moderationLog, moderationLogCheckpoints } from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import { digestOf, lastOf } from "./write-log";

/** One writer adds checkpoints at a time. */
const checkpointsLock = 1_504;

type Checkpoint = typeof moderationLogCheckpoints.$inferSelect;

const hashOf = ({ id, at, chain, logId, logHash, previousHash }: Omit<Checkpoint, "hash">): string =>
  digestOf(JSON.stringify([id, at.toISOString(), chain, logId, logHash, previousHash]));

interface Head {
  chain: number | null;
  logId: number;
  logHash: string;
}

/** The last row of each chain, where no checkpoint has it yet. */
async function newHeads(database: Database): Promise<Head[]> {
  const { chain } = moderationLog;
  // From one chain to the next by the index, however many rows they have.
  const { rows } = (await database.execute(sql`
    with recursive chains (number) as (
      select min(${chain}) from ${moderationLog}
      union all select (select min(${chain}) from ${moderationLog} where ${chain} > chains.number)
        from chains where chains.number is not null
    )
    select head.chain, head.id as "logId", head.hash as "logHash"
    from (
      ${lastOf(null)}
      union all select head.* from chains cross join lateral ${lastOf(sql`chains.number`)} as head
    ) as head
    where ${notExists(
      database
        .select({ id: moderationLogCheckpoints.id })
        .from(moderationLogCheckpoints)
        .where(eq(moderationLogCheckpoints.logId, sql`head.id`)),
    )}
    order by head.id`)) as unknown as { rows: Head[] };
  return rows;
}

/**
 * Notes the last row of each chain that has grown since the checkpoint before. From then on, rows that are cut off a
 * chain's end, or a chain that is gone, are found missing. @returns the hash of the last checkpoint; empty when none
 */
export function addCheckpoints(database: Database, at: Date): Promise<string> {
  return transact(database, async (inside) => {
    await inside.execute(sql`select pg_advisory_xact_lock(${checkpointsLock})`);
    const [last] = await inside
      .select({ id: moderationLogCheckpoints.id, hash: moderationLogCheckpoints.hash })
      .from(moderationLogCheckpoints)
      .orderBy(desc(moderationLogCheckpoints.id))
      .limit(1);
    let { id, hash } = last ?? { id: 0, hash: "" };
    for (const head of await newHeads(inside)) {
      id += 1;
      const checkpoint = { id, at, ...head, previousHash: hash };
      hash = hashOf(checkpoint);
      await inside.insert(moderationLogCheckpoints).values({ ...checkpoint, hash });
    }
    return hash;
  });
}

export const checkpointsJob: Job = {
  name: "moderation-log-checkpoints",
  everySeconds: 60,
  run: async ({ database, now }) => {
    await addCheckpoints(database, now());
  },
};

const atOnce = 5_000;

/** All checkpoints by their ids, each with whether it is as it was added. */
export async function* readCheckpoints(
  database: Database,
): AsyncGenerator<{ checkpoint: Checkpoint; isIntact: boolean }> {
  let last = { id: 0, hash: "" };
  for (;;) {
    const page = await database
      .select()
      .from(moderationLogCheckpoints)
      .where(gt(moderationLogCheckpoints.id, last.id))
      .orderBy(asc(moderationLogCheckpoints.id))
      .limit(atOnce);
    if (page.length === 0) return;
    for (const checkpoint of page) {
      const follows = checkpoint.id === last.id + 1 && checkpoint.previousHash === last.hash;
      yield { checkpoint, isIntact: follows && hashOf(checkpoint) === checkpoint.hash };
      last = checkpoint;
    }
  }
}
