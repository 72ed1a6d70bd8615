import { heatmapWait, pageHistoryMax, resizeThrottle, stayMilliseconds } from "contract/analytics/numbers";

/** Returns a function that is false for a thing seen less than `milliseconds` ago; each call starts the time again. */
export function debounceEach(milliseconds: number): (thing: object, now: number) => boolean {
  const last = new WeakMap<object, number>();
  return (thing, now) => {
    const before = last.get(thing);
    last.set(thing, now);
    return before === undefined || now - before >= milliseconds;
  };
}

/** How long a page was visible, reported at most every 4 s. */
export class Stay {
  private since: number | null;
  private unreported = 0;
  private reportedAt: number;

  constructor(now: number, visible: boolean) {
    this.since = visible ? now : null;
    this.reportedAt = now;
  }

  see(now: number, visible: boolean): void {
    if (this.since !== null) this.unreported += now - this.since;
    this.since = visible ? now : null;
  }

  /** Milliseconds since the last report; null when that is less than 4 s ago. */
  tell(now: number): number | null {
    if (now - this.reportedAt < stayMilliseconds) return null;
    this.see(now, this.since !== null);
    const milliseconds = Math.round(this.unreported);
    if (milliseconds <= 0) return null;
    this.unreported = 0;
    this.reportedAt = now;
    return milliseconds;
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

/** Runs a function at most every 10 ms; the last call is never lost. */
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

/**
 * Milliseconds before a page's clicks have positions. Browsers that do not report the network's speed count as slow.
 */
export const waitFor = (effectiveType: string | undefined): number =>
  effectiveType === "4g" ? heatmapWait.fast : heatmapWait.slow;
