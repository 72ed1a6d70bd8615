import { firstAdministratorPath, gatewayPrefix } from "contract/base/wire";
import { companyAccountPath } from "./views/paths";

const fallback = "/";
/**
 * Characters that change the meaning of an address: browsers remove tabs and line ends and read `\` as `/`.
 */
const deceptive = /[\u0000-\u001f\u007f\\]/;
/** The gateway's own pages to which people return after signing in. */
const pagesForMembers = new Set([firstAdministratorPath, companyAccountPath]);
/** `//host`, also behind one or more rounds of percent-encoding that a proxy might undo. */
const otherHost = /^\/(?:\/|%(?:25)*(?:2f|5c))/i;

/** Brackets, parentheses and carets of a path, query or hash, percent-encoded (spec 5.7). */
function encodeBrackets(text: string): string {
  return text.replace(/[()[\]{}^]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Returns where a sign-in or logout may send the browser: a path of this origin, or an address with an allowed origin.
 * Anything else becomes `/`, as do the gateway's own pages, which would loop or log out at once, except those in
 * `pagesForMembers`. The result is ASCII, as a Location header requires.
 */
export function safeRedirect(value: string | null | undefined, allowedOrigins: readonly string[]): string {
  if (!value || value.length > 2_000 || deceptive.test(value)) return fallback;
  const isPath = value.startsWith("/");
  const base = "http://own.invalid";
  let url: URL;
  try {
    url = isPath ? new URL(value, base) : new URL(value);
  } catch {
    return fallback;
  }
  if (url.username || url.password || otherHost.test(value) || otherHost.test(url.pathname)) return fallback;
  if (isPath ? url.origin !== base : !/^https?:$/.test(url.protocol) || !allowedOrigins.includes(url.origin))
    return fallback;
  const isOwnPage = url.pathname === gatewayPrefix || url.pathname.startsWith(`${gatewayPrefix}/`);
  if (isOwnPage && !pagesForMembers.has(url.pathname)) return fallback;
  return (isPath ? "" : url.origin) + encodeBrackets(url.pathname + url.search + url.hash);
}
