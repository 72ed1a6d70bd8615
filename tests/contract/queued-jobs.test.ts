import { DrizzleQueryError, eq, sql } from "drizzle-orm";
import { accessRecordsJob, purgeAccessRecords } from "gateway/account/purge-access-records";
import type { Database } from "gateway/database/open";
import { accessRecords, jobs, searchQueries } from "gateway/database/schema";
import { transact } from "gateway/database/transact";
import { enqueue, type JobKind, type RunningJob, runJobs } from "gateway/server/jobs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectConsole } from "../support/console";
import { next, startGateway } from "../support/gateway";

const gateway = startGateway();
beforeEach(() => gateway().database.delete(jobs));

type Work = RunningJob<{ word: string }, { steps: number }>;

/** A kind of jobs that runs `work`; `ran` records the payloads and progress. */
function kindOf(work: (job: Work) => Promise<void> = async () => undefined, tries = 3) {
  const ran: { word: string; steps: number | null }[] = [];
  const kind: JobKind<{ word: string }, { steps: number }> = {
    name: `kind-${next()}`,
    tries,
    failure: ({ word }) => `任务 ${word} 没有完成`,
    async run(job) {
      ran.push({ word: job.payload.word, steps: job.progress?.steps ?? null });
      await work(job);
    },
  };
  return { kind, ran };
}
const ask = (kind: JobKind<{ word: string }, { steps: number }>, word: string, key: string | null = null) =>
  enqueue(gateway().database, kind, { word }, { now: gateway().services.now(), key });
const run = (kind: JobKind<{ word: string }, { steps: number }>) => runJobs(gateway().services, [kind]);
const rows = () => gateway().database.select().from(jobs);

/** A step that can be counted: one more search for this text. */
const count = (database: Database, text: string) =>
  database
    .insert(searchQueries)
    .values({ text, people: 1 })
    .onConflictDoUpdate({ target: searchQueries.text, set: { people: sql`${searchQueries.people} + 1` } });
async function counted(text: string): Promise<number> {
  const [row] = await gateway()
    .database.select({ people: searchQueries.people })
    .from(searchQueries)
    .where(eq(searchQueries.text, text));
  return row?.people ?? 0;
}

describe("a job", () => {
  it("gets its payload, and is deleted when it is done", async () => {
    const { kind, ran } = kindOf();
    await ask(kind, "一");
    await ask(kind, "二");
    expect(await run(kind)).toBe(2);
    expect(ran).toEqual([
      { word: "一", steps: null },
      { word: "二", steps: null },
    ]);
    expect([await run(kind), await rows()]).toEqual([0, []]);
  });

  it("that was queued in a transaction waits for its commit, and does not exist after a rollback", async () => {
    const { kind, ran } = kindOf();
    const rolledBack = transact(gateway().database, async (inside) => {
      await enqueue(inside, kind, { word: "不" }, { now: gateway().services.now() });
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await transact(gateway().database, (inside) =>
      enqueue(inside, kind, { word: "是" }, { now: gateway().services.now() }),
    );
    await run(kind);
    expect(ran.map(({ word }) => word)).toEqual(["是"]);
  });

  it("is queued once for its key, and can be queued again when it is done", async () => {
    const { kind, ran } = kindOf();
    await ask(kind, "一", "same");
    await ask(kind, "二", "same");
    await ask(kind, "三", "other");
    await run(kind);
    await ask(kind, "四", "same");
    await run(kind);
    expect(ran.map(({ word }) => word)).toEqual(["一", "三", "四"]);
  });

  it("is not started before its time", async () => {
    const { kind, ran } = kindOf();
    const days = 3;
    const now = gateway().services.now();
    const at = new Date(now.getTime() + days * 86_400_000);
    await enqueue(gateway().database, kind, { word: "晚" }, { now, at });
    for (const seconds of [0, 60, 86_400]) {
      gateway().pass(seconds);
      await run(kind);
      expect(ran).toEqual([]);
    }
    gateway().pass(days * 86_400);
    await run(kind);
    expect(ran).toHaveLength(1);
  });

  it("is done once, however many processes look for jobs at the same moment", async () => {
    const { kind, ran } = kindOf(() => new Promise((done) => setTimeout(done, 20)));
    for (const word of ["一", "二", "三", "四"]) await ask(kind, word);
    await Promise.all(Array.from({ length: 4 }, () => run(kind)));
    expect(ran.map(({ word }) => word).sort()).toEqual(["一", "三", "二", "四"].sort());
  });
});

describe("a job whose process is killed half-way", () => {
  it("continues from its saved progress, and every step happens once, also when the first process was only slow", async () => {
    const text = `步骤${next()}`;
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((done) => (wake = done));
    let sleepy = true;
    const step = (job: Work, steps: number) =>
      transact(gateway().database, async (inside) => {
        await count(inside, `${text} ${steps}`);
        await job.keep({ steps }, inside);
      });
    const { kind, ran } = kindOf(async (job) => {
      for (let steps = (job.progress?.steps ?? 0) + 1; steps <= 3; steps += 1) {
        await step(job, steps);
        if (steps === 1 && sleepy) {
          sleepy = false;
          await asleep;
        }
      }
    });
    await ask(kind, "长");
    const killed = run(kind);
    await expect.poll(() => ran.length).toBe(1);
    await expect.poll(() => counted(`${text} 1`)).toBe(1);
    // Its claim is still valid.
    expect(await run(kind)).toBe(0);
    gateway().pass(16 * 60);
    expect(await run(kind)).toBe(1);
    expect(ran.map(({ steps }) => steps)).toEqual([null, 1]);
    expectConsole("warn", /任务 长 没有完成，稍后再试/);
    wake();
    await killed;
    for (const steps of [1, 2, 3]) expect(await counted(`${text} ${steps}`)).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it("at its last try is given up", async () => {
    const { kind, ran } = kindOf(undefined, 2);
    await ask(kind, "末");
    await gateway().database.update(jobs).set({ tries: 2, claimedUntil: gateway().services.now() });
    expectConsole("error", /任务 末 没有完成，不再重试/);
    expect(await run(kind)).toBe(0);
    expect(ran).toEqual([]);
    expect(await rows()).toMatchObject([{ failedAt: expect.any(Date) }]);
  });
});

describe("a job that fails", () => {
  it("is retried with growing pauses, does not delay others, and is given up after its tries", async () => {
    const { kind, ran } = kindOf(async ({ payload }) => {
      if (payload.word === "坏") throw new Error("broken");
    });
    await ask(kind, "坏");
    await ask(kind, "好");
    expectConsole("warn", /任务 坏 没有完成，稍后再试/);
    expect(await run(kind)).toBe(1);
    expect(ran.map(({ word }) => word)).toEqual(["坏", "好"]);
    gateway().pass(29);
    await run(kind);
    expect(ran).toHaveLength(2);
    gateway().pass(2);
    await run(kind);
    expect(ran).toHaveLength(3);
    gateway().pass(59);
    await run(kind);
    expect(ran).toHaveLength(3);
    gateway().pass(2);
    expectConsole("error", /任务 坏 没有完成，不再重试/);
    await run(kind);
    expect(ran).toHaveLength(4);
    gateway().pass(86_400);
    await run(kind);
    expect(ran).toHaveLength(4);
    expect(await rows()).toMatchObject([{ payload: { word: "坏" }, tries: 3, failedAt: expect.any(Date) }]);
  });
});

describe("a job whose database is lost", () => {
  const ended = () =>
    new DrizzleQueryError(
      "select 1",
      [],
      Object.assign(new Error("terminating connection"), { code: "57P01" }),
    );

  it("goes on as soon as the database is back, however often that happens", async () => {
    let losses = 5;
    const { kind, ran } = kindOf(async () => {
      losses -= 1;
      if (losses >= 0) throw ended();
    });
    await ask(kind, "丢");
    expectConsole("warn", /任务 丢 没有完成，数据库恢复后继续/);
    for (let lost = 0; lost < 5; lost += 1) expect(await run(kind)).toBe(0);
    expect(await run(kind)).toBe(1);
    expect([ran.length, await rows()]).toEqual([6, []]);
  });

  it("waits until it can be given back, and is not taken twice", async () => {
    const { kind, ran } = kindOf(async () => {
      if (ran.length === 1) throw ended();
    });
    await ask(kind, "丢");
    expectConsole("warn", /任务 丢 没有完成，数据库恢复后继续/);
    const { database } = gateway();
    const real = database.update.bind(database);
    let refused = 0;
    // The claim itself is the first update.
    const away = vi.spyOn(database, "update").mockImplementation((table) => {
      refused += 1;
      if (refused === 2 || refused === 3) throw ended();
      return real(table);
    });
    await run(kind);
    expect(refused).toBe(4);
    away.mockRestore();
    expect((await rows()).map(({ tries, claimedUntil }) => [tries, claimedUntil])).toEqual([[0, null]]);
    expect(await run(kind)).toBe(1);
  });

  it("is not one whose mail server or store is away: such a failure counts", async () => {
    const { kind } = kindOf(async () => {
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
    });
    await ask(kind, "信");
    expectConsole("warn", /任务 信 没有完成，稍后再试/);
    await run(kind);
    expect((await rows()).map(({ tries }) => tries)).toEqual([1]);
  });
});

describe("access records", () => {
  it("are deleted half a year later, by a job that is queued once a day", async () => {
    const { database, services } = gateway();
    const at = (days: number) => new Date(services.now().getTime() - days * 86_400_000);
    await database.delete(accessRecords);
    const old = Array.from({ length: 1_001 }, () => ({ visitorId: "old", createdAt: at(181) }));
    await database.insert(accessRecords).values([...old, { visitorId: "young", createdAt: at(179) }]);
    await accessRecordsJob.run(services);
    await accessRecordsJob.run(services);
    expect(await rows()).toHaveLength(1);
    expect(await runJobs(services, [purgeAccessRecords])).toBe(1);
    expect(await database.select({ visitorId: accessRecords.visitorId }).from(accessRecords)).toEqual([
      { visitorId: "young" },
    ]);
  });
});
