import { describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { phoneAgent, signedIn, visitor } from "./support";

const computer =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

/** Every link in a page's menus, logo and footer, resolved. */
const ways = (page: Page) =>
  page
    .$("header a[href], footer a[href], nav[aria-label=主菜单] a[href], link[rel=manifest]")
    .toArray()
    .map((element) => new URL(page.$(element).attr("href") ?? "", page.url));

describe("menus, logo and manifest", () => {
  test.each([
    ["a visitor", undefined, computer, ""],
    ["a visitor on a phone", undefined, phoneAgent, "/h5"],
    ["a member", "member", computer, ""],
    ["an administrator", "admin", computer, ""],
    ["a member on a phone", "member", phoneAgent, "/h5"],
  ] as const)("lead %s only to pages of this site", async (_, who, agent, prefix) => {
    const headers = { "user-agent": agent };
    const browser = who ? await signedIn(who, headers) : visitor(headers);
    for (const path of ["/forum/all", "/home", "/products/index", "/personalCenter/setting"]) {
      const page = await browser.get(prefix + path);
      const found = ways(page);
      expect(found.length).toBeGreaterThan(10);
      expect(found.filter(({ origin }) => origin !== browser.origin).map(String)).toEqual([]);
    }
    const page = await browser.get(`${prefix}/forum/all`);
    const logo = page.$("header a").filter((_index, link) => page.$(link).attr("href") === `${prefix}/home`);
    expect(logo.length).toBeGreaterThan(0);
  });

  test.each([
    ["computers", computer, "/home"],
    ["phones", phoneAgent, "/h5/forum/all"],
  ])("the first page and the manifest's lead %s to a page", async (_, agent, first) => {
    const browser = visitor({ "user-agent": agent });
    const manifest = JSON.parse((await browser.get("/site.webmanifest")).html) as { start_url: string };
    for (const start of ["/", manifest.start_url]) {
      const page = await browser.get(start);
      expect([page.status, page.url.pathname]).toEqual([200, first]);
    }
  });
});
