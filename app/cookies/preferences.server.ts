import { readCookies } from "contract/base/cookies";
import { cookieNames, type PageChoice, pageChoices, plainCookie, readChoice } from "./names";

/** A visitor's choices in plain cookies, because shared pages are cached by them. */
export interface Preferences {
  scheme: "light" | "dark" | null;
  shell: "desktop" | "h5" | null;
  /** Whether the visitor accepted the cookie policy V1 (spec 4, cookie bar). */
  cookiePolicyAgreed: boolean;
  /** Usage statistics are turned off in this browser. */
  analyticsOff: boolean;
}

const year = 365 * 86_400;
/** The consent to the cookie policy lasts 30 days (spec 9). */
const month = 30 * 86_400;

/** Reads the choices; an unknown value is no choice. */
export function readPreferences(request: Request): Preferences {
  const cookies = readCookies(request.headers.get("cookie"));
  return {
    scheme: readChoice(cookies, "scheme") ?? null,
    shell: readChoice(cookies, "shell") ?? null,
    cookiePolicyAgreed: readChoice(cookies, "cookiePolicy") !== undefined,
    analyticsOff: readChoice(cookies, "analytics") !== undefined,
  };
}

/**
 * The Set-Cookie headers for the choices in a posted form. `auto` and `system` delete a choice; unknown values change
 * nothing.
 */
export function preferenceCookies(form: FormData): string[] {
  const cookies: string[] = [];
  const keep = (choice: PageChoice, value: string, seconds: number) =>
    cookies.push(plainCookie(cookieNames[choice], value, seconds));
  const shell = form.get("shell");
  if (shell === "desktop" || shell === "h5") keep("shell", shell, year);
  if (shell === "auto") keep("shell", "", 0);
  const scheme = form.get("scheme");
  if (scheme === "light" || scheme === "dark") keep("scheme", scheme, year);
  if (scheme === "system") keep("scheme", "", 0);
  const analytics = form.get("analytics");
  // Turning statistics off also accepts the notice.
  if (form.get("cookiePolicy") === "agree" || analytics === "off")
    keep("cookiePolicy", pageChoices.cookiePolicy[0], month);
  if (analytics === "off") keep("analytics", pageChoices.analytics[0], year);
  if (analytics === "on") keep("analytics", "", 0);
  return cookies;
}
