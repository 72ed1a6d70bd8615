import { type CheerioAPI, load } from "cheerio";
import { describe, expect, test } from "vitest";
import type { PlainBrowser } from "../support/plain-browser";
import { isWhole, sampleOf } from "../support/tier";
import { phoneAgent, signedIn, visitor } from "./support";

/** The crawler opens at most this many addresses of a kind: lists and filters have endless links. */
const eachKind = isWhole ? 10 : 2;
const atOnce = 4;

/** All addresses that a page names: links, pictures in every width, videos, frames, sheets and icons. */
function leadsOf($: CheerioAPI): string[] {
  const addresses = [...$("[href], [src], [poster]").get()].flatMap((element) => {
    const { href, src, poster } = element.attribs;
    return [href, src, poster];
  });
  const widths = $("[srcset]")
    .get()
    .flatMap((element) => (element.attribs.srcset ?? "").split(",").map((part) => part.trim().split(" ")[0]));
  return [...addresses, ...widths].filter((address) => address !== undefined);
}

/** The kind of an address: its path without numbers and file names, and whether it has a query. */
function kindOf({ pathname, search }: URL): string {
  const path = pathname.replace(/\d+/g, "#").replace(/\/(pictures|media|files|downloads|assets)\/.*/, "/$1");
  return path + (search ? "?" : "");
}

/** Addresses that end a session. */
const left = /^\/(?:gateway\/sign(?:in|out)|logout)/;

interface Crawl {
  requests: number;
  pages: number;
  problems: string[];
}

/** Follows every address from the start page on, several at once. */
async function crawl(browser: PlainBrowser, headers: Record<string, string>, start: string): Promise<Crawl> {
  const seen = new Set([start]);
  const kinds = new Map<string, number>();
  const waiting: { address: string; from: string }[] = [{ address: start, from: "the beginning" }];
  const result: Crawl = { requests: 0, pages: 0, problems: [] };

  function take(address: string, from: URL): void {
    if (!URL.canParse(address, from)) {
      result.problems.push(`${from.pathname}: ${address} is no address`);
      return;
    }
    const url = new URL(address, from);
    url.hash = "";
    if (url.origin !== browser.origin || seen.has(url.href) || left.test(url.pathname)) return;
    seen.add(url.href);
    const kind = kindOf(url);
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    if (count <= eachKind) waiting.push({ address: url.href, from: from.pathname + from.search });
  }

  async function ask({ address, from }: { address: string; from: string }): Promise<void> {
    const url = new URL(address);
    const cookie = await browser.jar.getCookieString(address);
    const response = await fetch(address, { headers: { accept: "text/html", ...headers, cookie } });
    const body = await response.text();
    result.requests += 1;
    const say = (what: string) => result.problems.push(`${address}, from ${from}: ${what}`);
    const isPage = response.headers.get("content-type")?.startsWith("text/html");
    const $ = load(isPage ? body : "");
    // A page for members alone offers a visitor the sign-in, or shows the policy text that its footer links to.
    const dialog = url.searchParams.has("view")
      ? `#${url.searchParams.get("view")}[open]`
      : "dialog[open] a[href^='/login']";
    const offers = response.status === 401 && $(dialog).length > 0;
    if (response.status !== 200 && !offers) say(String(response.status));
    if (!isPage) return;
    result.pages += 1;
    if ($("h1").length !== 1) say(`has ${$("h1").length} headings`);
    for (const lead of leadsOf($)) take(lead, new URL(response.url));
  }

  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      // Another crawling task may still add addresses.
      for (let idle = 0; idle < 40; ) {
        const next = waiting.shift();
        if (next) {
          idle = 0;
          await ask(next);
        } else {
          idle += 1;
          await new Promise((resolve) => setTimeout(resolve, 25));
        }
      }
    }),
  );
  return result;
}

describe("a crawler finds no dead link, picture or file", () => {
  const walks: [string, string, ("member" | "admin")?][] = [
    ["a visitor", "/home"],
    ["a member on a phone", "/h5/home", "member"],
    ["an administrator", "/home", "admin"],
  ];
  test.each(sampleOf(walks, 1, ([who]) => who))("as %s", { timeout: 600_000 }, async (_, start, who) => {
    const headers: Record<string, string> = start.startsWith("/h5") ? { "user-agent": phoneAgent } : {};
    const browser = who ? await signedIn(who, headers) : visitor(headers);
    const { requests, pages, problems } = await crawl(browser, headers, `${browser.origin}${start}`);
    expect(problems).toEqual([]);
    expect(pages).toBeGreaterThan(isWhole ? 150 : 60);
    expect(requests).toBeGreaterThan(isWhole ? 250 : 120);
  });
});
