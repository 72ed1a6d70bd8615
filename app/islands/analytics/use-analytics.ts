import { useEffect, useRef } from "react";
import type { AnalyticsSettings } from "~/settings/analytics-settings";
import type { Island, ReportedPage } from "./start";

type Signals = Navigator & { globalPrivacyControl?: boolean };

/** Whether this browser asks not to be tracked: Do Not Track or Global Privacy Control. */
function refusesTracking(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Signals;
  return globalPrivacyControl === true || doNotTrack === "1" || doNotTrack === "yes";
}

/** Deletes what was stored while analytics were allowed. */
function forgetAll(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith("analytics:")) storage.removeItem(key);
  } catch {
    // The browser allows no storage.
  }
}

/** Runs when the page has loaded and is idle. @returns a function that cancels it */
function whenIdle(run: () => void): () => void {
  const ending = new AbortController();
  const idle = () => {
    if (ending.signal.aborted) return;
    if ("requestIdleCallback" in window) requestIdleCallback(() => !ending.signal.aborted && run());
    else setTimeout(() => !ending.signal.aborted && run(), 2_000);
  };
  // In the next task, after the listeners of `load`.
  const loaded = () => setTimeout(idle);
  if (document.readyState === "complete") loaded();
  else window.addEventListener("load", loaded, { once: true, signal: ending.signal });
  return () => ending.abort();
}

/**
 * Reports usage (spec 7.3) when `settings` is given: the visitor agreed to the cookie policy and did not turn
 * analytics off. Not when the browser objects: then the code is not even loaded.
 */
export function useAnalytics(
  settings: AnalyticsSettings | null,
  page: ReportedPage | null,
  uid: number | null,
): void {
  const island = useRef<Island | null>(null);
  const latest = useRef({ page, uid });
  const key = settings && JSON.stringify(settings);
  useEffect(() => {
    if (!key || refusesTracking()) {
      forgetAll();
      return;
    }
    const cancel = whenIdle(async () => {
      const module = await import("./start").catch(() => null);
      if (!module || cancelled) return;
      try {
        island.current = module.start(JSON.parse(key), () => latest.current.uid);
        if (latest.current.page) island.current.page(latest.current.page);
      } catch {
        // Without storage there is no session to report.
      }
    });
    let cancelled = false;
    return () => {
      cancelled = true;
      cancel();
      island.current?.stop();
      island.current = null;
    };
  }, [key]);
  const { code = "", path = "" } = page ?? {};
  useEffect(() => {
    latest.current = { page: code === "" ? null : { code, path }, uid };
    if (code !== "") island.current?.page({ code, path });
  }, [code, path, uid]);
}
