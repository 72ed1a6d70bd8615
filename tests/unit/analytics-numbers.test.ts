import { tooltipWidth } from "contract/analytics/constants";
import * as limits from "contract/analytics/numbers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shortened, targetOf } from "~/islands/analytics/elements";
import { Exposures } from "~/islands/analytics/exposure";
import { anonymousId, sessionAt } from "~/islands/analytics/session";
import { forget, keepBatch, takeBatches } from "~/islands/analytics/store";
import { debounceEach, pageHistory, Stay, throttled, waitFor } from "~/islands/analytics/timing";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A storage with the browser's interface: names and texts in their order of insertion. */
function storage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (at) => [...values.keys()][at] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
}

describe("the numbers of spec 9", () => {
  it("have these values", () => {
    expect(limits).toMatchObject({
      flushMilliseconds: 3_000,
      queueMax: 1_000,
      batchMax: 200,
      collectTimeout: 1_000,
      adClickTimeout: 3_000,
      sessionIdle: { minimum: 1, default: 30, maximum: 1_440 },
      clickDebounce: { minimum: 10, default: 200, maximum: 1_000 },
      sessionModes: [0, 1],
      stayMilliseconds: 4_000,
      ancestorsMax: 10,
      elementTextMax: 256,
      exposure: { ratio: 0.25, milliseconds: 500 },
      pageHistoryMax: 3,
      resizeThrottle: 10,
      heatmapWait: { fast: 1_000, slow: 5_000 },
    });
    expect(tooltipWidth).toBe(320);
  });
});

describe("a session", () => {
  const minute = 60_000;
  for (const sessionIdle of [1, 30, 1_440])
    it(`ends after ${sessionIdle} minutes without an event`, () => {
      const stores = { browser: storage(), tab: storage() };
      const at = (now: number) => sessionAt(now, { sessionMode: 0, sessionIdle }, stores);
      const first = at(0);
      expect(first.begun).toBe(true);
      expect(at(sessionIdle * minute - 1)).toEqual({ id: first.id, begun: false });
      // The idle time counts from the last event.
      expect(at(2 * sessionIdle * minute - 2)).toEqual({ id: first.id, begun: false });
      const next = at(3 * sessionIdle * minute - 2);
      expect(next.begun).toBe(true);
      expect(next.id).not.toBe(first.id);
    });

  it("is shared by the browser in mode 0 and belongs to the tab in mode 1", () => {
    const browser = storage();
    const inTab = (sessionMode: 0 | 1, tab: Storage) =>
      sessionAt(0, { sessionMode, sessionIdle: 30 }, { browser, tab }).id;
    const [one, other] = [storage(), storage()];
    expect(inTab(0, one)).toBe(inTab(0, other));
    expect(inTab(1, one)).toBe(inTab(1, one));
    expect(inTab(1, one)).not.toBe(inTab(1, other));
  });
});

describe("stored data", () => {
  it("are an id of the browser, and nothing after they are deleted", () => {
    const kept = storage();
    kept.setItem("visitorId", "other");
    const id = anonymousId(kept);
    expect(anonymousId(kept)).toBe(id);
    keepBatch(kept, "events", { id: "batch-one", events: [] });
    sessionAt(0, { sessionMode: 0, sessionIdle: 30 }, { browser: kept, tab: kept });
    forget(kept);
    expect(kept.length).toBe(1);
    expect(anonymousId(kept)).not.toBe(id);
  });

  it("are used by the next page once, separately for each channel, and only if they are a batch", () => {
    const kept = storage();
    keepBatch(kept, "events", { id: "batch-one", events: [] });
    keepBatch(kept, "clicks", { id: "batch-two", events: [] });
    kept.setItem("analytics:events:broken", "{");
    kept.setItem("analytics:events:other", "[1]");
    expect(takeBatches(kept, "events")).toEqual([{ id: "batch-one", events: [] }]);
    expect(takeBatches(kept, "events")).toEqual([]);
    expect(takeBatches(kept, "clicks")).toHaveLength(1);
  });
});

describe("clicks", () => {
  for (const milliseconds of [10, 200, 1_000])
    it(`on one thing within ${milliseconds} ms are one`, () => {
      const passes = debounceEach(milliseconds);
      const [one, other] = [{}, {}];
      expect(passes(one, 0)).toBe(true);
      expect(passes(other, 1)).toBe(true);
      expect(passes(one, milliseconds - 1)).toBe(false);
      // Every click starts the wait again.
      expect(passes(one, 2 * milliseconds - 2)).toBe(false);
      expect(passes(one, 3 * milliseconds - 2)).toBe(true);
    });

  interface Node {
    parentElement: Node | null;
    matches(): boolean;
  }
  /** An element, and a button that is its ancestor of this level. */
  const beneath = (above: number): { element: Node; button: Node } => {
    const button: Node = { parentElement: null, matches: () => true };
    let element = button;
    for (let step = 0; step < above; step += 1) element = { parentElement: element, matches: () => false };
    return { element, button };
  };
  it("count for the nearest of 10 ancestors that can be clicked, and not for the 11th", () => {
    for (const above of [0, 1, 10]) {
      const { element, button } = beneath(above);
      expect(targetOf(element)).toBe(button);
    }
    expect(targetOf(beneath(11).element)).toBeNull();
  });

  it("have a text of at most 256 characters", () => {
    expect(shortened("字".repeat(256))).toHaveLength(256);
    expect(shortened("字".repeat(257))).toHaveLength(256);
    expect([...shortened("😀".repeat(300))]).toHaveLength(256);
    expect(shortened("  两\n\t词 ")).toBe("两 词");
  });
});

describe("exposure", () => {
  const thing = {};
  const watch = () => {
    const told: object[] = [];
    return { told, exposures: new Exposures<object>((one) => told.push(one)) };
  };
  const seen = (intersectionRatio: number) => [{ target: thing, intersectionRatio }];

  it("needs a quarter in view, and not less", () => {
    const { told, exposures } = watch();
    exposures.see(seen(0.2499));
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
    exposures.see(seen(0.25));
    vi.advanceTimersByTime(500);
    expect(told).toEqual([thing]);
  });

  it("needs 500 ms without a break", () => {
    const { told, exposures } = watch();
    exposures.see(seen(1));
    vi.advanceTimersByTime(499);
    exposures.see(seen(0.1));
    exposures.see(seen(1));
    vi.advanceTimersByTime(499);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([thing]);
  });

  it("is reported once, and not at all after the page was left", () => {
    const { told, exposures } = watch();
    for (let time = 0; time < 3; time += 1) {
      exposures.see(seen(1));
      vi.advanceTimersByTime(500);
      exposures.see(seen(0));
    }
    expect(told).toEqual([thing]);
    const other = watch();
    other.exposures.see(seen(1));
    other.exposures.stop();
    vi.advanceTimersByTime(500);
    expect(other.told).toEqual([]);
  });
});

describe("staying on a page", () => {
  it("is reported at most every 4 s, with the time since", () => {
    const stay = new Stay(0, true);
    expect(stay.tell(3_999)).toBeNull();
    expect(stay.tell(4_000)).toBe(4_000);
    expect(stay.tell(7_999)).toBeNull();
    expect(stay.tell(9_000)).toBe(5_000);
  });

  it("does not count time in the background", () => {
    const stay = new Stay(0, true);
    stay.see(1_000, false);
    stay.see(100_000, true);
    expect(stay.tell(102_500)).toBe(3_500);
    expect(new Stay(0, false).tell(10_000)).toBeNull();
  });
});

describe("pages, windows, waits", () => {
  it("a page stores the 3 pages before it", () => {
    const history = pageHistory();
    expect(["a", "b", "c", "d", "e"].map((code) => history.add(code))).toEqual([
      [],
      ["a"],
      ["a", "b"],
      ["a", "b", "c"],
      ["b", "c", "d"],
    ]);
  });

  it("a resized window is measured every 10 ms", () => {
    const look = vi.fn();
    const resized = throttled(look);
    for (let time = 0; time < 25; time += 1) {
      resized.call();
      vi.advanceTimersByTime(1);
    }
    expect(look).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(4);
    expect(look).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1);
    expect(look).toHaveBeenCalledTimes(3);
    resized.call();
    resized.stop();
    vi.advanceTimersByTime(100);
    expect(look).toHaveBeenCalledTimes(3);
  });

  it("a heatmap waits 1 s on 4g, else 5 s", () => {
    expect(waitFor("4g")).toBe(1_000);
    for (const type of ["3g", "2g", "slow-2g", undefined]) expect(waitFor(type)).toBe(5_000);
  });
});
