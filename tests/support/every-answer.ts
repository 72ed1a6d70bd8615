import { cookieNames } from "../../app/cookies/names";
import { inShell } from "../../app/navigation/shell-address";
import { namelessControls } from "./control-names";
import { formsThatDecide } from "./default-buttons";

/** Cookies that are not secret, because the page's scripts read or write them too. */
const forScripts = new Set<string>([
  cookieNames.scheme,
  cookieNames.shell,
  cookieNames.cookiePolicy,
  cookieNames.analytics,
  cookieNames.source,
  cookieNames.styles,
]);

/** The cookies that scripts can read although they are not in `forScripts`. */
const readableCookies = (headers: Headers): string[] =>
  headers
    .getSetCookie()
    .filter((cookie) => !/;\s*httponly/i.test(cookie))
    .map((cookie) => cookie.split("=")[0] ?? "")
    .filter((name) => !forScripts.has(name))
    .map((name) => `scripts may read the cookie ${name}`);

/** A signed-in person's answer must not enter shared caches. */
function sharedWithOthers(cookie: string, headers: Headers): string[] {
  const isPersonal = /(?:^|[ -])gateway_session=/.test(cookie);
  const isText = /^text\/(?:html|csv|calendar)|^application\/json/.test(headers.get("content-type") ?? "");
  const caching = headers.get("cache-control") ?? "";
  return isPersonal && isText && !/private|no-store/.test(caching)
    ? [`may be cached: ${caching || "nothing said"}`]
    : [];
}

/** A person's own table or archive must not stay in a browser's cache on a shared computer. */
function keptByBrowsers(headers: Headers): string[] {
  const isFile = /^text\/csv|^application\/zip/.test(headers.get("content-type") ?? "");
  const caching = headers.get("cache-control") ?? "";
  return isFile && /private/.test(caching) && !/no-store/.test(caching)
    ? [`is a file of somebody's own that browsers may keep: ${caching}`]
    : [];
}

const link = /<a\b[^>]*\bdata-discover="true"[^>]*>/g;

/** Links of a phone's page, outside its menus, that lead to the desktop's screens. */
function linksOutOfShell({ pathname }: URL, html: string): string[] {
  if (!/^\/h5(?:\/|$)/.test(pathname)) return [];
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  return (main.match(link) ?? [])
    .map((tag) => (/\bhref="([^"]*)"/.exec(tag)?.[1] ?? "").replaceAll("&amp;", "&"))
    .filter((address) => address.startsWith("/") && inShell(address, "h5") !== address)
    .map((address) => `leads out of h5 to ${address}`);
}

const postedForm = /<form\b[^>]*\bmethod="post"[^>]*>[\s\S]*?<\/form>/gi;
/** The sign-in portal's forms, the complaint page's and the portal's, each by the name of its token. */
const token = /<input\b[^>]*\bname="(?:csrf|token|formToken)"/;
/**
 * Forms that need no token: they change only this browser's cookies, or sign out, or belong to the receiver of a link
 * in a message.
 */
const needsNoToken = /^<form\b[^>]*\baction="\/(?:preferences|(?:logout|gateway\/unsubscribe)[^"]*)"/;

/** The forms that a page posts without a token against forged requests. */
function formsWithoutToken(html: string): string[] {
  return (html.match(postedForm) ?? [])
    .filter((form) => !token.test(form) && !needsNoToken.test(form))
    .map((form) => `has a form without a token: ${form.slice(0, 160)}`);
}

/** The faults in the headers of any answer; `cookie` is the cookie of the request. */
export const faultsOfHead = (cookie: string, headers: Headers): string[] => [
  ...readableCookies(headers),
  ...sharedWithOthers(cookie, headers),
  ...keptByBrowsers(headers),
];

/** The faults in any page. */
export const faultsOfPage = (url: URL, html: string): string[] => [
  ...linksOutOfShell(url, html),
  ...formsThatDecide(html),
  ...formsWithoutToken(html),
  ...namelessControls(html),
];
