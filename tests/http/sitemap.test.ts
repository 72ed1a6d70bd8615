import { Readable } from "node:stream";
import { parseSitemap, parseSitemapIndex } from "sitemap";
import { beforeAll, describe, expect, inject, test, vi } from "vitest";
import { screens } from "../../app/navigation/screens";
import { xmlProblems } from "../support/documents";
import { sampleOf } from "../support/tier";
import { linkOn, newMember, publishTopic, untilUndisturbed, visitor } from "./support";

const origin = () => inject("portalOrigin");
const robot = () => visitor({ "user-agent": "a search engine/1.0" });

/** Reads a sitemap: checks it by the protocol's schema, then parses it with a library. */
async function readSitemap(address: string) {
  const page = await robot().get(address);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
  const isIndex = page.html.includes("<sitemapindex");
  expect(await xmlProblems(page.html, isIndex ? "sitemapindex" : "urlset")).toEqual([]);
  const entries = await (isIndex ? parseSitemapIndex : parseSitemap)(Readable.from([page.html]));
  return entries as { url: string; lastmod?: string }[];
}

/** What the demo has. Tests of content may add a level of resources, news with ids of another slice or a class of courses meanwhile. */
const expected = [
  "/sitemaps/pages.xml",
  "/sitemaps/topics-1.xml",
  "/sitemaps/tags-1.xml",
  "/sitemaps/people-1.xml",
  // One slice for each level of ids.
  ...[211, 221, 231, 241].map((slice) => `/sitemaps/resources-${slice}.xml`),
  "/sitemaps/videos-1.xml",
  "/sitemaps/news-1.xml",
  "/sitemaps/courses-1.xml",
  // One slice for each course class of the demo.
  ...[2, 3, 4, 5, 6, 7].map((slice) => `/sitemaps/lessons-${slice}.xml`),
  "/sitemaps/products.xml",
];

describe("the sitemap", () => {
  let all: { url: string; lastmod?: string }[];
  /** Those whose pages no other test takes down. */
  const children = () => all.filter(({ url }) => expected.includes(url.replace(origin(), "")));
  beforeAll(async () => {
    all = await readSitemap("/sitemap.xml");
    // The index is cached for ten minutes, and other test files delete their topics. A new topic puts an existing page
    // into each child.
    await publishTopic((await newMember()).browser);
  });

  test("names its children, each valid, with the time of its newest page", async () => {
    const names = all.map(({ url }) => url.replace(origin(), ""));
    expect(names.filter((name) => expected.includes(name))).toEqual(expected);
    expect(
      names.filter(
        (name) => !expected.includes(name) && !/\/(?:resources|news|lessons)-\d+\.xml$/.test(name),
      ),
    ).toEqual([]);
    for (const child of children()) {
      const pages = await readSitemap(child.url);
      expect(pages.length).toBeGreaterThan(3);
      expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length);
      const newest =
        pages
          .map(({ lastmod = "" }) => lastmod)
          .sort()
          .at(-1) ?? "";
      if (!child.url.endsWith("pages.xml"))
        expect(Date.parse(newest)).toBeGreaterThanOrEqual(Date.parse(child.lastmod ?? ""));
    }
  });

  test("lists existing pages under the canonical address that they name themselves", async () => {
    const look = async (url: string | undefined) => {
      const page = await robot().get(url ?? "", { follow: false });
      const unlisted = page.$('meta[name="robots"]').attr("content") === "noindex";
      expect([url, page.status, page.$('link[rel="canonical"]').attr("href"), unlisted]).toEqual([
        url,
        200,
        url,
        false,
      ]);
    };
    for (const child of children()) {
      if (child.url.endsWith("pages.xml"))
        for (const { url } of sampleOf(await readSitemap(child.url), 25, ({ url }) => url)) await look(url);
      else
        await untilUndisturbed(async () => {
          const pages = await readSitemap(child.url);
          for (const page of [pages[0], pages.at(-1)]) await look(page?.url);
        });
    }
  });

  test("lists a topic from its publication to its deletion, with its last change", async () => {
    const { browser } = await newMember();
    const before = Date.now();
    const topic = await publishTopic(browser);
    const find = async () =>
      (await readSitemap("/sitemaps/topics-1.xml")).find(({ url }) => url === topic.url.href);
    // The sitemap is cached for some seconds, as every page.
    const fresh = await vi.waitFor(
      async () => {
        const found = await find();
        expect(found).toBeDefined();
        return found;
      },
      { timeout: 120_000, interval: 500 },
    );
    expect(Date.parse(fresh?.lastmod ?? "")).toBeGreaterThanOrEqual(before - 1_000);
    await browser.submit(topic, { intent: "reply" }, { content: "再补充一句。" });
    const replied = await find();
    expect(Date.parse(replied?.lastmod ?? "")).toBeGreaterThan(Date.parse(fresh?.lastmod ?? ""));
    const question = await browser.get(linkOn(await browser.get(topic.url), /remove=/));
    await browser.submit(question, { intent: "delete" });
    expect(await find()).toBeUndefined();
  });

  test.each([
    "/sitemaps/topics-999.xml",
    "/sitemaps/posts-1.xml",
    "/sitemaps/topics-0.xml",
    "/sitemaps/",
    "/sitemap.xml?x=1",
  ])("%s is not there", async (path) => expect((await robot().get(path)).status).toBe(404));
});

describe("robots.txt", () => {
  test("names the sitemap and keeps robots out of personal pages, in both shells", async () => {
    const page = await robot().get("/robots.txt");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const lines = page.html.trim().split("\n");
    expect(lines[0]).toBe("User-agent: *");
    expect(lines.at(-1)).toBe(`Sitemap: ${origin()}/sitemap.xml`);
    const rules = lines.flatMap((line) => /^(Allow|Disallow): (.+)$/.exec(line)?.slice(1, 3).join(" ") ?? []);
    /** RFC 9309: the longest matching rule decides. */
    const allowed = (path: string) => {
      const matching = rules
        .map((rule) => rule.split(" ") as [string, string])
        .filter(([, pattern]) =>
          new RegExp(`^${pattern.replace(/[.?+()[\]]/g, "\\$&").replaceAll("*", ".*")}`).test(path),
        )
        .sort((one, other) => other[1].length - one[1].length);
      return matching[0]?.[0] !== "Disallow";
    };
    for (const prefix of ["", "/h5"]) {
      for (const { path, access } of screens)
        if (access) expect([path, allowed(prefix + path)]).toEqual([path, false]);
      for (const path of [
        "/search?q=x",
        "/hsforum/thread-1-1-1.html?replyTo=3",
        "/hsforum/thread-1-1-1.html?page=2&remove=3",
      ])
        expect([path, allowed(prefix + path)]).toEqual([path, false]);
      for (const path of [
        "/forum/all",
        "/forum/101?page=2",
        "/hsforum/thread-1-1-1.html",
        "/userhomepage?uid=1",
        "/tags/1",
      ])
        expect([path, allowed(prefix + path)]).toEqual([path, true]);
    }
    expect(["/gateway/files/a.png", "/assets/root.css", "/feeds/all.atom"].map(allowed)).toEqual([
      true,
      true,
      true,
    ]);
    expect(["/gateway/signin", "/login?redirect=/"].map(allowed)).toEqual([false, false]);
  });
});

describe("well-known files of browsers and phones", () => {
  test.each([
    ["/favicon.ico", "image/x-icon", 3_000],
    ["/apple-touch-icon.png", "image/png", 5_000],
    ["/share.png", "image/png", 30_000],
  ])("%s is a small picture", async (path, type, maximum) => {
    const response = await fetch(origin() + path);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
    const { byteLength } = await response.arrayBuffer();
    expect(byteLength).toBeGreaterThan(500);
    expect(byteLength).toBeLessThan(maximum);
  });

  test("the manifest has the site's name, and icons that exist", async () => {
    const link = (await visitor().get("/forum/all")).$('link[rel="manifest"]').attr("href") ?? "";
    const manifest = (await (await fetch(origin() + link)).json()) as {
      name: string;
      icons: { src: string; type: string }[];
    };
    expect(manifest.name).toBe("青芯开发者社区");
    expect(manifest.icons.length).toBeGreaterThan(0);
    for (const { src, type } of manifest.icons) {
      const icon = await fetch(origin() + src);
      expect([icon.status, icon.headers.get("content-type")]).toEqual([200, type]);
    }
  });
});
