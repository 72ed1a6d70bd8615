import { describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { newMember, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const all = (text: string) => `/search?${new URLSearchParams({ q: text })}`;
const search = (text: string, more: Record<string, string> = {}) =>
  `/search?${new URLSearchParams({ q: text, type: "topics", ...more })}`;
const titles = (page: Page) =>
  page
    .$("main ol h2 a")
    .toArray()
    .map((link) => page.$(link).text());

describe.each(shells)("searching in the $shell shell", ({ prefix, headers }) => {
  test("the box is a plain form whose address contains the typed text", async () => {
    const browser = visitor(headers);
    const page = await browser.get(`${prefix}/search`);
    const form = page
      .$('form[method="get"]')
      .filter((_, element) => page.$(element).find('[name="q"]').length > 0);
    expect(form.attr("action")).toBe(`${prefix}/search`);
    // Every filter belongs to that form, wherever it is on the page.
    for (const name of ["fid", "tag", "author", "since", "to", "solved"])
      expect(page.$(`[name="${name}"]`).attr("form")).toBe(form.attr("id"));
    const found = await browser.get(
      prefix + search("Hi3861 低功耗", { fid: "", tag: "", author: "", since: "", to: "", solved: "" }),
    );
    expect(found.status).toBe(200);
    expect(titles(found)[0]).toContain("Hi3861V100 低功耗保活实测");
    expect(found.$("main ol mark").first().text()).toBe("Hi3861");
    expect(found.$('[name="q"]').attr("value")).toBe("Hi3861 低功耗");
    expect(found.$("title").text()).toContain("Hi3861 低功耗 · 搜索");
    expect(found.$('meta[name="robots"]').attr("content")).toBe("noindex");
  });

  test("each tab and order has an address, and links stay in the shell", async () => {
    const browser = visitor(headers);
    const page = await browser.get(prefix + search("Hi3861"));
    for (const [name, type] of [
      ["回复", "posts"],
      ["用户", "people"],
      ["标签", "tags"],
    ]) {
      const href =
        page
          .$('nav[aria-label="搜索范围"] a')
          .filter((_, link) => page.$(link).text() === name)
          .attr("href") ?? "";
      expect(href).toContain(`${prefix}/search?`);
      const tab = await browser.get(href);
      expect(tab.url.searchParams.get("type")).toBe(type);
      expect(tab.$('nav[aria-label="搜索范围"] [aria-current="page"]').text()).toBe(name);
    }
    const tag = await browser.get(prefix + search("hi3861", { type: "tags" }));
    expect(titles(tag)).toContain("#Hi3861");
    const person = await browser.get(prefix + search("阿岚", { type: "people" }));
    expect(titles(person)).toEqual(["阿岚"]);
    const reply = await browser.get(prefix + search("余弦相似度", { type: "posts" }));
    expect(reply.$("main ol mark").first().text()).toBe("余弦相似度");
    expect(reply.$("main ol a").first().attr("href")).toMatch(
      new RegExp(`^${prefix}/hsforum/thread-\\d+-1-1\\.html\\?pid=\\d+#post-\\d+$`),
    );
    const newest = await browser.get(prefix + search("Hi3861", { order: "newest" }));
    expect(newest.$('nav[aria-label="排序"] [aria-current]').text()).toBe("最新");
  });

  test("filters reduce the results, are shown, and can be removed one by one", async () => {
    const browser = visitor(headers);
    const all = await browser.get(prefix + search("Hi3861"));
    const some = await browser.get(prefix + search("Hi3861", { fid: "101", tag: "低功耗" }));
    expect(titles(some).length).toBeGreaterThan(0);
    expect(titles(some).length).toBeLessThan(titles(all).length);
    const chosen = some.$('ul[aria-label="已用的筛选"] a');
    expect(chosen.toArray().map((link) => some.$(link).text())).toEqual(["版块：无线连接", "标签：低功耗"]);
    const wider = await browser.get(chosen.last().attr("href") ?? "");
    expect(wider.url.searchParams.get("tag")).toBeNull();
    expect(wider.url.searchParams.get("fid")).toBe("101");
    expect(wider.$('[name="fid"] option[selected]').attr("value")).toBe("101");
    const none = await browser.get(prefix + search("Hi3861", { author: "没有这个人" }));
    expect(none.text).toContain("去掉所有筛选");
  });

  test("an invalid search shows an error beside its field, with the typed text", async () => {
    const browser = visitor(headers);
    const long = await browser.get(prefix + search("长".repeat(101)));
    expect(long.status).toBe(400);
    expect(long.text).toContain("搜索内容不能超过 100 个字");
    expect(long.$('[name="q"]').attr("value")).toBe("长".repeat(101));
    const day = await browser.get(prefix + search("芯片", { since: "2026-02-30" }));
    expect(day.status).toBe(400);
    expect(day.$('[name="since"]').attr("aria-invalid")).toBe("true");
    expect(day.$(`[id="${day.$('[name="since"]').attr("aria-describedby")}"]`).text()).toContain("日期有误");
    const turned = await browser.get(prefix + search("芯片", { since: "2026-03-02", to: "2026-03-01" }));
    expect(turned.text).toContain("结束日期不能早于开始日期");
    const odds: Record<string, string>[] = [
      { type: "nothing" },
      { order: "x" },
      { page: "-1" },
      { fid: "abc" },
      { solved: "maybe" },
    ];
    for (const odd of odds) {
      expect((await browser.get(prefix + search("Hi3861", odd))).status).toBe(200);
    }
    for (const text of ["？！", "' & | ! <-> :*", '"', "<script>alert(1)</script>"]) {
      const page = await browser.get(prefix + search(text));
      expect(page.status).toBe(200);
      expect(page.html).not.toContain("<script>alert(1)");
    }
  });

  test("without results the page suggests next steps; Pinyin finds Chinese", async () => {
    const browser = visitor(headers);
    const none = await browser.get(prefix + search("zzqqzz"));
    expect(none.text).toContain("没有找到“zzqqzz”");
    expect(none.text).toContain("热门标签");
    expect(none.$(`a[href="${prefix}/posting"]`).text()).toContain("去提问");
    expect(none.$("h1").length).toBe(1);
    const pinyin = await browser.get(prefix + search("huisheng"));
    expect(pinyin.text).toContain("你要找的是：回声");
    expect(titles(pinyin)[0]).toContain("回声");
  });

  test("a mistyped part number shows the corrected results and says so; among other words the correction is offered", async () => {
    const browser = visitor(headers);
    for (const [typed, meant] of [
      ["Hi3681", "Hi3861"],
      ["WS36", "WS63"],
      ["OpenHarmnoy", "OpenHarmony"],
    ] as const) {
      const page = await browser.get(prefix + search(typed));
      expect(page.text).toContain(`“${typed}”没有结果，下面是按“${meant}”搜到的。`);
      expect(page.text).toContain(`你要找的是：${meant}`);
      expect(titles(page)).toEqual(titles(await browser.get(prefix + search(meant))));
    }
    const half = await browser.get(prefix + search("Hi3681 串口"));
    const offered = half.$("main p a").filter((_, link) => half.$(link).text() === "Hi3861 串口");
    const whole = await browser.get(offered.attr("href") ?? "");
    expect(whole.url.searchParams.get("q")).toBe("Hi3861 串口");
    expect(titles(whole).length).toBeGreaterThan(0);
  });

  test("a part number leads to its part by a card above the results; one that nothing answers to names what is near", async () => {
    const browser = visitor(headers);
    for (const [text, id, says] of [
      ["WS63V100", 110101, ""],
      ["ws63", 110101, ""],
      ["WS63V100-Q", 110101, "型号以此开头"],
      ["WS63V100-Q40T", 110101, "订货型号"],
      ["WS63V100-Q40TR9", 110101, "没有完全相同的型号，去掉后缀是 WS63V100-Q40T"],
      ["WS63V1O0", 110101, "你要找的可能是 WS63V100"],
      ["ESP32-C6", 110101, "替代料 · 功能相近"],
      ["XG2430AT-TR", 160202, "替代料 · 直接替换"],
      ["XG2430AT-TR", 160202, "去掉后缀是 XG2430AT"],
    ] as const) {
      const page = await browser.get(prefix + all(text));
      const card = page.$('section[aria-label="型号对应的产品"]');
      expect(card.find("h2 a").attr("href"), text).toBe(`${prefix}/products/details/${id}`);
      expect(card.text()).toContain(says);
      expect(card.find('a[aria-label*="订购"]').length).toBeGreaterThan(0);
      expect(card.find("dl dd").length).toBeGreaterThan(3);
    }
    const sheet = (await browser.get(prefix + all("WS63V100"))).$('section[aria-label="型号对应的产品"] a');
    expect(sheet.text()).toContain("数据手册");
    const none = await browser.get(prefix + all("WS63999999"));
    expect(none.$('section[aria-label="型号对应的产品"]').length).toBe(0);
    expect(none.$('ul[aria-label="相近的型号"] a').first().attr("href")).toBe(
      `${prefix}/products/details/110101`,
    );
  });

  test("a meaningless text finds nothing, and the page says so", async () => {
    const browser = visitor(headers);
    for (const nonsense of ["asdfqwer", "asdf qwer 芯片"]) {
      const page = await browser.get(prefix + search(nonsense));
      expect(page.$('[role="status"]').text()).toContain("没有结果");
      expect(page.text).toContain(`没有找到“${nonsense}”`);
      expect(page.text).not.toContain("你要找的是");
      expect(titles(page)).toEqual([]);
    }
  });

  test("without a tab all groups are shown in order, each with a link to its tab, and an order number's product comes first", async () => {
    const browser = visitor(headers);
    const page = await browser.get(prefix + all("WS63V100-Q40"));
    expect(page.$('nav[aria-label="搜索范围"] [aria-current="page"]').text()).toMatch(/^全部/);
    expect(page.$("main ol h3 a").first().attr("href")).toBe(`${prefix}/products/details/110101`);
    const light = await browser.get(prefix + all("星闪"));
    const groups = light
      .$("main ol")
      .toArray()
      .map((list) => light.$(list).attr("aria-label"));
    expect(groups).toEqual([
      "产品结果",
      "资料结果",
      "文档内容结果",
      "帖子结果",
      "资讯结果",
      "视频结果",
      "课程结果",
      "课时结果",
    ]);
    const more = light.$("section a").filter((_, link) => /^全部 \d+\+? 条$/.test(light.$(link).text()));
    const resources = await browser.get(more.eq(1).attr("href") ?? "");
    expect(resources.url.searchParams.get("type")).toBe("resources");
    expect(titles(resources).length).toBeGreaterThan(3);
  });

  test("facets are fields of the one form, and filter without JavaScript", async () => {
    const browser = visitor(headers);
    const page = await browser.get(prefix + search("数据手册", { type: "resources" }));
    for (const name of ["classId", "levelId", "fileType", "year"])
      expect(page.$(`select[name="${name}"]`).attr("form")).toBe("search-form");
    const narrowed = await browser.get(
      prefix + search("数据手册", { type: "resources", classId: "12", levelId: "", fileType: "pdf" }),
    );
    expect(titles(narrowed).length).toBeGreaterThan(0);
    const chosen = narrowed.$('ul[aria-label="已用的筛选"] a');
    expect(chosen.toArray().map((link) => narrowed.$(link).text())).toEqual([
      "产品分类：视觉芯片",
      "文件类型：PDF",
    ]);
    const odd = { type: "resources", classId: "x", fileType: "'", year: "0", state: "gone", levelId: "-1" };
    expect((await browser.get(prefix + search("数据手册", odd))).status).toBe(200);
  });

  test("the header leads to the search and back to the page before, by its field on desktop and its icon on phones", async () => {
    const browser = visitor(headers);
    const list = await browser.get(`${prefix}/forum/digest?order=new`);
    const icon = list.$('header a[aria-label="搜索"]').attr("href");
    const form = list.$('header form[role="search"]');
    expect([icon === undefined, form.length]).toEqual(prefix ? [false, 0] : [true, 1]);
    const field = form.find('input[type="search"]');
    const query = new URLSearchParams([
      ["back", form.find('input[name="back"]').attr("value") ?? ""],
      [field.attr("name") ?? "", ""],
    ]);
    const page = await browser.get(icon ?? `${form.attr("action")}?${query}`);
    // The person came to type, so the field has the focus.
    expect(page.$('#search-form input[type="search"]').is("[autofocus]")).toBe(true);
    expect(page.url.pathname).toBe(`${prefix}/search`);
    expect(page.$('header a[aria-label="关闭搜索"]').attr("href")).toBe(`${prefix}/forum/digest?order=new`);
    // A search from there keeps the return address.
    expect(page.$('#search-form [name="back"]').attr("value")).toBe(`${prefix}/forum/digest?order=new`);
    const found = await browser.get(prefix + search("Hi3861", { back: `${prefix}/forum/digest?order=new` }));
    expect(found.$('header a[aria-label="关闭搜索"]').attr("href")).toBe(`${prefix}/forum/digest?order=new`);
    for (const elsewhere of [
      "https://example.com/",
      "//example.com",
      "/\\example.com",
      "javascript:alert(1)",
    ]) {
      const trick = await browser.get(prefix + search("Hi3861", { back: elsewhere }));
      expect(trick.$('header a[aria-label="关闭搜索"]').attr("href")).toBe(`${prefix}/forum/all`);
    }
  });
});

test("one person's search text is suggested to nobody; a text of five people is", async () => {
  const reader = visitor();
  const offered = async () => {
    const suggested = await reader.get("/search/suggest?q=rtsp+%E5%BB%B6");
    expect(suggested.headers.get("content-type")).toContain("application/json");
    return (JSON.parse(suggested.html) as { searches: string[] }).searches.map((text) => text.toLowerCase());
  };
  const searchText = "RTSP 延迟 高";
  for (let people = 1; people <= 5; people += 1) {
    expect(await offered()).not.toContain(searchText.toLowerCase());
    const { browser: member } = await newMember();
    await member.get(search(searchText));
    await member.get(search(searchText));
  }
  expect(await offered()).toContain(searchText.toLowerCase());
});

test("suggestions answer any typed text", async () => {
  const browser = visitor();
  const suggest = async (text: string) => {
    const answer = await browser.get(`/search/suggest?${new URLSearchParams({ q: text })}`);
    expect(answer.status).toBe(200);
    return JSON.parse(answer.html) as { topics: { title: string }[] };
  };
  expect((await suggest("Hi38")).topics.length).toBeGreaterThan(0);
  for (const text of ["", "长".repeat(500), "'", "!!", "\u0001"])
    expect((await suggest(text)).topics).toEqual([]);
  // Nobody can type a NUL.
  expect((await browser.get("/search/suggest?q=%00")).status).toBe(400);
});
