import { laterChange, wholeChange } from "contract/base/pages";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PageCache } from "../../server/page-cache/page-cache";
import type { PageEntry, PageResult } from "../../server/page-cache/page-entry";

const entry = (etag: string, size = 100, topics: number[] = []): PageEntry => ({
  status: 200,
  etag,
  headers: [],
  body: Buffer.from(etag),
  topics: new Set(topics),
  size,
});
const page = (etag: string, size?: number, topics?: number[]): PageResult => ({
  entry: entry(etag, size, topics),
});
const made = async (value: Promise<PageResult | null>) => {
  const result = await value;
  return result && "entry" in result ? result.entry.etag : result;
};
/** A promise that the test settles. */
function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

describe("page cache", () => {
  let now: number;
  let cache: PageCache;
  const never = () => Promise.reject(new Error("must not be made"));

  beforeEach(() => {
    now = 1_000_000;
    cache = new PageCache(() => now, 1_000);
  });

  it("renders a page once, however many ask at the same time", async () => {
    const page1 = later<PageResult>();
    const make = vi.fn(() => page1.promise);
    const loads = [cache.load("a", make), cache.load("a", make), cache.load("a", make)];
    page1.resolve(page("1"));
    expect(await Promise.all(loads.map(made))).toEqual(["1", "1", "1"]);
    expect(make).toHaveBeenCalledTimes(1);
    expect(cache.find("a", never)?.etag).toBe("1");
  });

  it("gives a private answer to the first reader alone, and stores nothing", async () => {
    const response = { status: 200, headers: [], body: new TextEncoder().encode("private") };
    const only = later<PageResult>();
    const loads = [cache.load("a", () => only.promise), cache.load("a", never)];
    only.resolve({ response });
    expect(await Promise.all(loads)).toEqual([{ response }, null]);
    expect(cache.find("a", never)).toBeUndefined();
  });

  it("serves a page for 5 s, then for 30 s more while one new page is rendered in the background", async () => {
    await cache.load("a", async () => page("1"));
    now += 4_999;
    expect(cache.find("a", never)?.etag).toBe("1");
    now += 1;
    const fresh = later<PageResult>();
    const make = vi.fn(() => fresh.promise);
    expect(cache.find("a", make)?.etag).toBe("1");
    expect(cache.find("a", make)?.etag).toBe("1");
    expect(make).toHaveBeenCalledTimes(1);
    fresh.resolve(page("2"));
    await vi.waitFor(() => expect(cache.find("a", never)?.etag).toBe("2"), { timeout: 120_000 });
    now += 35_000;
    expect(cache.find("a", never)).toBeUndefined();
  });

  it("serves a stale page during failures, and no longer than its time", async () => {
    await cache.load("a", async () => page("1"));
    now += 6_000;
    expect(cache.find("a", () => Promise.reject(new Error("down")))?.etag).toBe("1");
    await Promise.resolve();
    expect(cache.find("a", async () => ({ response: { status: 500, headers: [], body: null } }))?.etag).toBe(
      "1",
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(cache.find("a", async () => page("2"))?.etag).toBe("1");
    await vi.waitFor(() => expect(cache.find("a", never)?.etag).toBe("2"), { timeout: 120_000 });
  });

  it("rejects for everyone who waited when rendering fails, and retries at the next request", async () => {
    const failing = later<PageResult>();
    const loads = [cache.load("a", () => failing.promise), cache.load("a", never)];
    failing.reject(new Error("down"));
    const results = await Promise.allSettled(loads);
    expect(results.map((result) => result.status)).toEqual(["rejected", "rejected"]);
    expect(await made(cache.load("a", async () => page("1")))).toBe("1");
  });

  it("deletes everything on a full purge, and does not store a page that was being rendered", async () => {
    await cache.load("a", async () => page("1"));
    const old = later<PageResult>();
    const oldLoad = cache.load("b", () => old.promise);
    cache.take(wholeChange);
    expect(cache.find("a", never)).toBeUndefined();
    const fresh = cache.load("b", async () => page("new"));
    old.resolve(page("old"));
    expect(await made(oldLoad)).toBe("old");
    expect(await made(fresh)).toBe("new");
    expect(cache.find("b", never)?.etag).toBe("new");
    expect(cache.bytes).toBe(100);
  });

  it("deletes the pages of the topics that a write changed, and pages without a topic", async () => {
    await cache.load("one", async () => page("one", 100, [1, 7]));
    await cache.load("other", async () => page("other", 100, [2]));
    await cache.load("data", async () => page("data"));
    cache.take({ drop: [7], hides: true, later: false });
    expect(["one", "other", "data"].map((id) => cache.find(id, never)?.etag)).toEqual([
      undefined,
      "other",
      undefined,
    ]);
    expect(cache.bytes).toBe(100);
  });

  it("renders a page again within 5 s of an addition, in the background if it is requested often", async () => {
    await cache.load("often", async () => page("1"));
    await cache.load("seldom", async () => page("1"));
    cache.take(laterChange);
    now += 999;
    expect(cache.find("often", never)?.etag).toBe("1");
    now += 1;
    expect(cache.find("often", async () => page("2"))?.etag).toBe("1");
    await vi.waitFor(() => expect(cache.find("often", never)?.etag).toBe("2"), 120_000);
    now += 3_999;
    cache.take(laterChange);
    expect(cache.find("often", never)?.etag).toBe("2");
    now += 1;
    expect(cache.find("seldom", never)).toBeUndefined();
    const slow = later<PageResult>();
    const slowLoad = cache.load("seldom", () => slow.promise);
    expect(cache.find("seldom", never)?.etag).toBe("1");
    slow.resolve(page("2"));
    expect(await made(slowLoad)).toBe("2");
  });

  it("counts an addition during rendering from its time", async () => {
    const slow = later<PageResult>();
    const slowLoad = cache.load("a", () => slow.promise);
    cache.take(laterChange);
    now += 4_000;
    slow.resolve(page("1"));
    await slowLoad;
    now += 999;
    expect(cache.find("a", async () => page("2"))?.etag).toBe("1");
    cache.take(wholeChange);
    await cache.load("a", async () => page("3"));
    now += 4_000;
    expect(cache.find("a", never)?.etag).toBe("3");
  });

  it("has a maximum of bytes; the longest unused page is deleted first", async () => {
    for (const id of ["a", "b", "c"]) await cache.load(id, async () => page(id, 300));
    cache.find("a", never);
    await cache.load("d", async () => page("d", 300));
    expect(cache.find("b", never)).toBeUndefined();
    expect(["a", "c", "d"].map((id) => cache.find(id, never)?.etag)).toEqual(["a", "c", "d"]);
    expect(cache.bytes).toBe(900);
    await cache.load("big", async () => page("big", 1_001));
    expect(cache.find("big", never)).toBeUndefined();
    expect(cache.bytes).toBe(900);
  });
});
