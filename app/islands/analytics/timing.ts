import { heatmapWait, pageHistoryMax, resizeThrottle, stayMilliseconds } from "contract/analytics/numbers";

/** Lets a thing through unless it was there less than `milliseconds` ago; every try begins the wait anew. */
export function debounceEach(milliseconds: number): (thing: object, now: number) => boolean {
  const last = new WeakMap<object, number>();
  return (thing, now) => {
    const before = last.get(thing);
    last.set(thing, now);
    return before === undefined || now - before >= milliseconds;
  };
}

/** How long somebody looked at a page, told at most every 4 s. Time in which it was out of sight is none. */
export class Stay {
  private since: number | null;
  private untold = 0;
  private toldAt: number;

  constructor(now: number, visible: boolean) {
    this.since = visible ? now : null;
    this.toldAt = now;
  }

  see(now: number, visible: boolean): void {
    if (this.since !== null) this.untold += now - this.since;
    this.since = visible ? now : null;
  }

  /** Milliseconds since it was last told; null while that is less than 4 s ago. */
  tell(now: number): number | null {
    if (now - this.toldAt < stayMilliseconds) return null;
    this.see(now, this.since !== null);
    const seconds = Math.round(this.untold);
    if (seconds <= 0) return null;
    this.untold = 0;
    this.toldAt = now;
    return seconds;
  }
}

/** The codes of the last 3 pages, the newest last. */
export function pageHistory(): { add(code: string): string[] } {
  let codes: string[] = [];
  return {
    add(code) {
      const before = codes;
      codes = [...codes, code].slice(-pageHistoryMax);
      return before;
    },
  };
}

/** Runs what is asked for most recently, at most every 10 ms, and never not at all. */
export function throttled(run: () => void): { call(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call() {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, resizeThrottle);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Milliseconds until a page's clicks have a place; browsers that do not say how fast the network is count as slow. */
export const waitFor = (effectiveType: string | undefined): number =>
  effectiveType === "4g" ? heatmapWait.fast : heatmapWait.slow;
