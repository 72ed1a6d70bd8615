import { screenAt } from "~/navigation/screen-at";

/** Where people write more than a line: turning back has to find it, so the browser may keep the page. */
const writingPages = new Set(["person_info", "person_messages"]);

/**
 * Whether a page is nobody's to keep, not even the browser's own to turn back to: what is personal, and where
 * staff work. All other pages of a member are asked for anew each time, and their forms are there after 后退.
 */
export function isNeverCached(pathname: string): boolean {
  const screen = screenAt(pathname.replace(/\.data$/, ""));
  return (
    screen?.staff === true ||
    ((screen?.access === "authenticated" || screen?.access === "forumAdmin") &&
      !writingPages.has(screen.pageCode ?? ""))
  );
}
