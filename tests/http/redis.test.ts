import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { PlainBrowser } from "../support/plain-browser";
import { type RedisStandIn, startRedisStandIn } from "../support/redis-stand-in";
import { type RunningPortal, startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";
import { publishTopic } from "./support";

/** A limit against hangs, with room for a busy machine. A request that waits for Redis takes a minute. */
const patience = 10_000;

let redis: RedisStandIn;
let portal: RunningPortal;
beforeAll(async () => {
  redis = await startRedisStandIn(false);
  portal = await startPortal({ REDIS_URL: redis.url });
});
afterAll(async () => {
  await portal.stop();
  await redis.stop();
});

async function readiness(path = "/readyz") {
  const response = await fetch(portal.origin + path);
  return { status: response.status, body: await response.json() };
}
const redisBecomes = (state: string) =>
  expect.poll(async () => (await readiness()).body.redis, { timeout: 120_000 }).toBe(state);

/** Signs in, searches and posts; each answer must come within `patience`. */
async function everyday(): Promise<void> {
  const browser = new PlainBrowser(portal.origin);
  const timed = async <T>(work: Promise<T>) => {
    const start = performance.now();
    const result = await work;
    expect(performance.now() - start).toBeLessThan(patience);
    return result;
  };
  await timed(signInWithPassword(browser, demoAccounts.member));
  expect((await timed(browser.get("/search?q=%E4%B8%B2%E5%8F%A3"))).status).toBe(200);
  expect((await timed(publishTopic(browser))).status).toBe(200);
}

// The tests take Redis through its states one after the other, so their order is fixed.
describe("a portal with REDIS_URL", { timeout: 120_000, shuffle: false }, () => {
  test("starts without Redis, says so, and works", async () => {
    expect(portal.output()).toMatch(/Redis 连接不上，频率限制暂由本进程自己计数：.*ECONNREFUSED/);
    const body = { ready: true, database: "ok", disk: "ok", redis: "unavailable", files: "unused" };
    const unavailable = { status: 200, body };
    expect(await readiness()).toEqual(unavailable);
    expect(await readiness("/gateway/readyz")).toEqual(unavailable);
    await everyday();
  });

  test("uses Redis when it becomes reachable", async () => {
    await redis.start();
    await redisBecomes("ok");
    expect(await readiness("/gateway/readyz")).toEqual({
      status: 200,
      body: { ready: true, database: "ok", disk: "ok", redis: "ok", files: "unused" },
    });
    await everyday();
    expect(redis.keys()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^limit:post:\d+$/),
        expect.stringMatching(/^limit:submit:\d+$/),
      ]),
    );
    expect(portal.output()).toContain("Redis 已连接，频率限制又由各进程一起计数。");
  });

  test("works while Redis is frozen, and afterwards", async () => {
    redis.freeze();
    await everyday();
    await redisBecomes("unavailable");
    expect((await readiness()).status).toBe(200);
    await everyday();
    redis.thaw();
    await redisBecomes("ok");
  });

  test("works when Redis is stopped, and uses it when it is back", async () => {
    await redis.stop();
    await everyday();
    await redisBecomes("unavailable");
    await redis.start();
    await redisBecomes("ok");
    await everyday();
  });
});
