import type { Cookies } from "contract/base/cookies";

/**
 * The cookies that the portal sets, each named here and nowhere else. They are nobody else's business: the
 * gateway gets none of them.
 */
export const cookieNames = {
  session: "portal_session",
  formToken: "csrf",
  scheme: "color_scheme",
  shell: "shell_choice",
  cookiePolicy: "cookie_policy",
  analytics: "analytics",
  source: "from_source",
  styles: "styles_kept",
} as const;

/**
 * What a page is rendered by of its browser's, mostly choices, each with its values; shared pages are kept
 * under them.
 */
export const pageChoices = {
  shell: ["desktop", "h5"],
  scheme: ["light", "dark"],
  /** Spec 9: the version that was agreed to. */
  cookiePolicy: ["V1"],
  /** Usage statistics are turned off. */
  analytics: ["off"],
  /** That the browser has kept our style sheets: the page need not bring them. */
  styles: ["1"],
} as const;

export type PageChoice = keyof typeof pageChoices;

/** The choice that a request's cookies make; undefined where there is none, or one that is none of ours. */
export function readChoice<Choice extends PageChoice>(
  cookies: Cookies,
  choice: Choice,
): (typeof pageChoices)[Choice][number] | undefined {
  const value = cookies[cookieNames[choice]];
  return pageChoices[choice].find((one) => one === value);
}

/** A Set-Cookie header of one that scripts may read and every path gets; `seconds` 0 takes it back. */
export function plainCookie(
  name: (typeof cookieNames)[keyof typeof cookieNames],
  value: string,
  seconds: number,
): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}
