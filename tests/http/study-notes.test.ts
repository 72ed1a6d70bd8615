import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { linkOn, newMember, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);
const address = "/trainingClass/lessons/10101";

const write = async (browser: PlainBrowser, prefix: string, values: Record<string, string>): Promise<Page> =>
  browser.submit(await browser.get(prefix + address), { intent: "note" }, values);

/** The texts of the notes on a page. */
const notesOn = (page: Page) =>
  page
    .$("li:has(a[href*='&note=']) > p:last-child")
    .toArray()
    .map((text) => page.$(text).text());

describe.each(shells)("notes about lessons, $shell", ({ prefix, headers }) => {
  test("are written on the lesson's page, at a second and at a part, and lead back to both", async () => {
    const { browser } = await newMember(headers);
    const page = await write(browser, prefix, { text: "角色要分清\n再看一遍", at: "0:34", part: "" });
    expect([page.status, page.text.includes("笔记已保存")]).toEqual([200, true]);
    expect(notesOn(page)).toEqual(["角色要分清\n再看一遍"]);
    expect(page.$("li > .facts a[href$='?t=34#player']").attr("href")).toBe(
      `${prefix}/trainingClass/lessons/10101?t=34#player`,
    );
    const part = page.$("select[name=part] option").toArray()[1];
    const value = page.$(part ?? "").attr("value") ?? "";
    expect(value).toContain("读完幻灯片，请记住三组词：");
    const second = await browser.submit(page, { intent: "note" }, { text: "三组词", at: "", part: value });
    expect(notesOn(second)).toEqual(["角色要分清\n再看一遍", "三组词"]);
    expect(second.$("a[href*='#text:~:text=']").attr("href")).toContain(encodeURIComponent("读完幻灯片"));
    const other = await newMember(headers);
    expect(notesOn(await other.browser.get(prefix + address))).toEqual([]);
  });

  test("come back with what was typed and a message by the field", async () => {
    const { browser } = await newMember(headers);
    const wrong = await write(browser, prefix, { text: " ", at: "很晚", part: "" });
    expect([wrong.status, wrong.$("#note-at").attr("value")]).toEqual([400, "很晚"]);
    expect(wrong.$("#note-text-problem, #note-text-error").text()).toContain("请写下笔记");
    expect(wrong.$("form#note").text()).toContain("时间写成 1:15 这样，或者不填");
    expect(wrong.$("details:has(#note)").attr("open")).toBeDefined();
    const late = await browser.submit(wrong, { intent: "note" }, { text: "太晚", at: "50:00" });
    expect([late.status, late.$("form#note").text()]).toEqual([
      400,
      expect.stringContaining("视频没有这么长"),
    ]);
    expect(late.$("textarea[name=text]").text()).toBe("太晚");
  });

  test("are listed, found by course and words, changed, and deleted after a question", async () => {
    const { browser } = await newMember(headers);
    const empty = await browser.get(`${prefix}/personalCenter/study?tab=notes`);
    expect([empty.status, empty.text.includes("还没有笔记")]).toEqual([200, true]);
    await write(browser, prefix, { text: "星闪的笔记", at: "0:10", part: "" });
    const elsewhere = await browser.get(`${prefix}/trainingClass/lessons/30103`);
    await browser.submit(elsewhere, { intent: "note" }, { text: "节拍的笔记", part: "" });
    const all = await browser.get(`${prefix}/personalCenter/study?tab=notes`);
    expect(notesOn(all)).toEqual(["节拍的笔记", "星闪的笔记"]);
    expect(all.$("nav [aria-current]").text()).toContain("我的学习");
    expect(notesOn(await browser.get(`${prefix}/personalCenter/study?tab=notes&course=101`))).toEqual([
      "星闪的笔记",
    ]);
    expect(notesOn(await browser.get(`${prefix}/personalCenter/study?tab=notes&q=节拍`))).toEqual([
      "节拍的笔记",
    ]);
    const none = await browser.get(`${prefix}/personalCenter/study?tab=notes&q=没有这个词`);
    expect([none.status, none.text.includes("没有找到笔记")]).toEqual([200, true]);
    const form = await browser.get(linkOn(all, /[?&]note=\d+$/));
    expect([form.$("h1").text(), form.$("textarea[name=text]").text()]).toEqual(["学习笔记", "节拍的笔记"]);
    const blank = await browser.submit(form, { intent: "save" }, { text: "" });
    expect([blank.status, blank.text.includes("请写下笔记")]).toEqual([400, true]);
    const saved = await browser.submit(form, { intent: "save" }, { text: "改过的笔记" });
    expect(notesOn(saved)).toEqual(["改过的笔记", "星闪的笔记"]);
    const asked = await browser.submit(form, { intent: "delete" });
    expect(asked.$("[role=alert]").text()).toContain("“改过的笔记”");
    const gone = await browser.submit(asked, { button: "确认删除" });
    expect([gone.url.search, notesOn(gone)]).toEqual(["?tab=notes", ["星闪的笔记"]]);
    expect((await browser.get(form.url.pathname + form.url.search)).status).toBe(404);
  });

  test("are exported as Markdown for their writer only", async () => {
    const { browser } = await newMember(headers);
    await write(browser, prefix, { text: "**四个量**", at: "0:34", part: "" });
    await write(browser, prefix, { text: "第二条", part: "" });
    const list = await browser.get(`${prefix}/personalCenter/study?tab=notes&course=101&q=四个`);
    const file = await browser.get(linkOn(list, /\/study\/notes\.md/));
    expect(file.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(file.headers.get("cache-control")).toBe("no-store");
    expect(file.html).toContain("## 星闪入门：从一次往返说起\n");
    expect(file.html).toMatch(/### \[星闪是什么：分层与角色\]\(http.*\/trainingClass\/lessons\/10101\)/);
    expect(file.html).toMatch(/\[34 秒\]\(http.*t=34\)|\[0:34\]\(http.*t=34\)/);
    expect([file.html.includes("**四个量**"), file.html.includes("第二条")]).toEqual([true, false]);
    // Longer than a page of the list: read in pieces, each heading stands once.
    for (let at = 0; at < 20; at += 1) await write(browser, prefix, { text: `第 ${at} 则`, part: "" });
    const long = (await browser.get("/study/notes.md")).html;
    expect([long.match(/^## /gm)?.length, long.match(/^### /gm)?.length]).toEqual([1, 1]);
    expect(long.match(/第 \d+ 则/g)).toEqual(Array.from({ length: 20 }, (_, at) => `第 ${at} 则`));
    const { browser: other } = await newMember(headers);
    expect((await other.get("/study/notes.md")).html.trim()).toBe("# 学习笔记");
    expect((await other.get(linkOn(list, /[?&]note=\d+$/))).status).toBe(404);
    const led = await visitor(headers).get("/study/notes.md", { follow: false });
    expect([led.status, led.headers.get("location")]).toEqual([
      302,
      expect.stringContaining("/login?redirect="),
    ]);
  });

  test.each(["/personalCenter/study?tab=notes&note=999999999", "/study/notes.txt", "/study/constructor"])(
    "%s is a 404",
    async (path) => {
      const { browser } = await newMember(headers);
      expect((await browser.get(path.startsWith("/study") ? path : prefix + path)).status).toBe(404);
    },
  );
});
