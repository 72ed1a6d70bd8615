import type { AnalyticsEvent } from "contract/analytics/events";
import { collectedBatch } from "contract/analytics/events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { batchLength, payloadOf } from "~/islands/analytics/batch";
import { Channel, type Outcome } from "~/islands/analytics/channel";
import { sendingTo } from "~/islands/analytics/send";

const header = { appId: "app", domainId: "domain", sessionMode: 0 } as const;

const event = (text = ""): AnalyticsEvent => ({
  time: 1,
  code: "click",
  data: { page: "home", shell: "desktop", target: "a", text },
  userId: null,
  sessionId: "session-1",
  anonymousId: "anonymous-1",
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A channel whose posts get these results, one after the other, and then succeed. */
function channelWith({
  outcomes = [],
  beacons = () => true,
  hangs = false,
}: {
  outcomes?: Outcome[];
  beacons?: () => boolean;
  hangs?: boolean;
} = {}) {
  const seen = {
    posts: [] as { id: string; events: unknown[] }[],
    beacons: [] as { id: string; events: unknown[]; bytes: number }[],
    kept: [] as { id: string; events: unknown[] }[],
  };
  const read = (payload: string) => {
    const { header: head, body } = collectedBatch.parse(JSON.parse(payload));
    return { id: head.batchId, events: body };
  };
  const channel = new Channel({
    header,
    post(payload) {
      seen.posts.push(read(payload));
      return hangs ? new Promise(() => undefined) : Promise.resolve(outcomes.shift() ?? "arrived");
    },
    beacon(payload) {
      seen.beacons.push({ ...read(payload), bytes: Buffer.byteLength(payload) });
      return beacons();
    },
    keep: (batch) => seen.kept.push(batch),
  });
  const add = (count: number, text?: string) => {
    let taken = 0;
    for (let at = 0; at < count; at += 1) if (channel.add(event(text))) taken += 1;
    return taken;
  };
  return { channel, seen, add };
}

describe("the queue of events", () => {
  it("flushes 3 s after the first event, not a millisecond before", async () => {
    const { seen, add } = channelWith();
    add(1);
    await vi.advanceTimersByTimeAsync(2_000);
    add(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(seen.posts).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.posts.map(({ events }) => events.length)).toEqual([2]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen.posts).toHaveLength(1);
  });

  it("flushes at once when 200 events wait, and not when 199 do", async () => {
    const { seen, add } = channelWith();
    add(199);
    expect(seen.posts).toHaveLength(0);
    add(1);
    expect(seen.posts.map(({ events }) => events.length)).toEqual([200]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(seen.posts).toHaveLength(1);
  });

  it("sends at most 200 in one POST, and one POST at a time", async () => {
    const { seen, add } = channelWith();
    add(450);
    expect(seen.posts.map(({ events }) => events.length)).toEqual([200]);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.posts.map(({ events }) => events.length)).toEqual([200, 200]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(seen.posts.map(({ events }) => events.length)).toEqual([200, 200, 50]);
  });

  it("accepts the 1,000th waiting event, and not the next one", () => {
    const { channel, seen, add } = channelWith({ hangs: true });
    expect(add(1_001)).toBe(1_000);
    expect(channel.size).toBe(1_000);
    expect(seen.posts).toHaveLength(1);
  });

  it("sends a batch that may not have arrived again under its id, at growing intervals", async () => {
    const { channel, seen, add } = channelWith({ outcomes: ["again", "again"] });
    add(1);
    await vi.advanceTimersByTimeAsync(3_000);
    await vi.advanceTimersByTimeAsync(5_999);
    expect(seen.posts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.posts).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(11_999);
    expect(seen.posts).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.posts).toHaveLength(3);
    expect(new Set(seen.posts.map(({ id }) => id)).size).toBe(1);
    expect(channel.size).toBe(0);
  });

  it("does not repeat a refused batch", async () => {
    const { channel, seen, add } = channelWith({ outcomes: ["refused"] });
    add(1);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(seen.posts).toHaveLength(1);
    expect(channel.size).toBe(0);
  });

  it("sends all events, under way or waiting, as beacons of at most 60 KiB when the page is left", async () => {
    const { channel, seen, add } = channelWith({ hangs: true });
    // Three bytes a character, and quoted twice.
    add(450, "“中文”\n".repeat(40));
    channel.leave();
    expect(seen.beacons.flatMap(({ events }) => events)).toHaveLength(450);
    for (const { bytes } of seen.beacons) expect(bytes).toBeLessThanOrEqual(60 * 1024);
    expect(seen.beacons.length).toBeGreaterThan(3);
    // A batch under way keeps its id.
    expect(seen.beacons[0]?.id).toBe(seen.posts[0]?.id);
    expect(new Set(seen.beacons.map(({ id }) => id)).size).toBe(seen.beacons.length);
    expect(channel.size).toBe(0);
  });

  it("stores a batch that the browser refuses for the next page, which sends it under its id", async () => {
    let room = 1;
    const before = channelWith({ beacons: () => room-- > 0 });
    before.add(199, "长".repeat(256));
    before.channel.leave();
    expect(before.seen.beacons.length).toBe(1 + before.seen.kept.length);
    expect(before.seen.kept.length).toBeGreaterThan(0);
    const after = channelWith();
    after.channel.restore(before.seen.kept as never);
    await vi.advanceTimersByTimeAsync(3_000 * (1 + before.seen.kept.length));
    expect(after.seen.posts.map(({ id }) => id)).toEqual(before.seen.kept.map(({ id }) => id));
  });

  it("takes over an earlier page's events as far as there is room", () => {
    const { channel } = channelWith();
    const batch = (id: string, length: number) => ({ id, events: Array.from({ length }, () => event()) });
    channel.restore([batch("first-batch", 200), batch("second-batch", 800), batch("third-batch", 1)]);
    expect(channel.size).toBe(1_000);
  });

  it("deletes everything when it is stopped", async () => {
    const { channel, seen, add } = channelWith();
    add(10);
    channel.stop();
    expect(add(1)).toBe(0);
    channel.leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual({ posts: [], beacons: [], kept: [] });
  });
});

describe("a part", () => {
  it("ends before the event that would make it exceed 60 KiB, with room for the surrounding text", () => {
    expect(batchLength([30_000, 60 * 1024 - 1_024 - 30_000])).toBe(2);
    expect(batchLength([30_000, 60 * 1024 - 1_024 - 30_000 + 1])).toBe(1);
    expect(batchLength([100_000])).toBe(1);
    expect(batchLength(Array(200).fill(1))).toBe(200);
    expect(batchLength(Array(201).fill(1))).toBe(200);
  });

  it("has header and body as JSON strings", () => {
    const payload = JSON.parse(payloadOf(header, { id: "batch-id-1", events: [event()] }));
    expect(JSON.parse(payload.header)).toEqual({ ...header, batchId: "batch-id-1" });
    expect(JSON.parse(payload.body)).toEqual([event()]);
  });
});

describe("a POST", () => {
  const post = async (answer: (signal: AbortSignal) => Promise<Response>, timeout = 1_000) => {
    vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => answer(signal));
    const logged = vi.spyOn(console, "debug").mockImplementation(() => undefined);
    const outcome = await sendingTo("/x", timeout, header, () => undefined).post("{}");
    vi.unstubAllGlobals();
    return { outcome, logged: logged.mock.calls.length };
  };
  const status = (code: number) => () => Promise.resolve(new Response(null, { status: code }));

  it("is retried after no answer, 429 and 5xx, and not after other refusals; failures are only logged", async () => {
    expect(await post(status(204))).toEqual({ outcome: "arrived", logged: 0 });
    for (const code of [429, 500, 503])
      expect(await post(status(code))).toEqual({ outcome: "again", logged: 1 });
    vi.restoreAllMocks();
    for (const code of [400, 403, 413, 499])
      expect((await post(status(code))).outcome, String(code)).toBe("refused");
    expect((await post(() => Promise.reject(new TypeError("offline")))).outcome).toBe("again");
  });

  it("is given up when its time is over", async () => {
    vi.useRealTimers();
    const asked: number[] = [];
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
      asked.push(milliseconds);
      return AbortSignal.abort(new DOMException("late", "TimeoutError"));
    });
    const late = (signal: AbortSignal) => Promise.reject(signal.reason);
    expect((await post(late, 1_000)).outcome).toBe("again");
    expect((await post(late, 3_000)).outcome).toBe("again");
    timeout.mockRestore();
    expect(asked).toEqual([1_000, 3_000]);
  });
});
