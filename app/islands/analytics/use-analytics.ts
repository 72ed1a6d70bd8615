import { useEffect, useRef } from "react";
import type { AnalyticsSettings } from "~/settings/analytics-settings";
import type { Island, ReportedPage } from "./start";

type Signals = Navigator & { globalPrivacyControl?: boolean };

/** Whether this browser says that nobody is to be followed: Do Not Track or Global Privacy Control. */
function refusesTracking(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Signals;
  return globalPrivacyControl === true || doNotTrack === "1" || doNotTrack === "yes";
}

/** What was kept while it was allowed goes. */
function forgetAll(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith("analytics:")) storage.removeItem(key);
  } catch {
    // A browser that keeps nothing.
  }
}

/** Runs once the page has loaded and has nothing else to do. @returns what calls it off. */
function whenIdle(run: () => void): () => void {
  const ending = new AbortController();
  const idle = () => {
    if (ending.signal.aborted) return;
    if ("requestIdleCallback" in window) requestIdleCallback(() => !ending.signal.aborted && run());
    else setTimeout(() => !ending.signal.aborted && run(), 2_000);
  };
  // After the listeners of `load`, in the browser's next turn.
  const loaded = () => setTimeout(idle);
  if (document.readyState === "complete") loaded();
  else window.addEventListener("load", loaded, { once: true, signal: ending.signal });
  return () => ending.abort();
}

/**
 * Reports usage (spec 7.3) where `settings` came, which is where the visitor agreed to the cookie policy and
 * did not turn it off, and where the browser does not object. Otherwise not even its code is loaded.
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
        // Without storage there is no session to report of.
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
