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
export const cookiePolicyVersion = "V1";

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
