import { screenAt } from "~/navigation/screen-at";

/** Pages with long texts: going back must find the typed text, so browsers may store these pages. */
const writingPages = new Set(["person_info", "person_messages"]);

/**
 * Whether no cache may store a page, not even the browser's back-forward cache: personal pages, and pages where staff
 * work. A member's other pages are only revalidated each time, and their forms are still filled after going back
 * (后退).
 */
export function isNeverCached(pathname: string): boolean {
  const screen = screenAt(pathname.replace(/\.data$/, ""));
  return (
    screen?.staff === true ||
    ((screen?.access === "authenticated" || screen?.access === "forumAdmin") &&
      !writingPages.has(screen.pageCode ?? ""))
  );
}
