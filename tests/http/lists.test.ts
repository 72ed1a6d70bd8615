import { describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import {
  linkOn,
  newMember,
  publishTopic,
  shellsOf,
  signedIn,
  tidOf,
  untilUndisturbed,
  visitor,
} from "./support";

const shells = shellsOf(import.meta.url);

const rows = (page: Page) =>
  page
    .$('main li h2 a[href*="/hsforum/thread-"]')
    .toArray()
    .map((element) => page.$(element).attr("href") ?? "");
const current = (page: Page, label: string) => page.$(`nav[aria-label="${label}"] [aria-current]`).text();

describe.each(shells)("the lists of all topics, $shell", ({ prefix, headers }) => {
  test("the forum's head shows banners, each a link with its title over a picture without text", async () => {
    const page = await visitor(headers).get(`${prefix}/forum/all`);
    const banners = page.$('section[aria-label="公告横幅"] a');
    expect(banners.length).toBe(3);
    expect(banners.first().text()).toBe("第一次来？从新手入门开始点灯");
    expect(banners.first().attr("href")).toBe(`${prefix}/forum/301`);
    expect(banners.find("img").first().attr("alt")).toBe("");
    expect(
      (await visitor(headers).get(`${prefix}/forum/all?page=2`)).$('section[aria-label="公告横幅"]').length,
    ).toBe(0);
  });

  test("each order has an address; a page beyond the end shows the last page", async () => {
    for (const list of ["all", "digest"]) {
      const path = `${prefix}/forum/${list}`;
      const page = await visitor(headers).get(path);
      expect(current(page, "排序")).toBe("最新回复");
      for (const [order, name] of [
        ["new", "最新发布"],
        ["views", "最多浏览"],
      ]) {
        const sorted = await visitor(headers).get(linkOn(page, new RegExp(`${path}\\?order=${order}$`)));
        expect(current(sorted, "排序")).toBe(name);
        expect(rows(sorted).length).toBeGreaterThan(0);
      }
      const last = await visitor(headers).get(`${path}?page=99999`);
      expect(last.status).toBe(200);
      expect(rows(last).length).toBeGreaterThan(0);
      expect(last.$('a[rel="next"]').length).toBe(0);
    }
  });

  test("the hot list explains its order, and has no other order", async () => {
    const page = await visitor(headers).get(`${prefix}/forum/hot`);
    expect(rows(page).length).toBe(20);
    expect(page.$('nav[aria-label="排序"]').length).toBe(0);
    expect(page.text).toContain("按热度");
    expect(current(page, "论坛列表")).toBe("热门");
    expect(rows(await visitor(headers).get(`${prefix}/forum/hot?page=2`))).not.toEqual(rows(page));
  });

  test("the rail shows the sections in their groups and the hot tags", async () => {
    const page = await visitor(headers).get(`${prefix}/forum/all`);
    const rail = page.$('aside[aria-label="论坛导览"]');
    expect(rail.find(`a[href^="${prefix}/forum/"]`).length).toBeGreaterThanOrEqual(10);
    expect(rail.find(`a[href^="${prefix}/tags/"]`).length).toBeGreaterThanOrEqual(10);
    // On phones the rail is below the list, so the sections are above it too.
    expect(page.$('nav[aria-label="版块"]').length).toBe(prefix === "/h5" ? 1 : 0);
  });
});

describe.each(shells)("a section, $shell", ({ prefix, headers }) => {
  test("is followed and unfollowed with a plain form, and shows the count", async () => {
    const { browser } = await newMember(headers);
    const address = `${prefix}/forum/303`;
    const page = await browser.get(address);
    const followers = (page: Page) => Number(/(\d+) 人关注/.exec(page.text)?.[1]);
    const before = followers(page);
    const followed = await browser.submit(page, { form: "#follow-section-303" });
    expect(followed.url.pathname).toBe(address);
    expect(followed.$("#follow-section-303 button").text()).toContain("已关注");
    expect(followers(followed)).toBe(before + 1);
    const left = await browser.submit(followed, { form: "#follow-section-303" });
    expect(left.$("#follow-section-303 button").text()).not.toContain("已关注");
    expect(followers(left)).toBe(before);
  });

  test("shows its rules, its moderators and the other sections, and an empty filter links back", async () => {
    const page = await visitor(headers).get(`${prefix}/forum/101`);
    expect(page.$("#section-info").text()).toMatch(/版主.*林默_RF/);
    expect(page.$('a[href="#section-info"]').length).toBe(1);
    expect(page.$(`#section-info a[href="${prefix}/forum/102"]`).length).toBe(1);
    const empty = await visitor(headers).get(`${prefix}/forum/101?classId=999999&only=digest`);
    expect(empty.text).toContain("没有符合条件的帖子");
    expect(
      rows(await visitor(headers).get(linkOn(empty, new RegExp(`^${prefix}/forum/101$`)))).length,
    ).toBeGreaterThan(0);
  });

  test("is filtered by solved and recommended topics, in any order", async () => {
    const page = await visitor(headers).get(`${prefix}/forum/101?order=views`);
    const solved = await visitor(headers).get(linkOn(page, /only=solved&order=views/));
    expect([current(solved, "筛选"), current(solved, "排序")]).toEqual(["已解决", "最多浏览"]);
    expect(solved.$("main li h2").length).toBe(solved.$('main li .label[data-kind="solved"]').length);
    const digest = await visitor(headers).get(linkOn(page, /only=digest&order=views/));
    expect(digest.$("main li h2").length).toBe(digest.$('main li .label[data-kind="digest"]').length);
    expect(digest.$("main li h2").length).toBeGreaterThan(0);
  });
});

describe.each(shells)("one's own lists, $shell", ({ prefix, headers }) => {
  test("following something from the empty list fills it, and each topic says why it is listed", async () => {
    const { browser } = await newMember(headers);
    const empty = await browser.get(`${prefix}/forum/myfollow`);
    expect(empty.text).toContain("这里会有你关注的内容");
    expect(empty.$('form[id^="follow-tag-"]').length).toBeGreaterThan(3);
    const filled = await browser.submit(empty, { form: 'form[id^="follow-section-"]' });
    expect(filled.url.pathname).toBe(`${prefix}/forum/myfollow`);
    expect(rows(filled).length).toBeGreaterThan(0);
    expect(filled.$("main li").text()).toContain("你关注的版块");
    await untilUndisturbed(async () => {
      const latest = await browser.get(filled.url);
      const viewed = await browser.get(linkOn(latest, /order=views/));
      expect(current(viewed, "排序")).toBe("最多浏览");
      expect(rows(viewed).length).toBe(rows(latest).length);
      expect(viewed.$("main li").text()).toContain("你关注的版块");
    });
  });

  test("a member's published topics and replies are listed", async () => {
    const { browser } = await newMember(headers);
    const empty = await browser.get(`${prefix}/forum/publish`);
    expect(empty.text).toContain("你还没有发过帖");
    const topic = await publishTopic(browser, prefix);
    await browser.submit(topic, { intent: "reply" }, { content: "自己的回复一条" });
    const mine = await browser.get(`${prefix}/forum/publish?page=99`);
    expect(rows(mine).map((href) => /thread-(\d+)/.exec(href)?.[1])).toEqual([String(tidOf(topic))]);
    const replies = await browser.get(linkOn(mine, /tab=replies/));
    expect(current(replies, "我的发布")).toBe("回复");
    expect(replies.$("main").text()).toContain("自己的回复一条");
    const there = await browser.get(linkOn(replies, /pid=\d+/));
    expect(there.$("main").text()).toContain("自己的回复一条");
  });

  test("a demo member's own topics have pages with links to the next", async () => {
    const member = await signedIn("member", headers);
    const page = await member.get(`${prefix}/forum/publish`);
    expect(rows(page).length).toBeGreaterThan(0);
    expect(page.$("main").text()).toContain("回复于");
  });
});
