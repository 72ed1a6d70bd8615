import type { IncomingMessage } from "node:http";
import { type Cookies, readCookies } from "contract/base/cookies";
import { gatewaySessionCookie } from "contract/base/wire";
import { LRUCache } from "lru-cache";
import { cookieNames, type PageChoice, pageChoices, readChoice } from "~/cookies/names";
import { leadsToColumns } from "~/cookies/product-columns";
import { declaredSearch, isShared } from "~/navigation/declared-query";
import { isMobileRequest } from "../../app/settings/user-agent";
import type { PlainRequest, Visit } from "../visit";

/** The key of a page that many visitors request: its id in the cache, and one request that stands for all of them. */
export interface PageKey {
  id: string;
  request(): PlainRequest;
}

/** Longer addresses are not cached. */
const addressMaximum = 2_048;
/** A visitor with one of these cookies gets pages of their own. */
const personalCookies = [gatewaySessionCookie, cookieNames.session];
const agents = {
  desktop: "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36",
  mobile: "Mozilla/5.0 (Linux; Android 14; Mobile) Chrome/130.0 Mobile Safari/537.36",
};
const knownAgents = new LRUCache<string, boolean>({ max: 1_000 });

function isMobile(request: IncomingMessage): boolean {
  const agent = request.headers["user-agent"] ?? "";
  const hint = String(request.headers["sec-ch-ua-mobile"] ?? "");
  const name = `${hint}|${agent}`;
  let mobile = knownAgents.get(name);
  if (mobile === undefined) {
    mobile = isMobileRequest(
      new Headers({ "user-agent": agent, ...(hint ? { "sec-ch-ua-mobile": hint } : {}) }),
    );
    knownAgents.set(name, mobile);
  }
  return mobile;
}

/** The choices that a page depends on, as one Cookie header; unknown values count as not chosen. */
function choicesCookie(cookies: Cookies): string {
  return (Object.keys(pageChoices) as PageChoice[])
    .map((choice) => [cookieNames[choice], readChoice(cookies, choice)])
    .flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
    .join("; ");
}

/** The address with only the queries that its page reads: others, such as `utm_source`, do not make another page. */
function declaredAddress(address: string): string {
  const at = address.indexOf("?");
  return at === -1 ? address : address.slice(0, at) + declaredSearch(address.slice(0, at), address.slice(at));
}

/**
 * The key of a request whose answer may be shared: a visitor's GET or HEAD of a page; null for any other. It holds the
 * address with the queries that its page reads, protocol and host, whether the browser is a phone's, and the visitor's
 * choices of shell, scheme and cookie consent and whether they keep our sheets. The request that it creates contains
 * nothing else from the visitor, so nothing else can get into a shared page.
 */
export function pageKey(request: IncomingMessage, visit: Visit): PageKey | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const cookies = readCookies(request.headers.cookie);
  const url = request.url ?? "/";
  if (
    url.length > addressMaximum ||
    !isShared(url) ||
    personalCookies.some((name) => cookies[name] !== undefined) ||
    leadsToColumns(url, cookies) ||
    request.headers.range
  )
    return null;
  const address = declaredAddress(url);
  const mobile = isMobile(request);
  const choices = choicesCookie(cookies);
  const origin = `${visit.protocol}://${visit.host}`;
  return {
    id: `${origin}${address} ${mobile ? "mobile" : "desktop"} ${choices}`,
    request: () => ({
      method: "GET",
      url: origin + address,
      headers: [
        ["accept", "text/html"],
        ["host", visit.host],
        ["user-agent", mobile ? agents.mobile : agents.desktop],
        ["sec-ch-ua-mobile", mobile ? "?1" : "?0"],
        ...(choices ? [["cookie", choices] as [string, string]] : []),
      ],
      body: null,
    }),
  };
}
