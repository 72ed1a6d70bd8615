import { accessSourceMax } from "contract/account/constants";
import { readCookies } from "contract/base/cookies";
import { cleanText } from "contract/base/fields";
import { encodeBrackets } from "~/navigation/redirect";
import type { Scope } from "~/request/scope.server";
import { plainCookie } from "./names";
import { sourceCookie } from "./source";

/** Seconds for which a source waits for the browser to take it. */
const keepSeconds = 30 * 86_400;

/** The cookie that holds a source, or takes it back. */
export function sourceCookieOf(source: string | null): string {
  return plainCookie(sourceCookie, encodeURIComponent(source ?? ""), source === null ? 0 : keepSeconds);
}

/** What is noted of where the visitor came from; null when there is nothing. */
export function readSource(cookieHeader: string): string | null {
  const noted = readCookies(cookieHeader)[sourceCookie]?.slice(0, 2_000);
  try {
    return noted ? [...cleanText(decodeURIComponent(noted))].slice(0, accessSourceMax).join("") : null;
  } catch {
    return null;
  }
}

/**
 * Arrival with a from query (spec 4): leads to the same address without it, with the source noted. Null for
 * every other address.
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
