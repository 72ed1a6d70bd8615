import { accessSourceMax } from "contract/account/constants";
import { readCookies } from "contract/base/cookies";
import { cleanText } from "contract/base/fields";
import { encodeBrackets } from "~/navigation/redirect";
import type { Scope } from "~/request/scope.server";
import { plainCookie } from "./names";
import { sourceCookie } from "./source";

/** How long the cookie waits for the browser's script, in seconds. */
const keepSeconds = 30 * 86_400;

/** The Set-Cookie header that stores a source, or deletes it. */
export function sourceCookieOf(source: string | null): string {
  return plainCookie(sourceCookie, encodeURIComponent(source ?? ""), source === null ? 0 : keepSeconds);
}

/** Where the visitor came from; null without a stored source. */
export function readSource(cookieHeader: string): string | null {
  const noted = readCookies(cookieHeader)[sourceCookie]?.slice(0, 2_000);
  try {
    return noted ? [...cleanText(decodeURIComponent(noted))].slice(0, accessSourceMax).join("") : null;
  } catch {
    return null;
  }
}

/**
 * When an address has a `from` query (spec 4), redirects to the address without it and stores the source. Null for
 * all other addresses.
 */
export async function leadFromSource(scope: Scope, url: URL): Promise<Response | null> {
  const source = url.searchParams.get("from");
  if (source === null) return null;
  const rest = new URL(url);
  rest.searchParams.delete("from");
  const answer = await scope.redirect(encodeBrackets(rest.pathname + rest.search), { keepShell: false });
  const noted = [...cleanText(source).trim()].slice(0, accessSourceMax).join("");
  if (noted) answer.headers.append("set-cookie", sourceCookieOf(noted));
  return answer;
}
