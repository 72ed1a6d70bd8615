import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** How long a kept page stands for what it was made of. */
const keptMinutes = 10;

interface KeptPage {
  data: unknown;
  at: number;
}

/** What screens were shown with in this document, by path; in the browser alone. */
const pages = new Map<string, KeptPage>();
/** The kept screen that is open: asked for again, it is made anew. */
let open: string | null = null;
/** The root said something that is to be said once: it must not be kept with the page. */
let saidOnce = false;

/** Keeps what a screen shows, for whoever comes back to it (spec 2.1). */
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

/** What a screen was shown with a while ago, when somebody comes back to it from another. */
export function keptScreen(pathname: string): unknown {
  const page = pages.get(pathname);
  if (!page || saidOnce || open === pathname) return undefined;
  return Date.now() - page.at < keptMinutes * 60_000 ? page.data : undefined;
}

/** For the root: whether it says something above the page at present that goes with the next one. */
export function useSaidOnce(said: boolean): void {
  useEffect(() => {
    saidOnce = said;
  }, [said]);
}

/**
 * What stands around the screens is not asked for either when a kept one comes back; else it is, as ever. The
 * `shouldRevalidate` of the root and the shells.
 */
export function revalidateUnlessKept({
  nextUrl,
  formMethod,
  actionStatus = 200,
}: {
  nextUrl: URL;
  formMethod?: string | undefined;
  actionStatus?: number | undefined;
}): boolean {
  // As without this function: after a form that was refused the page stays as it is.
  if (actionStatus >= 400) return false;
  return formMethod !== undefined || keptScreen(nextUrl.pathname) === undefined;
}

/**
 * An area's frame is loaded when somebody enters the area, after something was done there, and when the same address is
 * asked for again; not when they go from one of its screens to another. The `shouldRevalidate` of areas.
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
