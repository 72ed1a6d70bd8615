import type { Cookies } from "contract/base/cookies";

/** The names of all cookies that the portal sets. They are never forwarded to the gateway. */
export const cookieNames = {
  session: "portal_session",
  formToken: "csrf",
  scheme: "color_scheme",
  shell: "shell_choice",
  cookiePolicy: "cookie_policy",
  analytics: "analytics",
  source: "from_source",
  styles: "styles_kept",
  columns: "product_columns",
  banner: "banner_closed",
} as const;

/**
 * The cookies, mostly choices, that change how a page is rendered, with their values. The page cache has them in its
 * keys.
 */
export const pageChoices = {
  shell: ["desktop", "h5"],
  scheme: ["light", "dark"],
  /** The accepted version (spec 9). */
  cookiePolicy: ["V1"],
  /** Usage statistics are turned off. */
  analytics: ["off"],
  /** The browser has our style sheets in its cache: the page need not contain them. */
  styles: ["1"],
  /** The slot of the banner that the visitor closed: a few values, so that nobody can make keys without end. */
  banner: ["0", "1", "2", "3"],
} as const;

export type PageChoice = keyof typeof pageChoices;

/** The choice in a cookie; undefined without a cookie, or when its value is unknown. */
export function readChoice<Choice extends PageChoice>(
  cookies: Cookies,
  choice: Choice,
): (typeof pageChoices)[Choice][number] | undefined {
  const value = cookies[cookieNames[choice]];
  return pageChoices[choice].find((one) => one === value);
}

/** A Set-Cookie header for a cookie that scripts may read, for all paths; `seconds` 0 deletes it. */
export function plainCookie(
  name: (typeof cookieNames)[keyof typeof cookieNames],
  value: string,
  seconds: number,
): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}
