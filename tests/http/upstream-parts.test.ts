import { eq } from "drizzle-orm";
import { accounts, policies, productNotices } from "gateway/database/schema";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addNotice } from "../support/catalogue";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import type { Page } from "../support/plain-browser";
import { PlainBrowser } from "../support/plain-browser";
import { catalogue, saveCatalogue } from "../support/small-catalogue";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

/** Calls of the specification, with upstreams whose answers differ from the embedded gateway's. */
let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 1 });
  // Runs before the first page, because shared answers are cached for a minute.
  await portal.gateway.database.insert(policies).values({
    id: "legalNotices",
    title: "本站的法律条款",
    version: "1.0",
    source: "条款",
    html: "<p>条款</p>",
  });
});
afterAll(() => portal?.stop());
beforeEach(() => {
  portal.misbehave(null);
  portal.upstream.received.length = 0;
});

const askedFor = (part: string) => portal.upstream.received.filter(({ path }) => path.includes(part));
const menuOf = (page: Page) =>
  page
    .$('nav[aria-label="主菜单"] > a')
    .toArray()
    .map((link) => [page.$(link).text(), page.$(link).attr("href")]);

describe("the menu that the upstream supplies (spec 3.5)", () => {
  const answering = (leftMenuNode: unknown) =>
    portal.misbehave((path) =>
      path.includes("workspace/current") ? { status: 200, body: { leftMenuNode, user: null } } : null,
    );
  const look = async () => menuOf(await new PlainBrowser(portal.origin).get("/tags?order=name&q=无"));

  test("contains the children of the ecosystem home's entry", async () => {
    const ours = [
      ["首页", "/home"],
      ["开发中心", "/devCenter/index"],
      ["培训课堂", "/trainingClass"],
      ["高校人才", "/universityTalents"],
      ["大赛活动", "/eventActivities/index"],
      ["技术论坛", "/forum/all"],
    ];
    const member = await portal.browserOf(await portal.gateway.member());
    const tags = await member.get("/tags");
    expect(menuOf(tags)).toEqual(ours);
    // Spec 2.1: the route tells that this is a page of the forum.
    expect(tags.$('nav[aria-label="主菜单"] [aria-current=page]').text()).toBe("技术论坛");
    answering([
      { name: "别的入口", children: [{ name: "不在其中", url: "/aboutUs" }] },
      {
        name: "生态首页",
        children: [
          { name: "论坛", url: "/forum" },
          { name: "芯片", url: "/products/index?id=3" },
          { name: "大赛", url: "/eventActivities" },
          { name: "商城", url: "https://shop.example.com/" },
          { name: "脚本", url: "javascript:alert(1)" },
        ],
      },
    ]);
    expect(await look()).toEqual([
      ["论坛", "/forum/all"],
      ["芯片", "/products/index?id=3"],
      ["大赛", "/eventActivities/index"],
      ["商城", "https://shop.example.com/"],
    ]);
  });

  test("is empty without that entry", async () => {
    answering([{ name: "别的入口", children: [{ name: "不在其中", url: "/aboutUs" }] }]);
    expect(await new PlainBrowser(portal.origin).get("/aboutUs?").then(menuOf)).toEqual([]);
  });
});

describe.each(shells)(
  "calls of an upstream around pages and before writing, $shell",
  ({ prefix, headers }) => {
    async function topicFor(member = portal.gateway.member()) {
      const [author, section] = [await member, await portal.gateway.section()];
      const { tid } = await portal.gateway.topic(author, section);
      const browser = await portal.browserOf(author, headers);
      return { author, section, browser, address: `${prefix}/hsforum/thread-${tid}-1-1.html` };
    }

    test("the footer's legal links have the names of the clauses (spec 3.1)", async () => {
      const { browser, address } = await topicFor();
      const page = await browser.get(address);
      const links = page
        .$("footer #navigation-legal a")
        .toArray()
        .map((link) => page.$(link).text());
      expect(links).toEqual(["本站的法律条款", "隐私政策", "用户协议", "Cookie 政策", "订阅（Atom）"]);
      const target = await browser.get(page.$("footer #navigation-legal a").first().attr("href") ?? "");
      expect([target.status, target.$("h1").text()]).toEqual([200, "本站的法律条款"]);
    });

    test("the portal asks once whether a phone is bound; without one no text is written (spec 4)", async () => {
      const { author, section, browser, address } = await topicFor();
      const page = await browser.get(address);
      portal.misbehave((path) =>
        path.includes("base/check-phone") ? { status: 200, body: { data: "unbound" } } : null,
      );
      const refused = await browser.submit(page, { intent: "reply" }, { content: "先绑定手机再说" });
      expect([refused.status, refused.$("textarea[name=content]").text()]).toEqual([422, "先绑定手机再说"]);
      expect(refused.$("dialog[open]").text()).toContain(
        "您还未绑定手机号码，无法正常发帖和回帖，请完成绑定！",
      );
      const editor = await browser.get(`${prefix}/posting`);
      const fields = { fid: String(section.fid), title: "没有手机的帖子", content: "正文" };
      expect((await browser.submit(editor, { intent: "publish" }, fields)).status).toBe(422);
      expect(askedFor("user/submit-").length).toBe(0);

      portal.misbehave(null);
      const written = await browser.submit(refused, { intent: "reply" });
      expect(written.text).toContain("先绑定手机再说");
      const before = askedFor("base/check-phone").length;
      await browser.submit(written, { intent: "reply" }, { content: "再说一句" });
      expect(askedFor("base/check-phone").length).toBe(before);

      // The portal asks again for another person in the same browser; if the question fails, the post itself is
      // checked.
      const other = await portal.gateway.member();
      await browser.jar.setCookie(other.cookie, portal.origin);
      portal.misbehave((path) => (path.includes("base/check-phone") ? 502 : null));
      const theirs = await browser.submit(
        await browser.get(address),
        { intent: "reply" },
        { content: "我也来" },
      );
      expect([theirs.status, askedFor("base/check-phone").length]).toEqual([200, before + 1]);
      expect(author.id).not.toBe(other.id);
    });

    test("the portal checks the words before a text is published, and shows them by their field (spec 7.2)", async () => {
      const { section, browser, address } = await topicFor();
      // An upstream whose own calls check no words.
      portal.misbehave((path, body) =>
        path.includes("sensitive-word-check")
          ? {
              status: 200,
              body: {
                texts: (JSON.parse(body).requestBody.texts as string[]).map((text) => ({
                  flagged: text.includes("某词"),
                  marks: text.includes("某词")
                    ? [{ start: text.indexOf("某词"), end: text.indexOf("某词") + 2 }]
                    : [],
                })),
              },
            }
          : null,
      );
      const message = "您提交的内容含有敏感词汇，请核查后再输入";
      const editor = await browser.get(`${prefix}/posting`);
      const fields = {
        fid: String(section.fid),
        title: "一个某词的标题",
        content: "正文",
        tags: "好词 坏某词",
      };
      const topic = await browser.submit(editor, { intent: "publish" }, fields);
      const marked = (page: Page) =>
        page
          .$("form mark")
          .toArray()
          .map((mark) => page.$(mark).text());
      expect([topic.status, topic.text.includes(message), marked(topic)]).toEqual([
        422,
        true,
        ["某词", "某词"],
      ]);
      expect(topic.$("[name=title]").attr("value")).toBe(fields.title);
      const reply = await browser.submit(
        await browser.get(address),
        { intent: "reply" },
        { content: "某词" },
      );
      expect([reply.status, marked(reply)]).toEqual([422, ["某词"]]);
      expect(askedFor("user/submit-").length).toBe(0);
      portal.misbehave((path) => (path.includes("sensitive-word-check") ? 500 : null));
      expect((await browser.submit(reply, { intent: "reply" })).status).toBe(200);
    });

    test("a nickname is checked while it is typed (spec 7.2)", async () => {
      const [member, other] = [await portal.gateway.member(), await portal.gateway.member()];
      const browser = await portal.browserOf(member, headers);
      const about = async (nickname: string) =>
        JSON.parse((await browser.get(`/profile/nickname?${new URLSearchParams({ nickname })}`)).html)
          .problem;
      expect(await about(other.nickname)).toBe("该昵称已被使用，请换一个");
      expect(await about("a<b")).toBe("昵称存在特殊字符");
      expect(await about(`还没有人叫${member.id}`)).toBeNull();
      await portal.gateway.database
        .update(accounts)
        .set({ nicknameChangedAt: new Date() })
        .where(eq(accounts.id, member.id));
      expect(await about(`还没有人叫${member.id}`)).toMatch(
        /^昵称每 30 天可修改一次，请在 .{16} 以后再修改$/,
      );
      expect(
        JSON.parse((await new PlainBrowser(portal.origin).get("/profile/nickname?nickname=x")).html),
      ).toEqual({
        problem: null,
      });
    });
  },
);

test("the news tabs stay when their counts cannot be loaded: the category map has their names", async () => {
  const page = async () => new PlainBrowser(portal.origin).get("/information/index");
  portal.misbehave((path) =>
    path.includes("home/category") || path.includes("information/category")
      ? 502
      : path.includes("category-map")
        ? { status: 200, body: { data: { 7: "产品动态", 9: "社区活动" } } }
        : null,
  );
  const opened = await page();
  const tabs = opened
    .$('nav[aria-label="资讯分类"] a')
    .toArray()
    .map((tab) => [opened.$(tab).text(), opened.$(tab).attr("href")]);
  expect(tabs).toEqual([
    ["全部", "/information/index"],
    ["产品动态", "/information/index?id=7"],
    ["社区活动", "/information/index?id=9"],
  ]);
});

describe("a login status check that fails for a moment", () => {
  test("costs a member the forms of that page, not the sign-in: the page does not ask for one", async () => {
    const { gateway } = portal;
    const author = await gateway.member();
    const { tid } = await gateway.topic(author, await gateway.section());
    const member = await portal.browserOf(await gateway.member());
    const path = `/hsforum/thread-${tid}-1-1.html`;
    const replyForm = (page: Page) => page.$("textarea[name=content]").length;
    expect(replyForm(await member.get(path))).toBe(1);
    portal.misbehave((at) => (at.includes("workspace/current") ? 503 : null));
    const page = await member.get(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain("部分服务暂时不可用");
    expect(page.$("dialog:contains('先看看')").length).toBe(0);
    expect(page.text).not.toContain("先看看");
    portal.misbehave(null);
    expect(replyForm(await member.get(path))).toBe(1);
  });
});

test("a comparison stays, with the typed number, when the upstream does not answer what it names", async () => {
  portal.misbehave((path) => (path.includes("suggest") ? 500 : null));
  const page = await new PlainBrowser(portal.origin).get("/products/compare?add=WS63V100");
  expect([page.status, page.$('[name="add"]').attr("value")]).toEqual([400, "WS63V100"]);
  expect(page.$("#compare-add-problem").text()).toContain("暂时查不到型号");
});

test("a resource's page stays, with the typed text, when the pages of its document cannot be found", async () => {
  await saveCatalogue(portal.gateway.database);
  const path = `/resources/details/${catalogue.resource}?find=${encodeURIComponent("看门狗")}`;
  const found = await new PlainBrowser(portal.origin).get(path);
  expect([found.status, askedFor("resource/pages").length]).toEqual([200, 1]);
  portal.misbehave((asked) => (asked.includes("resource/pages") ? 500 : null));
  const page = await new PlainBrowser(portal.origin).get(`${path}&foundPage=2`);
  expect([page.status, page.$('#find [name="find"]').attr("value")]).toEqual([200, "看门狗"]);
  expect(page.$("#find").text()).toContain("暂时查不了");
  expect(page.$("h1").text()).toBe("QX100 SDK");
});

test("a comparison of versions stays, with what was chosen, when it cannot be made", async () => {
  await saveCatalogue(portal.gateway.database);
  const { resource, older, document } = catalogue;
  const path = `/resources/changes/${resource}?base=${older}&to=${document}`;
  const compared = await new PlainBrowser(portal.origin).get(path);
  expect([compared.status, compared.$("main del").text(), compared.$("main ins").text()]).toEqual([
    200,
    "4",
    "8",
  ]);
  portal.misbehave((asked) => (asked.includes("resource/changes") ? 500 : null));
  const page = await new PlainBrowser(portal.origin).get(`${path}&page=2`);
  expect([page.status, page.$('[name="base"] option[selected]').text()]).toEqual([200, "0.8"]);
  expect(page.$("main").text()).toContain("暂时比较不了");
});

test("the document of a notice opens in its page at a page, which a topic quotes", async () => {
  const { database } = portal.gateway;
  await saveCatalogue(database);
  const number = "ERR-2026-777";
  await addNotice(database, { number, productIds: [catalogue.product] });
  await database
    .update(productNotices)
    .set({ fileName: `${"d".repeat(32)}.pdf`, originalName: "errata.pdf", bytes: 10 })
    .where(eq(productNotices.number, number));
  const browser = await portal.browserOf(await portal.gateway.member());
  const closed = await browser.get(`/products/notices/${number}`);
  expect([closed.status, closed.$('section[aria-label$="的内容"]').length]).toEqual([200, 0]);
  const page = await browser.get(`/products/notices/${number}?at=3`);
  // Without JavaScript the file itself opens at the page.
  const viewer = page.$('section[aria-label="errata.pdf 的内容"]');
  expect(viewer.find('a[href$="#page=3"]').attr("href")).toMatch(/^\/gateway\/media\/.+#page=3$/);
  expect(page.$(`a:contains("收起")`).attr("href")).toBe(`/products/notices/${number}`);
  const quoted = await browser.get(`/posting?notice=${number}&at=3`);
  expect(quoted.$('textarea[name="content"]').text().trim()).toBe(
    `> [${number} 通知 ${number} 第 3 页](/products/notices/${number}?at=3)`,
  );
});
