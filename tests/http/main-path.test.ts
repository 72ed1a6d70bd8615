import { beforeAll, describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { linkOn, newMember, publishTopic, shellsOf, signedIn, someTopic, tidOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** A floor, or a reply beneath one, that contains a text. */
const postWith = (page: Page, text: string) =>
  page.$('[id^="post-"]').filter((_, element) => page.$(element).text().includes(text));

describe.each(shells)("the main path without JavaScript, $shell", ({ shell, prefix, headers }) => {
  let member: PlainBrowser;
  let nickname: string;
  beforeAll(async () => {
    ({ browser: member, nickname } = await newMember(headers));
  });

  test("the list shows topics with author, section, counts and time, and links to its next pages", async () => {
    const first = await visitor(headers).get(`${prefix}/forum/all`);
    expect(first.$('main a[href*="/hsforum/thread-"]').length).toBeGreaterThanOrEqual(20);
    expect(first.$("main time").length).toBeGreaterThanOrEqual(20);
    const second = await visitor(headers).get(linkOn(first, /\/forum\/all\?page=2$/));
    const topicsOf = (page: Page) =>
      page
        .$('main li a[href*="/hsforum/thread-"]')
        .toArray()
        .map((element) => page.$(element).attr("href"));
    expect(topicsOf(second).length).toBeGreaterThan(0);
    expect(topicsOf(second)).not.toEqual(topicsOf(first));
  });

  test("a section page shows its classes, and a class filters the list", async () => {
    const list = await visitor(headers).get(`${prefix}/forum/all`);
    const section = await visitor(headers).get(linkOn(list, new RegExp(`^${prefix}/forum/\\d+$`)));
    expect(section.status).toBe(200);
    const narrowed = await visitor(headers).get(linkOn(section, /classId=|class=/));
    expect(narrowed.status).toBe(200);
    expect(narrowed.$('nav[aria-label="分类"] [aria-current]').length).toBe(1);
  });

  test("links stay in the shell", async () => {
    const page = await visitor(headers).get(await someTopic(visitor(headers), prefix));
    const screens = page
      .$("main a[href^='/']")
      .toArray()
      .map((element) => page.$(element).attr("href") ?? "")
      .filter((href) => !/^\/(login|logout|gateway)/.test(href));
    expect(screens.length).toBeGreaterThan(3);
    expect(screens.filter((href) => href.startsWith("/h5/") !== (shell === "h5"))).toEqual([]);
  });

  test("a member posts a topic, replies, replies to a reply, edits and deletes", async () => {
    const topic = await publishTopic(
      member,
      prefix,
      "开头。\n\n```c\nint a[2];\n```\n\n![图](https://example.com/a.png)\n",
    );
    expect(topic.$("main pre code").text()).toContain("int a[2];");
    expect(topic.$('main img[src="https://example.com/a.png"]').attr("loading")).toBe("lazy");

    const replied = await member.submit(topic, { intent: "reply" }, { content: "二楼的话 `uname -a`" });
    expect(replied.status).toBe(200);
    const floor = postWith(replied, "二楼的话");
    expect(floor.text()).toContain("2 楼");
    expect(floor.text()).toContain(nickname);

    const form = await member.get(floor.find('a[href*="replyTo="]').first().attr("href") ?? "");
    const beneath = await member.submit(form, { intent: "reply" }, { content: "楼中楼的话" });
    const depth = postWith(beneath, "楼中楼的话").last();
    expect(depth.text()).not.toMatch(/\d+ 楼$/);

    const second = await member.get(depth.find('a[href*="replyTo="]').first().attr("href") ?? "");
    const flattened = await member.submit(second, { intent: "reply" }, { content: "再回一句" });
    expect(postWith(flattened, "再回一句").last().text()).toContain("再回一句");

    const editor = await member.get(
      postWith(flattened, "二楼的话").find('a[href*="/posting/post"]').first().attr("href") ?? "",
    );
    expect(editor.$("textarea").text()).toContain("二楼的话");
    const edited = await member.submit(editor, { intent: "publish" }, { content: "改过的二楼" });
    expect(edited.text).toContain("改过的二楼");
    expect(edited.text).not.toContain("二楼的话");

    const question = await member.get(
      postWith(edited, "改过的二楼").find('a[href*="remove="]').first().attr("href") ?? "",
    );
    expect(question.$("dialog[open]").text()).toContain("确认删除");
    const deleted = await member.submit(question, { intent: "delete" });
    expect(deleted.text).not.toContain("改过的二楼");
    expect(deleted.text).toContain("已删除");
  });

  test("a member edits and deletes their own topic", async () => {
    const topic = await publishTopic(member, prefix);
    const editor = await member.get(linkOn(topic, /\/posting\?pid=\d+/));
    const edited = await member.submit(
      editor,
      { intent: "publish" },
      { title: "换了一个标题", tags: "一,二 三", content: "换了正文" },
    );
    expect(edited.$("h1").text()).toContain("换了一个标题");
    expect(edited.text).toContain("换了正文");
    for (const tag of ["一", "二", "三"]) expect(edited.text).toContain(tag);

    const question = await member.get(linkOn(edited, /remove=/));
    const gone = await member.submit(question, { intent: "delete" });
    expect(gone.text).toContain("帖子已删除");
    expect((await member.get(`${prefix}/postDetail?tid=${tidOf(topic)}`)).status).toBe(404);
  });

  test("a preview of a new topic shows topics with similar titles, and whether each is solved", async () => {
    const editor = await member.get(`${prefix}/posting`);
    const typed = { title: "WS63 星闪透传只有几十 KB/s", fid: "102", content: "连接间隔试过了", tags: "" };
    const preview = await member.submit(editor, { intent: "preview" }, typed);
    const similar = preview.$('section[aria-labelledby="similar-topics"] li');
    expect(similar.length).toBeGreaterThan(0);
    expect(similar.length).toBeLessThanOrEqual(5);
    expect(similar.first().text()).toContain("星闪 SLE 透传只有 19 KB/s");
    expect(similar.find('[data-kind="solved"]').text()).toContain("已解决");
    const link = similar.find("a").first();
    // The link opens a new tab, so this tab keeps what was typed.
    expect([link.attr("target"), link.attr("rel")]).toEqual(["_blank", "noopener"]);
    expect((await member.get(link.attr("href") ?? "")).status).toBe(200);
    const nothing = await member.submit(editor, { intent: "preview" }, { ...typed, title: "量子纠缠对撞机" });
    expect(nothing.$('section[aria-labelledby="similar-topics"]').length).toBe(0);
    const similarPage = await member.get(
      `/editor/similar?${new URLSearchParams({ title: typed.title, fid: "102" })}`,
    );
    expect((JSON.parse(similarPage.html) as { topics: object[] }).topics).toHaveLength(similar.length);
    expect((await visitor().get("/editor/similar?title=x")).status).toBe(403);
  });

  test("a preview shows the text as it will look, and publishes nothing", async () => {
    const editor = await member.get(`${prefix}/posting`);
    const typed = { fid: "102", title: `先看看的标题 ${shell}`, tags: "预览", content: "**粗** 和 `代码`" };
    const preview = await member.submit(editor, { intent: "preview" }, typed);
    expect(preview.$("main strong").text()).toBe("粗");
    expect(preview.$('textarea[name="content"]').text()).toContain(typed.content);
    expect(preview.$('input[name="title"]').attr("value")).toBe(typed.title);
    expect(preview.$('select[name="fid"] option[selected]').attr("value")).toBe("102");
    const list = await member.get(`${prefix}/forum/all?order=new`);
    expect(list.text).not.toContain(typed.title);
    const published = await member.submit(preview, { intent: "publish" });
    expect(published.$("h1").text()).toContain(typed.title);
  });

  test("a button loads another section's classes, and nothing typed is lost", async () => {
    const editor = await member.get(`${prefix}/posting`);
    const fids = editor
      .$('select[name="fid"] option[value!=""]')
      .toArray()
      .map((element) => editor.$(element).attr("value") ?? "");
    const loaded = await member.submit(
      editor,
      { intent: "section" },
      { fid: fids[1] ?? "", title: "标题还在", content: "正文还在" },
    );
    expect(loaded.status).toBe(200);
    expect(loaded.$('select[name="classId"] option').length).toBeGreaterThan(1);
    expect(loaded.$('input[name="title"]').attr("value")).toBe("标题还在");
    expect(loaded.$('textarea[name="content"]').text()).toContain("正文还在");
  });

  test("a new topic is on the list at once, for visitors too", async () => {
    const page = await publishTopic(member, prefix);
    const title = page.$("h1").text().trim();
    // Other files publish meanwhile, dozens at once: what is pushed from one page is on the next one when that is read.
    let newest = "";
    for (const at of ["", "&page=2", "&page=3"])
      newest += (await visitor(headers).get(`${prefix}/forum/all?order=new${at}`)).text;
    expect(newest).toContain(title);
  });
});

test("a long topic has page numbers, and a permalink opens the page of its floor", async () => {
  const long = await longTopic();
  const pageLinks = (page: Page) => page.$('nav[aria-label="分页"] a');
  const second = await visitor().get(pageLinks(long).filter("[rel=next]").attr("href") ?? "");
  expect(second.$('[aria-label="21 楼"]').length).toBeGreaterThan(0);
  const pages = pageLinks(second)
    .toArray()
    .map((element) => Number(second.$(element).text()));
  const last = Math.max(...pages.filter(Number.isInteger));
  expect(last).toBeGreaterThanOrEqual(15);
  const end = await visitor().get(
    pageLinks(second).filter(`[aria-label="第 ${last} 页"]`).attr("href") ?? "",
  );
  expect(end.status).toBe(200);

  // A permalink by the post's id alone opens the right page.
  const pid = end.$('[id^="post-"]').first().attr("id")?.replace("post-", "") ?? "";
  const found = await visitor().get(`/postDetail?tid=${tidOf(long)}&pid=${pid}`);
  expect(found.$(`#post-${pid}`).length).toBe(1);
});

/** The demo pack's topic with 300 floors; it is among the most viewed ones. */
async function longTopic(): Promise<Page> {
  const browser = visitor();
  const list = await browser.get("/forum/all?order=views");
  const link = list.$("main li a").filter((_, element) => list.$(element).text().includes("新人报到帖"));
  return browser.get(link.first().attr("href") ?? "");
}

describe("people who may not post", () => {
  test("without a phone: the editor and a topic show the spec's message with a link to the personal information", async () => {
    const browser = await signedIn("nophone");
    const editor = await browser.get("/posting");
    const prompt = "您还未绑定手机号码，无法正常发帖和回帖，请完成绑定！";
    expect(editor.$("dialog[open]").text()).toContain(prompt);
    expect(editor.$('dialog a[href="/personalCenter/info?tab=0"]').text()).toBe("确认");
    const fid = editor.$('select[name="fid"] option[value!=""]').first().attr("value") ?? "";
    const refused = await browser.submit(
      editor,
      { intent: "publish" },
      { fid, title: "我想发个帖子", content: "写了很久的正文" },
    );
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(prompt);
    expect(refused.$('textarea[name="content"]').text()).toContain("写了很久的正文");
    expect((await browser.get(await someTopic(browser))).text).toContain(prompt);
  });

  test("muted: the page says so, and keeps what was typed", async () => {
    const browser = await signedIn("muted");
    const editor = await browser.get("/posting");
    expect(editor.text).toContain("禁言");
    const fid = editor.$('select[name="fid"] option[value!=""]').first().attr("value") ?? "";
    const refused = await browser.submit(
      editor,
      { intent: "publish" },
      { fid, title: "我想发个帖子", content: "写了很久的正文" },
    );
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("你的账号正在禁言期内");
    expect(refused.$('textarea[name="content"]').text()).toContain("写了很久的正文");
  });

  test("signed out while writing: the text stays, with a link to sign in", async () => {
    const browser = await signedIn("member");
    const editor = await browser.get("/posting");
    const other = await browser.get("/logout");
    expect(other.status).toBe(200);
    const fid = editor.$('select[name="fid"] option[value!=""]').first().attr("value") ?? "";
    const refused = await browser.submit(
      editor,
      { intent: "publish" },
      { fid, title: "我想发个帖子", content: "写了很久的正文" },
    );
    expect(refused.status).toBe(403);
    expect(refused.$('textarea[name="content"]').text()).toContain("写了很久的正文");
    expect(refused.$('a[href^="/login"]').length).toBeGreaterThan(0);
  });
});
