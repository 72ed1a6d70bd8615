import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { joinPagesChannel, type PagesChannel } from "../../server/pages-channel";
import { type RedisStandIn, startRedisStandIn } from "../support/redis-stand-in";

const change = { drop: [7], hides: true, later: true };
const channels: PagesChannel[] = [];
let standIn: RedisStandIn;
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "info").mockImplementation(() => {});
});
afterEach(async () => {
  for (const channel of channels.splice(0)) channel.close();
  await standIn.stop();
});

/** A process on the channel, and how often it was told to purge its pages. */
function join() {
  const changed = vi.fn();
  const channel = joinPagesChannel(standIn.url, changed);
  channels.push(channel);
  return { ...channel, changed };
}
const joined = (process: PagesChannel) => expect.poll(() => process.joined(), { timeout: 120_000 });

test("a process's purge reaches the others and not itself", async () => {
  standIn = await startRedisStandIn();
  const [one, other] = [join(), join()];
  await joined(one).toBe(true);
  await joined(other).toBe(true);
  one.changed.mockClear();
  other.changed.mockClear();
  // The sender's own connection may be ready a moment later.
  await expect
    .poll(() => {
      one.announce(change);
      return other.changed.mock.calls.length;
    })
    .toBeGreaterThan(0);
  expect(other.changed).toHaveBeenCalledWith(change);
  expect(one.changed).not.toHaveBeenCalled();
});

test("without Redis at the start nobody waits; when it comes, earlier purges are sent", async () => {
  standIn = await startRedisStandIn(false);
  const [one, other] = [join(), join()];
  one.announce(change);
  expect(one.joined()).toBe(false);
  await standIn.start();
  await joined(one).toBe(true);
  await joined(other).toBe(true);
  await expect.poll(() => other.changed.mock.calls.length).toBeGreaterThan(0);
});

test("a process that could not listen for a while purges its pages when it can again", async () => {
  standIn = await startRedisStandIn();
  const one = join();
  await joined(one).toBe(true);
  one.changed.mockClear();
  await standIn.stop();
  await joined(one).toBe(false);
  await standIn.start();
  await joined(one).toBe(true);
  await expect.poll(() => one.changed.mock.calls.length).toBeGreaterThan(0);
});
