import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** How long a kept page may be shown without loading it again, in minutes. */
const keptMinutes = 10;

interface KeptPage {
  data: unknown;
  at: number;
}

/** The loader data of kept screens in this document, by path; only in the browser. */
const pages = new Map<string, KeptPage>();
/** The path of the kept screen that is open now. A navigation to the same path loads it again. */
let open: string | null = null;
/** Whether the root shows a one-time message. A kept page must not be used then, or the message would stay. */
let hasOneTimeMessage = false;

/** Keeps the loader data of a screen, so that returning to it does not load it again (spec 2.1). */
export function useKeptScreen(data: unknown): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pages.get(pathname)?.data !== data) pages.set(pathname, { data, at: Date.now() });
    open = pathname;
    return () => {
      open = null;
    };
  }, [pathname, data]);
}

/** The kept data of a screen; undefined when there is none, when it is too old, or when the screen is open now. */
export function keptScreen(pathname: string): unknown {
  const page = pages.get(pathname);
  if (!page || hasOneTimeMessage || open === pathname) return undefined;
  return Date.now() - page.at < keptMinutes * 60_000 ? page.data : undefined;
}

/** Called by the root: whether a one-time message is shown above the page. */
export function useOneTimeMessage(isShown: boolean): void {
  useEffect(() => {
    hasOneTimeMessage = isShown;
  }, [isShown]);
}

/**
 * Whether the root and the shells load their data again: not when a kept screen is shown again, but after every form
 * and every other navigation. Their `shouldRevalidate`.
 */
export function shouldRevalidate({
  nextUrl,
  formMethod,
  actionStatus = 200,
}: {
  nextUrl: URL;
  formMethod?: string | undefined;
  actionStatus?: number | undefined;
}): boolean {
  // Remix's default: after a refused form no data is loaded.
  if (actionStatus >= 400) return false;
  return formMethod !== undefined || keptScreen(nextUrl.pathname) === undefined;
}

/**
 * Whether an area loads its frame's data again: after a form in the area and when the same address is opened again,
 * but not between two of its screens. The `shouldRevalidate` of areas.
 */
export function unlessWithin({
  currentUrl,
  nextUrl,
  formMethod = "GET",
  actionStatus = 200,
}: {
  currentUrl: URL;
  nextUrl: URL;
  formMethod?: string | undefined;
  actionStatus?: number | undefined;
}): boolean {
  if (actionStatus >= 400) return false;
  return formMethod.toUpperCase() !== "GET" || currentUrl.href === nextUrl.href;
}
