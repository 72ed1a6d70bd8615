import { eq, sql } from "drizzle-orm";
import { schedules as jobRows } from "gateway/database/schema";
import { type Job, runDueJobs, startJobs } from "gateway/jobs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { next, startGateway } from "../support/gateway";

const gateway = startGateway();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function job(work: () => Promise<void> = async () => undefined): Job & { runs: () => number } {
  const run = vi.fn(work);
  return { name: `job-${next()}`, everySeconds: 3_600, run, runs: () => run.mock.calls.length };
}

describe("a job", () => {
  it("runs when it is due, and not before", async () => {
    const one = job();
    expect(await runDueJobs(gateway().services, [one])).toEqual([one.name]);
    expect(await runDueJobs(gateway().services, [one])).toEqual([]);
    gateway().pass(3_599);
    await runDueJobs(gateway().services, [one]);
    expect(one.runs()).toBe(1);
    gateway().pass(2);
    await runDueJobs(gateway().services, [one]);
    expect(one.runs()).toBe(2);
  });

  it("runs once, however many processes look at the same moment", async () => {
    const one = job(() => new Promise((done) => setTimeout(done, 30)));
    await Promise.all(Array.from({ length: 6 }, () => runDueJobs(gateway().services, [one])));
    expect(one.runs()).toBe(1);
  });

  it("that fails is logged, blocks no other, and is retried when it is due again", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [bad, good] = [job(() => Promise.reject(new Error("broken"))), job()];
    expect(await runDueJobs(gateway().services, [bad, good])).toEqual([good.name]);
    expect(logged.mock.calls[0]?.[0]).toContain(bad.name);
    gateway().pass(3_601);
    await runDueJobs(gateway().services, [bad, good]);
    expect([bad.runs(), good.runs()]).toEqual([2, 2]);
  });

  it("whose process was killed at work is taken over by others after a while", async () => {
    const one = job();
    const now = gateway().services.now();
    await gateway()
      .database.insert(jobRows)
      .values({ name: one.name, nextAt: now, claimedUntil: new Date(now.getTime() + 60_000) });
    await runDueJobs(gateway().services, [one]);
    expect(one.runs()).toBe(0);
    gateway().pass(61);
    await runDueJobs(gateway().services, [one]);
    expect(one.runs()).toBe(1);
    const [row] = await gateway().database.select().from(jobRows).where(eq(jobRows.name, one.name));
    expect(row?.claimedUntil).toBeNull();
  });
});

describe("polling for due jobs", () => {
  // On PostgreSQL, a connection that is opened under the moved clock would have come too late.
  beforeEach(async () => {
    await Promise.all(
      Array.from({ length: 12 }, () => gateway().database.execute(sql`select pg_sleep(0.1)`)),
    );
  });

  it("goes on at intervals and stops on request, after the running job", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let finish: () => void = () => {};
    const slow = job(() => new Promise((done) => (finish = done)));
    const never = job();
    const { stop } = startJobs(gateway().services, [slow, never]);
    await vi.advanceTimersByTimeAsync(30_000);
    await vi.waitFor(() => expect(slow.runs()).toBe(1), { timeout: 120_000 });
    const stopped = stop();
    finish();
    await stopped;
    await vi.advanceTimersByTimeAsync(120_000);
    expect([slow.runs(), never.runs()]).toEqual([1, 0]);
  });

  it("continues after a database failure", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const one = job();
    const away = vi.spyOn(gateway().services.database, "insert").mockImplementationOnce(() => {
      throw new Error("away");
    });
    const { stop } = startJobs(gateway().services, [one]);
    await vi.advanceTimersByTimeAsync(30_000);
    await vi.waitFor(() => expect(warned).toHaveBeenCalled(), { timeout: 120_000 });
    away.mockRestore();
    await vi.advanceTimersByTimeAsync(30_000);
    await vi.waitFor(() => expect(one.runs()).toBe(1), { timeout: 120_000 });
    await stop();
  });
});
