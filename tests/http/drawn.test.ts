import { load } from "cheerio";
import sharp from "sharp";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { PlainBrowser } from "../support/plain-browser";
import { newMember, publishTopic, tidOf, untilUndisturbed, visitor } from "./support";

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(inject("portalOrigin") + path, { headers, redirect: "manual" });

describe("a topic's picture", () => {
  let member: PlainBrowser;
  let nickname: string;
  let tid: number;
  let address: string;
  beforeAll(async () => {
    ({ browser: member, nickname } = await newMember());
    tid = tidOf(await publishTopic(member, "", "正文", `分享出去的图 <&"> ${process.pid}`));
    const page = await visitor().get(`/hsforum/thread-${tid}-1-1.html`);
    const meta = (name: string) => page.$(`meta[property="${name}"], meta[name="${name}"]`).attr("content");
    const picture = new URL(meta("og:image") ?? "");
    address = picture.pathname + picture.search;
    expect([meta("og:image:width"), meta("og:image:height"), meta("twitter:card")]).toEqual([
      "1200",
      "630",
      "summary_large_image",
    ]);
    expect(meta("og:image:alt")).toContain("分享出去的图");
    expect(nickname).not.toBe("");
  });

  it("is a PNG of the size that the page names, with text on it", async () => {
    const answered = await ask(address);
    expect([answered.status, answered.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(answered.headers.get("cache-control")).toBe("public, max-age=86400");
    const png = Buffer.from(await answered.arrayBuffer());
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    let dark = 0;
    for (let at = 0; at < data.length; at += info.channels) if ((data[at] ?? 255) < 60) dark += 1;
    expect(dark).toBeGreaterThan(5_000);
    const again = await ask(address, { "if-none-match": answered.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  });

  it("has another address when the title changes", async () => {
    const editor = await member.get(`/posting?pid=${await firstPid(tid)}`);
    await member.submit(editor, { intent: "publish" }, { title: `改过的标题 ${process.pid}` });
    const page = await visitor().get(`/hsforum/thread-${tid}-1-1.html`);
    expect(page.$('meta[property="og:image"]').attr("content")).not.toContain(address);
  });

  it("exists only for topics that visitors may read", async () => {
    expect((await ask("/og/topic-999999999.png")).status).toBe(404);
    expect((await ask("/og/topic-x.png")).status).toBe(404);
    expect((await ask("/og/other.png")).status).toBe(404);
  });
});

async function firstPid(tid: number): Promise<string> {
  const page = await visitor().get(`/hsforum/thread-${tid}-1-1.html`);
  return /post-(\d+)/.exec(page.html)?.[1] ?? "";
}

describe("formulas and diagrams", () => {
  it("are shown in a topic, its excerpt and its feed", async () => {
    const { browser } = await newMember();
    const source =
      "频率 $f=\\frac{1}{T}$。\n\n```mermaid\nflowchart LR\n上电 --> 复位\n```\n\n```mermaid\ngantt\ntitle x\n```\n\n价格 $5 和 $10";
    const topic = await publishTopic(browser, "", source, `公式和图 ${process.pid}`);
    const { $ } = topic;
    expect($("main math mfrac").length).toBe(1);
    expect($("main figure.diagram svg[role=img] text").text()).toContain("上电");
    expect($("main figure.diagram details code").text()).toContain("flowchart LR");
    expect($("main figure.code figcaption").text()).toContain("还不能画这种图");
    expect($("main article").text()).toContain("价格 $5 和 $10");
    const page = await visitor().get(topic.url.pathname);
    expect(page.$('meta[name="description"]').attr("content")).toContain("频率 f=\\frac{1}{T}");
    // A cached feed may be some seconds old.
    await untilUndisturbed(async () => {
      const feed = load((await visitor().get("/feeds/all.atom")).html, { xml: true });
      const entry = feed("entry").filter((_, each) => feed(each).find("title").text().includes("公式和图"));
      const content = entry.first().find("content").text();
      expect(content).toContain("<code>f=\\frac{1}{T}</code>");
      expect(content).not.toMatch(/<svg|<math/);
    });
  });
});

describe("the service worker", () => {
  it("is revalidated on each request, and served from the root", async () => {
    const answered = await ask("/sw.js");
    expect([answered.status, answered.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    expect(answered.headers.get("content-type")).toContain("text/javascript");
  });
});
