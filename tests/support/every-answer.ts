import { cookieNames } from "../../app/cookies/names";
import { inShell } from "../../app/navigation/shell-address";
import { namelessControls } from "./control-names";
import { formsThatDecide } from "./default-buttons";

/** What is no secret, and is read or written by the page's scripts too. */
const forScripts = new Set<string>([
  cookieNames.scheme,
  cookieNames.shell,
  cookieNames.cookiePolicy,
  cookieNames.analytics,
  cookieNames.source,
  cookieNames.styles,
]);

/** The cookies that an answer sets and lets scripts read, though they are not made for them. */
const readableCookies = (headers: Headers): string[] =>
  headers
    .getSetCookie()
    .filter((cookie) => !/;\s*httponly/i.test(cookie))
    .map((cookie) => cookie.split("=")[0] ?? "")
    .filter((name) => !forScripts.has(name))
    .map((name) => `scripts may read the cookie ${name}`);

/** What somebody signed in reads is not for caches that others share. */
function sharedWithOthers(cookie: string, headers: Headers): string[] {
  const isPersonal = /(?:^|[ -])gateway_session=/.test(cookie);
  const isText = /^text\/(?:html|csv|calendar)|^application\/json/.test(headers.get("content-type") ?? "");
  const caching = headers.get("cache-control") ?? "";
  return isPersonal && isText && !/private|no-store/.test(caching)
    ? [`may be cached: ${caching || "nothing said"}`]
    : [];
}

/** A table or archive that is somebody's own is left on no computer that others use: it is fetched anew. */
function keptByBrowsers(headers: Headers): string[] {
  const isFile = /^text\/csv|^application\/zip/.test(headers.get("content-type") ?? "");
  const caching = headers.get("cache-control") ?? "";
  return isFile && /private/.test(caching) && !/no-store/.test(caching)
    ? [`is a file of somebody's own that browsers may keep: ${caching}`]
    : [];
}

const link = /<a\b[^>]*\bdata-discover="true"[^>]*>/g;

/** Links of a phone's page, its menus apart, that lead to the desktop's screens. */
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
/** What changes this browser's cookies alone, signs out as a link may, or is done by whoever has a message's link. */
const needsNoToken = /^<form\b[^>]*\baction="\/(?:preferences|(?:logout|gateway\/unsubscribe)[^"]*)"/;

/** The forms that a page posts without the token that shows where they came from. */
function formsWithoutToken(html: string): string[] {
  return (html.match(postedForm) ?? [])
    .filter((form) => !token.test(form) && !needsNoToken.test(form))
    .map((form) => `has a form without a token: ${form.slice(0, 160)}`);
}

/** What is wrong with the head of an answer, whichever it is; `cookie` is what it was asked with. */
export const faultsOfHead = (cookie: string, headers: Headers): string[] => [
  ...readableCookies(headers),
  ...sharedWithOthers(cookie, headers),
  ...keptByBrowsers(headers),
];

/** What is wrong with a page, whichever it is. */
export const faultsOfPage = (url: URL, html: string): string[] => [
  ...linksOutOfShell(url, html),
  ...formsThatDecide(html),
  ...formsWithoutToken(html),
  ...namelessControls(html),
];
