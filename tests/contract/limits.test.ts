import { randomBytes } from "node:crypto";
import { createLimits, type Limits, networkOf } from "gateway/server/limits";
import { Refusal } from "gateway/server/refusal";
import { Redis } from "ioredis";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { passTime } from "../support/signin";

afterEach(() => vi.useRealTimers());

/** The same tests in memory and, if a Redis is configured, in Redis. */
const redisUrl = process.env.TEST_REDIS_URL;
const redis = redisUrl ? new Redis(redisUrl) : undefined;
afterAll(() => redis?.quit());
const stores: [string, () => Limits][] = [
  ["memory", () => createLimits()],
  ...(redis ? ([["Redis", () => createLimits(redis)]] as [string, () => Limits][]) : []),
];

describe.each(stores)("limits in %s", (_, make) => {
  const freshKey = () => randomBytes(8).toString("hex");

  test("a window has so many points, also for parallel callers", async () => {
    const [limits, key] = [make(), freshKey()];
    expect(await limits.allows("signInCaptcha", key)).toBe(true);
    const taken = await Promise.all(Array.from({ length: 20 }, () => limits.take("signInCaptcha", key)));
    expect(taken.filter(Boolean).length).toBe(3);
    expect(await limits.allows("signInCaptcha", key)).toBe(false);
    expect(await limits.allows("signInCaptcha", freshKey())).toBe(true);
    expect(await limits.allows("signInPerAccount", key)).toBe(true);
  });

  test("a used-up window refuses with the seconds left", async () => {
    const [limits, key] = [make(), freshKey()];
    await limits.spend("codePerMinute", key);
    const refusal = await limits.spend("codePerMinute", key).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      code: "TOO_FREQUENT",
      status: 429,
      message: expect.stringMatching(/^操作太频繁，请 (60|59) 秒后再试$/),
    });
    expect(await limits.secondsLeft("codePerMinute", key)).toBeGreaterThan(58);
    expect(await limits.secondsLeft("codePerMinute", freshKey())).toBe(0);
  });

  test("a returned point can be spent again, and a reset returns all", async () => {
    const [limits, key] = [make(), freshKey()];
    for (let count = 0; count < 3; count += 1) await limits.take("signInCaptcha", key);
    await limits.giveBack("signInCaptcha", key);
    expect([await limits.take("signInCaptcha", key), await limits.take("signInCaptcha", key)]).toEqual([
      true,
      false,
    ]);
    await limits.reset("signInCaptcha", key);
    expect(await limits.take("signInCaptcha", key)).toBe(true);
  });
});

test("a window ends", async () => {
  const limits = createLimits();
  await limits.spend("codePerMinute", "key");
  passTime(59);
  expect(await limits.secondsLeft("codePerMinute", "key")).toBe(1);
  passTime(2);
  expect(await limits.secondsLeft("codePerMinute", "key")).toBe(0);
  await limits.spend("codePerMinute", "key");
});

test("a scale multiplies the limits of people, but not single-use limits", async () => {
  const limits = createLimits(undefined, 100);
  for (let count = 0; count < 300; count += 1) expect(await limits.take("signInCaptcha", "key")).toBe(true);
  expect(await limits.take("signInCaptcha", "key")).toBe(false);
  expect([await limits.take("captchaUse", "key"), await limits.take("captchaUse", "key")]).toEqual([
    true,
    false,
  ]);
});

test("while Redis cannot be reached, the process counts for itself", async () => {
  const away = new Redis({
    host: "127.0.0.1",
    port: 1,
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: () => null,
  });
  away.on("error", () => {});
  const limits = createLimits(away);
  const taken = [];
  for (let count = 0; count < 4; count += 1) taken.push(await limits.take("signInCaptcha", "key"));
  expect(taken).toEqual([true, true, true, false]);
  expect(await limits.allows("signInCaptcha", "key")).toBe(false);
  away.disconnect();
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1:2:3:4", "2001:db8:0:0::/64"],
  ["2001:0db8::", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["local", "local"],
  ["", ""],
])("%s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
