import { parseFeed } from "@rowanmanning/feed-parser";
import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { demoAccounts } from "../support/accounts";
import { xmlProblems } from "../support/documents";
import { type Page, PlainBrowser } from "../support/plain-browser";
import { type RunningPortal, startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";
import { linkOn, newMember, publishTopic, visitor } from "./support";

const reader = () => visitor({ "user-agent": "a feed reader/1.0" });

/** The feed as a feed library reads it, after libxml2 has checked the XML. */
async function readFeed(path: string, browser = reader()) {
  const page = await browser.get(path, { headers: { accept: "application/atom+xml" } });
  expect([page.status, page.headers.get("content-type")]).toEqual([
    200,
    "application/atom+xml; charset=utf-8",
  ]);
  expect(await xmlProblems(page.html)).toEqual([]);
  return parseFeed(page.html);
}

/**
 * The texts of the newest entry, read from the XML itself: the feed library decodes texts once too often and finds tags
 * in code.
 */
async function newestEntry(path: string) {
  const $ = load((await reader().get(path)).html, { xml: true });
  const entry = $("entry").first();
  return { title: entry.find("title").text(), content: load(entry.find("content").text()) };
}

const origin = () => inject("portalOrigin");

/** The address of the feed of a topic's author. */
const feedOf = (topic: Page): string => {
  const author = topic.$('main article a[href*="/userhomepage?uid="]').first().attr("href") ?? "";
  return `/feeds/user/${/uid=(\d+)/.exec(author)?.[1]}.atom`;
};

describe("a person's feed", () => {
  let member: PlainBrowser;
  let nickname: string;
  let first: Page;
  let second: Page;
  let feed: string;
  beforeAll(async () => {
    ({ browser: member, nickname } = await newMember());
    first = await publishTopic(
      member,
      "",
      "看 [这里](/forum/all)，**粗体**。\n\n![图](/gateway/files/none.png)",
    );
    second = await publishTopic(member, "", "第二篇。");
    feed = feedOf(first);
  });

  test("has the person's topics, newest first, with the fields that a reader shows", async () => {
    const read = await readFeed(feed);
    expect(read.title).toContain(nickname);
    expect([read.self, read.url]).toEqual([
      origin() + feed,
      `${origin()}${feed.replace(/\/feeds\/user\/(\d+)\.atom/, "/userhomepage?uid=$1")}`,
    ]);
    expect(read.items.map(({ url }) => url)).toEqual([second, first].map(({ url }) => url.href));
    expect(read.items.map(({ id }) => id)).toEqual(read.items.map(({ url }) => url));
    const item = read.items[1];
    expect(item?.title).toBe(first.$("h1").text());
    expect(item?.authors.map(({ name }) => name)).toEqual([nickname]);
    expect(item?.categories.map(({ term }) => term)).toContain("测试");
    expect(item?.published?.getTime()).toBe(item?.updated?.getTime());
    expect(read.updated?.getTime()).toBe(read.items[0]?.updated?.getTime());
    const $ = load(item?.content ?? "");
    expect($("strong").text()).toBe("粗体");
    expect($("a").attr("href")).toBe(`${origin()}/forum/all`);
    expect($("img").attr("src")).toBe(`${origin()}/gateway/files/none.png`);
  });

  test("answers 304 to a reader who has it, by tag or by date, until something changes", async () => {
    const { headers } = await reader().get(feed);
    const [etag, modified] = [headers.get("etag") ?? "", headers.get("last-modified") ?? ""];
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    const again = async (browser: PlainBrowser, conditions: Record<string, string>) =>
      (await browser.get(feed, { headers: conditions })).status;
    // Requests of signed-in people and of visitors take different code paths.
    for (const browser of [reader(), member]) {
      expect(await again(browser, { "if-none-match": etag })).toBe(304);
      expect(await again(browser, { "if-modified-since": modified })).toBe(304);
      expect(await again(browser, { "if-none-match": '"other"', "if-modified-since": modified })).toBe(200);
    }
    const editor = await member.get(linkOn(await member.get(second.url), /\/posting\?pid=/));
    await member.submit(editor, { intent: "publish" }, { content: "第二篇，改过。" });
    for (const browser of [reader(), member])
      expect(await again(browser, { "if-none-match": etag })).toBe(200);
    expect((await readFeed(feed)).items.map(({ content }) => content)).toEqual([
      expect.stringContaining("改过"),
      expect.any(String),
    ]);
  });

  test("stays valid with hostile texts", async () => {
    const title = "]]></title><script>alert(1)</script> & \"引号\" '单' &amp; 😀\ufffe\ufdd0";
    const content = ']]> ]]> </content> &amp; 😀 \ufffe\n\n```xml\n<![CDATA[ <a href="/x"> ]]> ]]>\n```\n';
    const { browser } = await newMember();
    const hostile = await publishTopic(browser, "", content, title);
    const own = feedOf(hostile);
    // Readers of the cached feed see new topics within seconds.
    await vi.waitFor(async () => expect((await readFeed(own)).items[0]?.url).toBe(hostile.url.href), {
      timeout: 120_000,
      interval: 500,
    });
    const entry = await newestEntry(own);
    expect(entry.title).toBe(title.replace("\ufffe", ""));
    expect(entry.content("script").length).toBe(0);
    expect(entry.content.text()).toContain("]]> ]]> </content> & 😀");
    expect(entry.content("code").text()).toContain('<![CDATA[ <a href="/x"> ]]> ]]>');
  });
});

describe("feeds by kind", () => {
  test.each([
    ["/forum/all", "/feeds/all.atom"],
    ["/h5/forum/all", "/feeds/all.atom"],
    ["/forum/101", "/feeds/section/101.atom"],
    ["/h5/forum/101?page=2", "/feeds/section/101.atom"],
    ["/tags/1", "/feeds/tag/1.atom"],
    ["/h5/userhomepage?uid=2", "/feeds/user/2.atom"],
  ])("%s names %s, which can be read", async (page, feed) => {
    const link = (await visitor().get(page)).$('link[rel="alternate"][type="application/atom+xml"]');
    expect(link.attr("href")).toBe(feed);
    expect(link.attr("title")).toBeTruthy();
    const read = await readFeed(feed);
    expect(read.items.length).toBeGreaterThan(0);
    for (const item of read.items) {
      expect(item.title).toBeTruthy();
      expect(item.content).toBeTruthy();
      expect(item.url).toMatch(/\/hsforum\/thread-\d+-1-1\.html$/);
    }
    const times = read.items.map(({ published }) => published?.getTime() ?? 0);
    expect(times).toEqual([...times].sort((one, other) => other - one));
  });

  test("a tag's feed has the topics with that tag", async () => {
    const tag = /\/tags\/(\d+)$/.exec(
      linkOn(
        await visitor()
          .get("/feeds/all.atom")
          .then(() => visitor().get("/forum/all")),
        /\/tags\/\d+$/,
      ),
    )?.[1];
    const read = await readFeed(`/feeds/tag/${tag}.atom`);
    const name = /#(.+) 的新帖/.exec(read.title ?? "")?.[1];
    for (const item of read.items) expect(item.categories.map(({ term }) => term)).toContain(name);
  });

  test.each([
    ["/feeds/section/999999.atom", "版块不存在"],
    ["/feeds/tag/999999.atom", "标签不存在"],
    ["/feeds/user/99999999.atom", "用户不存在"],
    ["/feeds/section/0.atom", "没有这份文件"],
    ["/feeds/section/99999999999.atom", "没有这份文件"],
    ["/feeds/all.rss", "没有这份文件"],
    ["/feeds/", "没有这份文件"],
  ])("%s is not there: %s", async (path, words) => {
    const page = await reader().get(path);
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"]);
    expect(page.html).toContain(words);
  });
});

describe("a site with an address of its own, for members only (access mode 0)", () => {
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await startPortal({ ACCESS_CONFIG: "0", SITE_URL: "https://forum.example.test", DEMO: "1" });
  });
  afterAll(() => portal.stop());

  test("shows visitors no feed and no sitemap, and its robots.txt forbids all addresses", async () => {
    const browser = new PlainBrowser(portal.origin);
    for (const path of ["/feeds/all.atom", "/sitemap.xml", "/sitemaps/topics-1.xml"]) {
      const page = await browser.get(path);
      expect([page.status, page.html]).toEqual([401, "本站须登录后浏览\n"]);
    }
    const robots = await browser.get("/robots.txt");
    expect(robots.html).toBe("User-agent: *\nDisallow: /\n");
  });

  test("gives members a private feed with the site's own address", async () => {
    const browser = new PlainBrowser(portal.origin, { "x-forwarded-proto": "https" });
    await signInWithPassword(browser, demoAccounts.member);
    const page = await browser.get("/feeds/all.atom");
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    expect(page.html).not.toContain(portal.origin);
    expect(parseFeed(page.html).self).toBe("https://forum.example.test/feeds/all.atom");
  });
});
