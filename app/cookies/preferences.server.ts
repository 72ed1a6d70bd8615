import { readCookies } from "contract/base/cookies";
import { cookieNames, type PageChoice, pageChoices, plainCookie, readChoice } from "./names";

/** What a visitor chose: kept in plain cookies, since shared pages are keyed by them. */
export interface Preferences {
  scheme: "light" | "dark" | null;
  shell: "desktop" | "h5" | null;
  /** Whether the cookie policy V1 was agreed to (spec 4, cookie bar). */
  cookiePolicyAgreed: boolean;
  /** Usage statistics are turned off in this browser. */
  analyticsOff: boolean;
}

const year = 365 * 86_400;
/** Spec 9: the cookie policy's agreement lasts 30 days. */
const month = 30 * 86_400;

/** Reads the choices; a value that is none of ours is no choice. */
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
 * The cookies that a posted form's choices become. `auto` and `system` take a choice back; what is none of
 * ours changes nothing.
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
  // Whoever turns statistics off has read the notice too.
  if (form.get("cookiePolicy") === "agree" || analytics === "off")
    keep("cookiePolicy", pageChoices.cookiePolicy[0], month);
  if (analytics === "off") keep("analytics", pageChoices.analytics[0], year);
  if (analytics === "on") keep("analytics", "", 0);
  return cookies;
}
