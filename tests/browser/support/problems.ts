import type { ConsoleMessage, Page, Response } from "@playwright/test";

/**
 * Chromium prints every 4xx document and fetch on the console, also those that a test provokes. The check below covers
 * them.
 */
const refusedResource = /^Failed to load resource: the server responded with a status of 4\d\d/;
/** Remix prints this when a navigation replaces another one whose answer is being read. */
const abandoned = /^AbortError: signal is aborted without reason/;

/** Tests run without the service worker (playwright.config.ts). */
const blockedWorker = /^Service Worker registration blocked by Playwright/;

/** The problems of a page while a test uses it. */
export interface Problems {
  /** Marks problems that match the pattern as expected. */
  expect(pattern: RegExp): void;
  /** The problems that no test expects. */
  unexpected(): string[];
}

/**
 * Watches a page for console errors and warnings, uncaught exceptions, answers of 500 and above, missing
 * assets, and requests that leave the portal's origin.
 */
export function watchProblems(page: Page, origin: string): Problems {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  page.on("console", (message: ConsoleMessage) => {
    const text = message.text();
    const known = [refusedResource, abandoned, blockedWorker].some((pattern) => pattern.test(text));
    if (!["error", "warning"].includes(message.type()) || known) return;
    seen.push(`console.${message.type()}: ${text} (${message.location().url})`);
  });
  page.on("pageerror", (error) => seen.push(`uncaught: ${error.message}`));
  page.on("response", (response: Response) => {
    const url = new URL(response.url());
    if (url.origin !== origin) return;
    const isAsset = !["document", "fetch", "xhr"].includes(response.request().resourceType());
    if (response.status() >= 500 || (isAsset && response.status() >= 400))
      seen.push(`${response.status()} ${url.pathname}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== origin)
      seen.push(`request to another origin: ${request.url()}`);
  });
  return {
    expect: (pattern) => void expected.push(pattern),
    unexpected: () => seen.filter((line) => !expected.some((pattern) => pattern.test(line))),
  };
}
