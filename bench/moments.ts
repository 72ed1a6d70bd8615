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

/**
 * Runs in the page before anything else, and notes what happens; what never does stays NaN. Without inner
 * functions of a name: those would be wrapped by a helper that the page does not have.
 */
export function watchMoments(): void {
  const seen = { firstPaint: NaN, largestPaint: NaN, ready: NaN, load: NaN, shift: 0, replyForm: false };
  Object.assign(window, { seenMoments: seen });
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName("first-contentful-paint")[0];
    if (!paint) return;
    const field = document.querySelector<HTMLTextAreaElement>("form textarea[name=content]");
    seen.firstPaint = paint.startTime;
    seen.replyForm = field !== null && !field.disabled && field.getClientRects().length > 0;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaint = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      seen.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
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
