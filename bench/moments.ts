import type { Page } from "@playwright/test";

/** The times of a page's paints and of its hydration, in milliseconds since the request. */
export interface Moments {
  firstPaint: number;
  largestPaint: number;
  /** The end of hydration. */
  ready: number;
  load: number;
  /** The cumulative layout shift. */
  shift: number;
  /** Whether the page had a reply form at the first paint. */
  replyForm: boolean;
}

/**
 * Runs in the page before all other scripts and records the times; a time stays NaN if its event never happens. It has
 * no named inner functions, because the bundler would wrap them in a helper that the page does not have.
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

/** The recorded times so far. */
export const moments = (page: Page): Promise<Moments> =>
  page.evaluate(() => (window as unknown as { seenMoments: Moments }).seenMoments);
