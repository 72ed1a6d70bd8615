import { randomBytes } from "node:crypto";
import { createLimits } from "gateway/server/limits";
import type { Redis } from "ioredis";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openRedis } from "../../server/redis";
import { type RedisStandIn, startRedisStandIn } from "../support/redis-stand-in";
import { startSlowLine } from "../support/slow-line";

const opened: Redis[] = [];
let standIn: RedisStandIn;
afterEach(async () => {
  for (const redis of opened.splice(0)) redis.disconnect();
  await standIn.stop();
});

/**
 * The limits of one process.
 * @param patienceMilliseconds how long it waits for Redis, instead of the deployed value
 */
function process(patienceMilliseconds?: number, url = standIn.url) {
  const redis = openRedis(url, { without: "自己计数", again: "一起计数" }, patienceMilliseconds);
  opened.push(redis);
  return createLimits(redis);
}
const freshKey = () => randomBytes(8).toString("hex");
const becomes = (limits: ReturnType<typeof createLimits>, state: string) =>
  expect.poll(() => limits.shared(), { timeout: 120_000 }).toBe(state);

/** Takes one after another; gives how many succeeded, and the time. */
async function takeAll(limits: ReturnType<typeof createLimits>, key: string, times: number) {
  const start = performance.now();
  let taken = 0;
  for (let count = 0; count < times; count += 1) if (await limits.take("signInCaptcha", key)) taken += 1;
  return { taken, milliseconds: performance.now() - start };
}

describe("limits of processes that share a Redis", () => {
  test("are counted together", async () => {
    standIn = await startRedisStandIn();
    // A machine that runs other tests meanwhile may pause for longer than the deployed wait.
    const [one, other, key] = [process(10_000), process(10_000), freshKey()];
    await becomes(one, "ok");
    await becomes(other, "ok");
    expect(await one.take("signInCaptcha", key)).toBe(true);
    expect(await other.take("signInCaptcha", key)).toBe(true);
    await one.giveBack("signInCaptcha", key);
    expect((await takeAll(other, key, 4)).taken).toBe(2);
    expect([await one.allows("signInCaptcha", key), await one.secondsLeft("signInCaptcha", key)]).toEqual([
      false,
      expect.any(Number),
    ]);
    await other.reset("signInCaptcha", key);
    expect(await one.take("signInCaptcha", key)).toBe(true);
  });

  test("hold in each process while Redis is frozen, without a wait for each call, and together again afterwards", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const told = vi.spyOn(console, "info").mockImplementation(() => {});
    standIn = await startRedisStandIn();
    const [limits, key] = [process(), freshKey()];
    await becomes(limits, "ok");
    standIn.freeze();
    // 40 that waited a second each would take 40 s.
    const { taken, milliseconds } = await takeAll(limits, key, 40);
    expect(taken).toBe(3);
    expect(milliseconds).toBeLessThan(3_000);
    expect(await limits.allows("signInCaptcha", key)).toBe(false);
    await limits.reset("signInCaptcha", key);
    expect(await limits.allows("signInCaptcha", key)).toBe(true);
    await becomes(limits, "unavailable");
    standIn.thaw();
    await becomes(limits, "ok");
    const [later, other] = [freshKey(), process()];
    await becomes(other, "ok");
    await limits.take("signInCaptcha", later);
    expect((await takeAll(other, later, 3)).taken).toBe(2);
    // A loss and a return print one line each, however often Redis is tried in between.
    expect(warned.mock.calls.map(([line]) => line)).toEqual([
      expect.stringContaining("Redis 连接不上，自己计数"),
    ]);
    expect(told.mock.calls).toEqual([["Redis 已连接，一起计数。"]]);
  });

  test("are counted together even if every answer comes late, and no loss is printed", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    standIn = await startRedisStandIn();
    const slow = await startSlowLine(Number(new URL(standIn.url).port), 300);
    try {
      const [one, other] = [process(undefined, slow.url), process(undefined, slow.url)];
      await becomes(one, "ok");
      await becomes(other, "ok");
      const key = freshKey();
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, count) => (count % 2 ? one : other).take("signInCaptcha", key)),
      );
      // Separate processes would let three through each.
      expect(taken.filter(Boolean).length).toBe(3);
      expect(await one.shared()).toBe("ok");
      expect(warned).not.toHaveBeenCalled();
    } finally {
      await slow.close();
    }
  });

  test("hold with many calls at once when Redis freezes under them", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    standIn = await startRedisStandIn();
    const [limits, key] = [process(), freshKey()];
    await becomes(limits, "ok");
    standIn.freeze();
    const start = performance.now();
    const taken = await Promise.all(Array.from({ length: 200 }, () => limits.take("signInCaptcha", key)));
    expect(taken.filter(Boolean).length).toBe(3);
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  test("work before Redis can be reached, use it when it can, and continue when it fails", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.spyOn(console, "info").mockImplementation(() => {});
    standIn = await startRedisStandIn(false);
    const limits = process();
    expect((await takeAll(limits, freshKey(), 10)).taken).toBe(3);
    expect(await limits.shared()).toBe("unavailable");
    await standIn.start();
    await becomes(limits, "ok");
    await limits.take("press", "7");
    expect(standIn.keys()).toEqual(["limit:press:7"]);
    await standIn.stop();
    expect((await takeAll(limits, freshKey(), 10)).taken).toBe(3);
    await becomes(limits, "unavailable");
    await standIn.start();
    await becomes(limits, "ok");
  });
});

test("without Redis nothing is shared, and that is no error", async () => {
  standIn = await startRedisStandIn(false);
  expect(await createLimits().shared()).toBe("unused");
});
