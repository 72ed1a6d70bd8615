import { jobs } from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { enqueue, type JobKind, runJobs } from "gateway/server/jobs";
import { createLimits } from "gateway/server/limits";
import { afterEach, describe, expect, it, vi } from "vitest";
import { next, startGateway } from "../support/gateway";

const gateway = startGateway();
const day = 86_400;
afterEach(() => vi.useRealTimers());

/** A machine's clock that was a day ahead, or behind, and was set right: nothing is lost, and nothing waits for it. */
describe("a clock that jumps by a day", () => {
  it("signs nobody out", async () => {
    const member = await gateway().member();
    const signedIn = async () =>
      ((await gateway().ok("workspaceCurrent", {}, member)).user?.uid ?? null) === member.id;
    for (const jump of [day, -2 * day, day]) {
      gateway().pass(jump);
      expect(await signedIn()).toBe(true);
    }
  });

  it("leaves recurring work as often as it should come", async () => {
    const run = vi.fn(async () => undefined);
    const hourly = { name: `job-${next()}`, everySeconds: 3_600, run };
    const look = async () => {
      await runDueJobs(gateway().services, [hourly]);
      return run.mock.calls.length;
    };
    expect(await look()).toBe(1);
    gateway().pass(day);
    expect(await look()).toBe(2);
    gateway().pass(-day);
    // What is planned for tomorrow was planned by a wrong clock.
    expect(await look()).toBe(3);
    gateway().pass(600);
    expect(await look()).toBe(3);
    gateway().pass(3_600);
    expect(await look()).toBe(4);
  });

  it("does what was asked for, and takes over what a killed process had claimed", async () => {
    const done: string[] = [];
    const kind: JobKind<string, null> = {
      name: `kind-${next()}`,
      tries: 3,
      failure: () => "没有完成",
      run: async ({ payload }) => void done.push(payload),
    };
    const { database, services } = gateway();
    const ask = (word: string, claimed = false) =>
      enqueue(database, kind, word, { now: services.now(), claimed });
    gateway().pass(day);
    await ask("ahead");
    await ask("claimed by a process that is gone", true);
    gateway().pass(-day);
    await ask("now");
    await runJobs(services, [kind]);
    expect(done.sort()).toEqual(["ahead", "claimed by a process that is gone", "now"]);
    expect(await database.select().from(jobs)).toEqual([]);
  });

  it("lets nobody wait for longer than a limit's window", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const limits = createLimits();
    vi.setSystemTime(Date.now() + day * 1_000);
    expect(await limits.take("codePerMinute", "somebody")).toBe(true);
    vi.setSystemTime(Date.now() - day * 1_000);
    expect(await limits.secondsLeft("codePerMinute", "somebody")).toBe(60);
    await expect(limits.spend("codePerMinute", "somebody")).rejects.toThrow("请 60 秒后再试");
  });
});
