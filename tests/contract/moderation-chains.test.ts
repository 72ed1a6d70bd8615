import { asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "gateway/database/open";
import { moderationLog, moderationLogCheckpoints } from "gateway/database/schema";
import { transact } from "gateway/database/transact";
import { runDueJobs } from "gateway/jobs";
import { addCheckpoints, checkpointsJob } from "gateway/moderation/log-checkpoints";
import { type LogVerification, verifyLog } from "gateway/moderation/verify-log";
import { lockChains, writeLog } from "gateway/moderation/write-log";
import { beforeAll, describe, expect, it } from "vitest";
import { startGateway } from "../support/gateway";
import { writeEarlierRow } from "../support/moderation/earlier-log";

const gateway = startGateway();
const onPostgres = process.env.TEST_ENGINE === "postgres";

let one: number;
let two: number;
beforeAll(async () => {
  one = (await gateway().section()).fid;
  two = (await gateway().section()).fid;
});

const write = (database: Database, sectionId: number | null, targetId = 1) =>
  writeLog(database, {
    at: new Date(),
    operatorId: null,
    action: "raise",
    sectionId,
    targetKind: "topic",
    targetId,
  });
/** Writes a row in a transaction of its own, as every action does. */
const append = (sectionId: number | null, targetId?: number) =>
  transact(gateway().database, (inside) => write(inside, sectionId, targetId));

const idsOf = async (chain: number | null) => {
  const rows = await gateway()
    .database.select({ id: moderationLog.id })
    .from(moderationLog)
    .where(chain === null ? isNull(moderationLog.chain) : eq(moderationLog.chain, chain))
    .orderBy(asc(moderationLog.id));
  return rows.map(({ id }) => id);
};

describe("rows of the release before", () => {
  it("stand among those of chains, whichever of the two releases writes next", async () => {
    const { database } = gateway();
    const before = await verifyLog(database);
    const first = await writeEarlierRow(database, one, 1);
    expect(await writeEarlierRow(database, two, 1)).toBe(first + 1);
    const chained = await append(one);
    expect(chained).toBeGreaterThan(first + 1);
    expect(await writeEarlierRow(database, two, 2)).toBe(chained + 1);
    const ids = [await append(one), await append(two), await append(null)];
    expect(ids).toEqual([chained + 2, chained + 3, chained + 4]);
    expect(await verifyLog(database)).toMatchObject({ rows: before.rows + 7, broken: [] });
  });

  it("are written at the same time as those of chains, and both numbers and chains stay whole", async () => {
    const { database } = gateway();
    const before = await verifyLog(database);
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => {
        if (turn % 5 === 0) return writeEarlierRow(database, one, turn);
        return append([one, two, null][turn % 3] ?? null, turn);
      }),
    );
    expect(new Set(ids).size).toBe(60);
    expect(await verifyLog(database)).toMatchObject({ rows: before.rows + 60, broken: [] });
  });

  it("leave a number that a transaction took and gave up", async () => {
    const { database } = gateway();
    await append(two);
    let given = 0;
    await database
      .transaction(async (inside) => {
        given = await write(inside, one);
        throw new Error("given up");
      })
      .catch(() => undefined);
    const [earlier, next] = [await writeEarlierRow(database, two, 3), await append(one)];
    expect([earlier, next]).toEqual([given, given + 1]);
    expect((await verifyLog(database)).broken).toEqual([]);
  });
});

describe.runIf(onPostgres)("writers of several chains", () => {
  it("of one section do not wait for another section's, nor for the site's", async () => {
    const { database } = gateway();
    await database.transaction(async (inside) => {
      await write(inside, one);
      // Each of these would wait for ever for a lock that the open transaction holds.
      await append(two);
      await append(null);
    });
    expect((await verifyLog(database)).broken).toEqual([]);
  });

  it("take them in one order, so that none is stopped as a deadlock", async () => {
    const { database } = gateway();
    const sides = [
      [one, null, two],
      [null, two, one],
      [two, one, null],
    ];
    // Not `transact`, which would repeat what was stopped.
    const done = await Promise.allSettled(
      Array.from({ length: 60 }, (_, turn) =>
        database.transaction(async (inside) => {
          const chains = sides[turn % 3] ?? [];
          await lockChains(inside, chains);
          for (const sectionId of chains) await write(inside, sectionId, turn);
        }),
      ),
    );
    expect(done.filter(({ status }) => status === "rejected")).toEqual([]);
    expect((await verifyLog(database)).broken).toEqual([]);
  });
});

describe("tampering", () => {
  /** Makes changes that only the database's owner can, verifies the log, and takes them back. */
  async function tampered(
    changes: (SQL | ((inside: Database) => Promise<unknown>))[],
    digest?: string,
  ): Promise<LogVerification> {
    let seen: LogVerification | undefined;
    await gateway()
      .database.transaction(async (inside) => {
        for (const log of ["moderation_log", "moderation_log_checkpoints"])
          await inside.execute(sql.raw(`alter table ${log} disable trigger user`));
        for (const change of changes)
          await (typeof change === "function" ? change(inside) : inside.execute(change));
        seen = await verifyLog(inside, digest);
        throw new Error("taken back");
      })
      .catch((error: unknown) => {
        if (!String(error).includes("taken back")) throw error;
      });
    if (!seen) throw new Error("nothing was seen");
    return seen;
  }

  let head: string;
  /** The rows of section two's chain, the last rows of which nothing follows. */
  let rows: number[];
  let earlier: number[];
  beforeAll(async () => {
    for (const sectionId of [one, two]) await writeEarlierRow(gateway().database, sectionId, 1);
    for (const sectionId of [one, two, two, null, two]) await append(sectionId);
    head = await addCheckpoints(gateway().database, new Date());
    [rows, earlier] = [await idsOf(two), await idsOf(null)];
    expect((await verifyLog(gateway().database, head)).isKnown).toBe(true);
  });
  const at = (offset: number, of = rows) => of.at(offset) ?? 0;

  it("of a row is found in its chain, and in no other", async () => {
    const change = (what: SQL, offset: number) =>
      sql`update moderation_log set ${what} where id = ${at(offset)}`;
    for (const what of [sql`after = '{"pinScope":"site"}'`, sql`section_id = ${one}`, sql`operator_id = 1`])
      expect((await tampered([change(what, -2)])).broken).toEqual([
        { chain: two, row: at(-2), isGone: false },
      ]);
    const moved = await tampered([change(sql`chain = ${one}`, -2)]);
    expect(moved.broken.map(({ chain }) => chain).sort()).toEqual([one, two].sort());
    const changed = await tampered([
      sql`update moderation_log set target_id = 9 where id = ${at(1, earlier)}`,
    ]);
    expect(changed.broken).toEqual([{ chain: null, row: at(1, earlier), isGone: false }]);
  });

  it("by taking out a row, changing places, or forging a last row is found", async () => {
    const out = (id: number) => sql`delete from moderation_log where id = ${id}`;
    expect((await tampered([out(at(-2))])).broken).toEqual([{ chain: two, row: at(-1), isGone: false }]);
    const swapped = [
      sql`update moderation_log set id = 1000000 + ${at(-2) + at(-3)}::int - id where id in (${at(-2)}, ${at(-3)})`,
      sql`update moderation_log set id = id - 1000000 where id > 1000000`,
    ];
    expect((await tampered(swapped)).broken).toEqual([{ chain: two, row: at(-3), isGone: false }]);
    const forged = sql`update moderation_log set hash = repeat('0', 64) where id = ${at(-1)}`;
    expect((await tampered([forged])).broken).toEqual([{ chain: two, row: at(-1), isGone: false }]);
  });

  it("by cutting off a chain's end, or a whole chain, is found by the checkpoints", async () => {
    const cut = sql`delete from moderation_log where chain = ${two} and id >= ${at(-2)}`;
    expect((await tampered([cut])).broken).toEqual([{ chain: two, row: at(-1), isGone: true }]);
    const { broken } = await tampered([sql`delete from moderation_log where chain = ${two}`]);
    expect(broken).toContainEqual({ chain: two, row: expect.any(Number), isGone: true });
    // Also after the chain has grown again and got another checkpoint.
    const grown = await tampered([
      cut,
      (inside) => write(inside, two),
      (inside) => addCheckpoints(inside, new Date()),
    ]);
    expect(grown.broken).toEqual([{ chain: two, row: at(-1), isGone: true }]);
    expect(
      (await tampered([sql`delete from moderation_log where chain is null`])).broken.length,
    ).toBeGreaterThan(0);
  });

  it("of checkpoints is found, and their cut-off end by whoever kept a digest", async () => {
    const last = sql`(select max(id) from moderation_log_checkpoints)`;
    const changed = sql`update moderation_log_checkpoints set log_hash = repeat('0', 64) where id = ${last}`;
    expect((await tampered([changed])).broken).toContainEqual(
      expect.objectContaining({ chain: "checkpoints", isGone: false }),
    );
    const first = sql`delete from moderation_log_checkpoints where id = 1`;
    expect((await tampered([first])).broken).toEqual([{ chain: "checkpoints", row: 2, isGone: false }]);
    const all = [
      sql`delete from moderation_log where chain = ${two} and id >= ${at(-1)}`,
      sql`delete from moderation_log_checkpoints`,
    ];
    expect(await tampered(all, head)).toMatchObject({ broken: [], isKnown: false });
  });

  it("is refused by the tables themselves", async () => {
    const { database } = gateway();
    const refused = [
      database.update(moderationLogCheckpoints).set({ logHash: "" }),
      database.delete(moderationLogCheckpoints),
      database.execute(sql`truncate moderation_log_checkpoints`),
    ];
    for (const each of refused) await expect(each).rejects.toThrow();
  });
});

it("checkpoints are added each minute where a chain has grown, and know a digest of the release before", async () => {
  const { database, services } = gateway();
  const minute = async () => {
    gateway().pass(61);
    await runDueJobs(services, [checkpointsJob]);
    return database.$count(moderationLogCheckpoints);
  };
  const before = await minute();
  expect(await minute()).toBe(before);
  await append(one);
  await append(two);
  await append(two);
  expect(await minute()).toBe(before + 2);
  const [first] = await database.select().from(moderationLog).orderBy(asc(moderationLog.id)).limit(1);
  expect((await verifyLog(database, first?.hash)).isKnown).toBe(true);
  expect((await verifyLog(database, "0".repeat(64))).isKnown).toBe(false);
});
