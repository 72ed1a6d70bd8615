/** What a visitor chose: kept in plain cookies, since shared pages are keyed by them (design 3, 9). */
export interface Preferences {
  scheme: "light" | "dark" | null;
  shell: "desktop" | "h5" | null;
  /** Whether the cookie policy V1 was agreed to (spec 4, cookie bar). */
  cookiePolicyAgreed: boolean;
}

export const schemeCookie = "color_scheme";
export const shellChoiceCookie = "shell_choice";
export const cookiePolicyCookie = "cookie_policy";
/** Spec 9. */
const cookiePolicyVersion = "V1";

const year = 365 * 86_400;
/** Spec 9: the cookie policy's agreement lasts 30 days. */
const month = 30 * 86_400;

function cookieValue(request: Request, name: string): string | undefined {
  return new RegExp(`(?:^|; ?)${name}=([\\w-]{1,20})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1];
}

/** Reads the choices; a value that is none of ours is no choice. */
export function readPreferences(request: Request): Preferences {
  const scheme = cookieValue(request, schemeCookie);
  const shell = cookieValue(request, shellChoiceCookie);
  return {
    scheme: scheme === "light" || scheme === "dark" ? scheme : null,
    shell: shell === "desktop" || shell === "h5" ? shell : null,
    cookiePolicyAgreed: cookieValue(request, cookiePolicyCookie) === cookiePolicyVersion,
  };
}

/** The cookies that a posted form's choices become. `auto` and `system` take a choice back; what is none of ours changes nothing. */
export function preferenceCookies(form: FormData): string[] {
  const cookies: string[] = [];
  const keep = (name: string, value: string, age: number) => cookies.push(`${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax`);
  const shell = form.get("shell");
  if (shell === "desktop" || shell === "h5") keep(shellChoiceCookie, shell, year);
  if (shell === "auto") keep(shellChoiceCookie, "", 0);
  const scheme = form.get("scheme");
  if (scheme === "light" || scheme === "dark") keep(schemeCookie, scheme, year);
  if (scheme === "system") keep(schemeCookie, "", 0);
  if (form.get("cookiePolicy") === "agree") keep(cookiePolicyCookie, cookiePolicyVersion, month);
  return cookies;
}
