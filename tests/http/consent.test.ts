import { describe, expect, test, vi } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { newMember, shellsOf, signedIn, someTopic, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const refusalText =
  "您选择拒绝同意此政策，系统将注销您的登录，您仅能以访客身份浏览系统页面，是否继续此操作？";

/** The open dialogs of a page: their ids and titles. */
const dialogs = (page: Page) =>
  page
    .$("dialog[open]")
    .toArray()
    .map((element) => [page.$(element).attr("id") ?? "", page.$(element).find("h2").text()].join(" ").trim());

/** Follows the dialog's link with this text, as a person would click it. */
async function click(browser: PlainBrowser, page: Page, text: string): Promise<Page> {
  const link = page
    .$("dialog[open] a")
    .filter((_, element) => (page.$(element).attr("aria-label") ?? page.$(element).text()) === text);
  const href = link.attr("href");
  if (!href) throw new Error(`no link ${text}`);
  return browser.get(href);
}

describe.each(shells)(
  "the statements that a new member is asked to accept (spec 2.3, 4), $shell",
  ({ prefix, headers }) => {
    const list = `${prefix}/forum/all`;

    test("appear one after the other with their texts, and disappear once accepted", async () => {
      const { browser } = await newMember(headers, "pending");
      const first = await browser.get(list);
      expect(dialogs(first)).toEqual(["UserHidev 用户声明"]);
      expect(first.$("dialog section h3").first().text()).toContain("关于你的身份");
      expect(first.html).not.toContain("这是《隐私政策》的简明版");
      const second = await browser.submit(first, { intent: "accept" });
      expect([second.url.pathname, dialogs(second)]).toEqual([list, ["HiDeveloper 隐私声明"]]);
      const done = await browser.submit(second, { intent: "accept" });
      expect([done.url.pathname, dialogs(done)]).toEqual([list, []]);
      expect(done.html).not.toMatch(/关于你的身份|这是《隐私政策》的简明版/);
    });

    test.each(["拒绝", "关闭"])(
      "%s asks first; 取消 leads back, 继续 ends the session and the person becomes a visitor",
      async (way) => {
        const { browser, nickname } = await newMember(headers, "pending");
        const page = await browser.get(list);
        const confirm = await click(browser, page, way);
        expect(dialogs(confirm)).toEqual(["提示"]);
        expect(confirm.$("dialog p").first().text()).toBe(refusalText);
        const back = await click(browser, confirm, "取消");
        expect([back.url.search, dialogs(back)]).toEqual(["", ["UserHidev 用户声明"]]);
        const cookie = await browser.jar.getCookieString(browser.origin);
        const guest = await browser.submit(confirm, { button: "继续" });
        expect([guest.url.pathname, guest.status, dialogs(guest)]).toEqual([list, 200, []]);
        expect(guest.text).not.toContain(nickname.slice(0, 7));
        // The session has ended at the gateway, and the portal's cookie contains no trace of it.
        const thief = visitor({ ...headers, cookie });
        expect(JSON.parse((await thief.get("/gateway/rest/workspace/current")).html).user).toBeNull();
        expect(await browser.jar.getCookieString(browser.origin)).not.toMatch(
          /gateway_session|portal_session/,
        );
        expect(dialogs(await browser.get(list))).toEqual([]);
      },
    );

    test("a refusal on a members' page leads to the forum, not to another dialog", async () => {
      const { browser } = await newMember(headers, "pending");
      const page = await browser.get(`${prefix}/personalCenter/posts?policy=refuse`);
      const guest = await browser.submit(page, { button: "继续" });
      expect([guest.url.pathname, dialogs(guest)]).toEqual([list, []]);
    });

    test("no dialog covers the policy texts themselves", async () => {
      const { browser } = await newMember(headers, "pending");
      for (const id of ["UserHidev", "privacyPolicy"]) {
        const page = await browser.get(prefix ? `${prefix}/protocol?cid=${id}` : `/legalNotices/${id}`);
        expect([page.status, dialogs(page)]).toEqual([200, []]);
      }
    });

    test("a member who has not accepted cannot post: the text stays, and the statement is shown beside it", async () => {
      const { browser } = await newMember(headers, "pending");
      const topic = await browser.get(await someTopic(browser, prefix));
      const refused = await browser.submit(topic, { intent: "reply" }, { content: "还没同意就回复" });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain("请先阅读并同意用户声明和隐私声明");
      expect(refused.$("textarea[name=content]").text()).toBe("还没同意就回复");
      expect(refused.$("dialog[open]").text()).toContain("再回到这里提交，已写的内容都还在");
      const beside = await browser.get(refused.$("dialog[open] a[target=_blank]").attr("href") ?? "");
      await browser.submit(await browser.submit(beside, { intent: "accept" }), { intent: "accept" });
      const posted = await browser.submit(refused, { intent: "reply" });
      expect([posted.status, posted.text.includes("还没同意就回复")]).toEqual([200, true]);
    });
  },
);

describe("decisions", () => {
  test("only the dialog's own form is accepted: another version, an unknown policy or a missing token change nothing", async () => {
    const { browser } = await newMember({}, "pending");
    const page = await browser.get("/forum/all");
    const csrf = String(page.$("dialog input[name=csrf]").attr("value"));
    const post = (fields: Record<string, string>) =>
      browser.post(
        "/privacy",
        new URLSearchParams({
          csrf,
          intent: "accept",
          privacyId: "UserHidev",
          version: "V2",
          back: "/forum/all",
          ...fields,
        }),
        {
          follow: true,
        },
      );
    expect((await post({ version: "V0" })).text).toContain("这份文件刚刚更新过，请阅读新的版本");
    expect((await post({ privacyId: "cookie-policy" })).text).toContain("提交的内容有误，请刷新页面后再试");
    expect((await post({ csrf: "forged" })).text).toContain("页面已过期，请刷新后再试");
    expect(dialogs(await browser.get("/forum/all"))).toEqual(["UserHidev 用户声明"]);
    expect((await post({ back: "https://evil.example/" })).url.host).toBe(page.url.host);
    expect(dialogs(await browser.get("/forum/all"))).toEqual(["HiDeveloper 隐私声明"]);
  });

  test("a visitor who posts a decision is asked to sign in; a GET request decides nothing", async () => {
    const guest = visitor();
    const fields = { intent: "accept", privacyId: "UserHidev", version: "V2", back: "/forum/all" };
    const page = await guest.post("/privacy", new URLSearchParams(fields), { follow: true });
    expect(dialogs(page)).toEqual(["登录"]);
    const { browser } = await newMember({}, "pending");
    await browser.get(`/privacy?${new URLSearchParams(fields)}`);
    await browser.get("/gateway/rest/privacy/user-signed?privacyId=UserHidev&status=1");
    expect(dialogs(await browser.get("/forum/all"))).toEqual(["UserHidev 用户声明"]);
  });

  test("a script gets JSON and no redirect", async () => {
    const { browser } = await newMember({}, "pending");
    const csrf = String((await browser.get("/forum/all")).$("dialog input[name=csrf]").attr("value"));
    const body = (version: string) =>
      new URLSearchParams({ csrf, intent: "accept", privacyId: "UserHidev", version });
    const json = { headers: { accept: "application/json" } };
    const refused = await browser.post("/privacy", body("V0"), json);
    expect([refused.status, JSON.parse(refused.html)]).toEqual([
      422,
      { done: false, message: "这份文件刚刚更新过，请阅读新的版本" },
    ]);
    const done = await browser.post("/privacy", body("V2"), json);
    expect([done.status, JSON.parse(done.html)]).toEqual([200, { done: true, message: null }]);
  });
});

describe("the disclaimer (spec 4)", () => {
  test("is asked for only where it is needed; accepting shows 签署成功, and it is not asked for again", async () => {
    const { browser } = await newMember();
    expect(dialogs(await browser.get("/forum/all"))).toEqual([]);
    const page = await browser.get("/forum/all?disclaimer=1");
    expect(dialogs(page)).toEqual(["Disclaimer 免责声明"]);
    // Rejecting only closes the dialog, without JavaScript too.
    expect(page.$("dialog form[method=dialog] button").text()).toBe("拒绝");
    const signed = await browser.submit(page, { intent: "accept" });
    expect([signed.url.href.endsWith("/forum/all"), dialogs(signed)]).toEqual([true, []]);
    expect(signed.$("[role=status]").text()).toContain("签署成功");
    expect(dialogs(await browser.get("/forum/all?disclaimer=1"))).toEqual([]);
  });

  test.each(shells)(
    "the footer's policy dialog only offers 关闭, to visitors and members, $shell",
    async ({ prefix, headers }) => {
      for (const browser of [visitor(headers), await signedIn("member", headers)]) {
        const list = await browser.get(`${prefix}/forum/digest`);
        expect(list.html).not.toContain("帖子里的方案，多数是某个人");
        const href =
          list
            .$("footer a")
            .filter((_, element) => list.$(element).text().trim() === "免责声明")
            .attr("href") ?? "";
        const page = await browser.get(href);
        expect([page.status, page.url.pathname, dialogs(page)]).toEqual([
          200,
          `${prefix}/forum/digest`,
          ["Disclaimer 免责声明"],
        ]);
        expect(page.$("dialog").text()).toContain("帖子里的方案，多数是某个人");
        expect(
          page
            .$("dialog button")
            .toArray()
            .map((element) => page.$(element).text()),
        ).toEqual(["关闭"]);
        expect(page.$("dialog a.button").length).toBe(0);
      }
    },
  );

  test("visitors share the page with the policy dialog", async () => {
    const address = "/forum/hot?view=Disclaimer";
    // Other test files write meanwhile, and a write may come between the two requests.
    const first = await vi.waitFor(
      async () => {
        const [one, two] = [await visitor().get(address), await visitor().get(address)];
        expect(one.headers.get("set-cookie")).toBeNull();
        expect(two.headers.get("etag")).toBe(one.headers.get("etag"));
        return one;
      },
      { timeout: 120_000 },
    );
    expect(first.$("link[rel=canonical]").attr("href")).not.toContain("view=");
  });
});
