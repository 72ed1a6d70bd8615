import type { Page } from "@playwright/test";

/** When a page showed and worked, in milliseconds since it was asked for. */
export interface Moments {
  firstPaint: number;
  largestPaint: number;
  /** When its scripts had taken it over. */
  ready: number;
  load: number;
  /** How far things moved by themselves (cumulative layout shift). */
  shift: number;
  /** Whether there was a reply form to type into at the first paint. */
  replyForm: boolean;
}

/** Runs in the page before anything else, and notes what happens. */
export function watchMoments(): void {
  const seen = { firstPaint: 0, largestPaint: 0, ready: 0, load: 0, shift: 0, replyForm: false };
  Object.assign(window, { seenMoments: seen });
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("paint", (entry) => {
    if (entry.name !== "first-contentful-paint") return;
    const field = document.querySelector<HTMLTextAreaElement>("form textarea[name=content]");
    seen.firstPaint = entry.startTime;
    seen.replyForm = field !== null && !field.disabled && field.getClientRects().length > 0;
  });
  observe("largest-contentful-paint", (entry) => {
    seen.largestPaint = entry.startTime;
  });
  observe("layout-shift", (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  new MutationObserver((_changes, observer) => {
    if (document.documentElement?.dataset.ready === undefined) return;
    seen.ready = performance.now();
    observer.disconnect();
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready"] });
  addEventListener("load", () => {
    seen.load = performance.now();
  });
}

/** What was noted so far. */
export const moments = (page: Page): Promise<Moments> =>
  page.evaluate(() => (window as unknown as { seenMoments: Moments }).seenMoments);
