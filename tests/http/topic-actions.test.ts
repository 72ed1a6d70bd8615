import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { linkOn, newMember, publishTopic, shellsOf, signedIn, tidOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const button = (page: Page, value: RegExp) =>
  page.$("button[name=intent]").filter((_, element) => value.test(element.attribs.value ?? ""));

describe.each(shells)("actions on a topic, $shell", ({ prefix, headers }) => {
  let asker: { browser: PlainBrowser; nickname: string };
  let reader: { browser: PlainBrowser; nickname: string };
  let moderator: PlainBrowser;
  let address: string;
  let pids: number[];
  beforeAll(async () => {
    [asker, reader] = [await newMember(headers), await newMember(headers)];
    moderator = await signedIn("admin", headers);
    ({ address, pids } = await answered());
  });

  /** A topic of the asker with a reply, and a reply beneath that, by the reader. */
  async function answered() {
    const topic = await publishTopic(asker.browser, prefix);
    const replied = await reader.browser.submit(
      await reader.browser.get(topic.url),
      { intent: "reply" },
      { content: "二楼的回答" },
    );
    const aimed = await asker.browser.get(linkOn(replied, /replyTo=/));
    await asker.browser.submit(aimed, { intent: "reply" }, { content: "楼中楼" });
    const there = `${prefix}/hsforum/thread-${tidOf(topic)}-1-1.html`;
    return { address: there, pids: await pidsOn(there) };
  }
  async function pidsOn(there: string) {
    const { $ } = await visitor(headers).get(there);
    return $("[id^=post-]")
      .toArray()
      .map((element) => Number(element.attribs.id?.replace("post-", "")));
  }

  test("a reader likes and unlikes each floor and each reply beneath one, and returns to the post", async () => {
    expect(pids).toHaveLength(3);
    for (const pid of pids) {
      const page = await asker.browser.get(address);
      const liked = await asker.browser.submit(page, { intent: `like:${pid}` }, {}, { follow: false });
      expect([liked.status, liked.headers.get("location")]).toEqual([303, `${address}#post-${pid}`]);
      const after = await asker.browser.get(address);
      const pressed = button(after, new RegExp(`^unlike:${pid}$`)).first();
      expect([pressed.attr("aria-pressed"), pressed.text()]).toEqual(["true", "赞 1"]);
      // Visitors see new content on a page within five seconds.
      if (pid === pids[0])
        await vi.waitFor(
          async () =>
            expect(
              button(await visitor(headers).get(address), new RegExp(`^like:${pid}$`))
                .first()
                .text(),
            ).toBe("赞 1"),
          { timeout: 120_000, interval: 500 },
        );
      const back = await asker.browser.submit(after, { intent: `unlike:${pid}` });
      expect(
        button(back, new RegExp(`^like:${pid}$`))
          .first()
          .text(),
      ).toBe("赞");
    }
  });

  test("a reader adds a topic to the favourites and removes it", async () => {
    const favorited = await reader.browser.submit(await reader.browser.get(address), { intent: "favorite" });
    expect(favorited.url.pathname).toBe(address);
    expect(
      button(favorited, /^unfavorite/)
        .first()
        .text(),
    ).toBe("收藏 1");
    expect(
      button(await reader.browser.submit(favorited, { intent: "unfavorite" }), /^favorite/)
        .first()
        .text(),
    ).toBe("收藏");
  });

  test("scripts are answered in JSON", async () => {
    const page = await asker.browser.get(address);
    const csrf = page.$("#reactions input[name=csrf]").attr("value") ?? "";
    const press = (intent: string, token = csrf) =>
      asker.browser.post("/reactions", new URLSearchParams({ intent, csrf: token }), {
        headers: { accept: "application/json" },
      });
    const liked = await press(`like:${pids[1]}`);
    expect([liked.status, JSON.parse(liked.html)]).toEqual([200, { on: true, count: 1, message: null }]);
    for (const [intent, token, message] of [
      ["like:2000000000", csrf, "回复不存在或已被删除"],
      ["like:x", csrf, "提交的内容有误，请刷新页面后再试"],
      [`like:${pids[1]}`, "forged", "页面已过期，请刷新后再试"],
    ]) {
      const refused = await press(intent ?? "", token);
      const refusal = { on: null, message, login: false, kept: false };
      expect([refused.status, JSON.parse(refused.html)]).toEqual([422, refusal]);
    }
    expect((await asker.browser.get("/reactions", { follow: false })).status).toBe(302);
    // Restores the first state for the test of the pages' own buttons.
    expect(JSON.parse((await press(`unlike:${pids[1]}`)).html)).toMatchObject({ on: false, count: 0 });
  });

  test("a press redirects to no other site, and a refusal is shown on the page", async () => {
    const page = await asker.browser.get(address);
    const csrf = page.$("#reactions input[name=csrf]").attr("value") ?? "";
    const body = (intent: string, back: string) => new URLSearchParams({ intent, csrf, back });
    const away = await asker.browser.post("/reactions", body("like:1", "//evil.example/"));
    expect(away.headers.get("location")).toMatch(/^\/forum\/all#post-1$/);
    const refused = await asker.browser.post("/reactions", body("like:2000000000", address), {
      follow: true,
    });
    expect(refused.$("main").parent().find("[role=alert]").text()).toContain("回复不存在或已被删除");
  });

  test("a visitor who presses is asked to sign in, and led back", async () => {
    const browser = visitor(headers);
    const prompt = await browser.submit(await browser.get(address), { intent: `like:${pids[1]}` });
    expect(prompt.$("dialog[open]").text()).toContain("请先登录");
    expect(prompt.$('dialog a[href^="/login"]').attr("href")).toContain(
      encodeURIComponent(`${address}#post-${pids[1]}`),
    );
    for (const query of ["report=1", "invite=1", "accomplish=1", "history=1"]) {
      const page = await visitor(headers).get(`${address}?${query}`);
      expect(page.$("dialog[open]").text()).toContain("请先登录");
    }
  });

  test("a reader follows the author, in one place of the page", async () => {
    const page = await reader.browser.get(address);
    expect(page.$("form[action='/follow']").length).toBe(1);
    const followed = await reader.browser.submit(page, { intent: "follow" });
    expect(followed.$("form[action='/follow'] button").text()).toContain("已关注");
    expect(
      (await reader.browser.submit(followed, { intent: "unfollow" }))
        .$("form[action='/follow'] button")
        .text(),
    ).not.toContain("已关注");
    expect((await asker.browser.get(address)).$("form[action='/follow']").length).toBe(0);
  });

  test("a reader reports a text: reasons, missing fields, and only once", async () => {
    const page = await asker.browser.get(address);
    // A person cannot report their own text.
    expect(page.$(`a[href*="report=${pids[0]}"], a[href*="report=${pids[2]}"]`).length).toBe(0);
    const dialog = await asker.browser.get(page.$(`a[href*="report=${pids[1]}"]`).attr("href") ?? "");
    expect(dialog.$("dialog[open] h2").text()).toBe("举报2 楼");
    const missing = await asker.browser.submit(dialog, { intent: "report" }, { text: "说明还在" });
    expect(missing.status).toBe(400);
    expect(missing.$("dialog[open]").text()).toContain("请选择举报原因");
    expect(missing.$("dialog textarea").text()).toContain("说明还在");
    const long = await asker.browser.submit(
      missing,
      { intent: "report" },
      { reason: "spam", text: "长".repeat(501) },
    );
    expect(long.$("dialog[open]").text()).toContain("说明不能超过 500 字");
    const done = await asker.browser.submit(dialog, { intent: "report" }, { reason: "abuse", text: "骂人" });
    expect(done.$("dialog[open]").text()).toContain("已收到你的举报");
    const again = await asker.browser.submit(dialog, { intent: "report" }, { reason: "spam", text: "" });
    expect(again.status).toBe(422);
    expect(again.$("dialog[open] [role=status]").text()).toContain("正在等待处理");
    expect(again.$("dialog[open] :is([role=alert], [type=radio], [type=submit])").length).toBe(0);
    // A reply beneath a floor can be reported too.
    expect((await reader.browser.get(`${address}?report=${pids[2]}`)).$("dialog[open] h2").text()).toBe(
      "举报2 楼下的回复",
    );
  });

  test("the asker invites by nickname: each person once, five at most, and the invited are shown", async () => {
    const panel = await asker.browser.get(linkOn(await asker.browser.get(address), /invite=1/));
    expect(panel.$("dialog[open] h2").text()).toBe("邀请回答");
    const nobody = await asker.browser.submit(panel, { button: "查找" }, { q: "没有这个人名" });
    expect(nobody.$("dialog[open]").text()).toContain("没有找到");
    const wrong = await asker.browser.submit(panel, { button: "查找" }, { q: "长".repeat(21) });
    expect(wrong.$("dialog[open]").text()).toContain("昵称太长");
    const found = await asker.browser.submit(panel, { button: "查找" }, { q: reader.nickname.slice(0, 8) });
    const row = (page: Page) =>
      page.$("dialog li").filter((_, element) => page.$(element).text().includes(reader.nickname));
    expect(row(found).find("button").attr("aria-label")).toBe(`邀请 ${reader.nickname}`);
    const invited = await asker.browser.submit(found, { button: "邀请" });
    expect(invited.status).toBe(200);
    expect(row(invited).text()).toContain("已邀请");
    expect(invited.$("dialog[open]").text()).toContain("你还可以邀请 4 人");
    // A form from the page before: the server refuses the second invitation itself.
    const twice = await asker.browser.submit(found, { button: "邀请" });
    expect([twice.status, twice.$("dialog[open] [role=alert]").text()]).toEqual([422, "你已邀请过这位用户"]);
    expect((await reader.browser.get(address)).$("a[aria-label*=消息], a[href*=msg]").first().text()).toMatch(
      /[1-9]/,
    );
  });

  test("the asker accepts an answer, then another one, and ends the question with a reason", async () => {
    await reader.browser.submit(
      await reader.browser.get(address),
      { intent: "reply" },
      { content: "三楼的回答" },
    );
    const third = (await pidsOn(address)).at(-1) ?? 0;
    expect((await reader.browser.get(address)).$("a[href*='accept=']").length).toBe(0);
    expect((await reader.browser.get(`${address}?accept=${third}`)).$("dialog[open]").length).toBe(0);
    const press = async (browser: PlainBrowser, pid: number | undefined) => {
      const asks = await browser.get(linkOn(await browser.get(address), new RegExp(`accept=${pid}`)));
      expect(asks.$("dialog[open] h2").text()).toMatch(/^采纳 \d 楼的回答$/);
      const done = await browser.submit(asks, { intent: "accept" });
      // The redirect leads to the answer, not to the top.
      expect(done.url.hash).toBe(`#post-${pid}`);
      return done;
    };
    const accepted = await press(asker.browser, pids[1]);
    expect(accepted.$("h1").text()).toContain("已解决");
    // The answer is the next floor: it is marked, and not shown twice.
    expect(accepted.$("#answer").length).toBe(0);
    expect(accepted.$(`#post-${pids[1]}`).text()).toContain("已采纳");
    const changed = await press(moderator, third);
    expect(changed.$("#answer").text()).toContain("三楼的回答");
    expect(changed.$("#answer a[href*='#post-']").attr("href")).toContain(`#post-${third}`);
    expect(changed.$(`#post-${pids[1]}`).text()).not.toContain("已采纳");

    const dialog = await asker.browser.get(linkOn(await asker.browser.get(address), /accomplish=1/));
    const missing = await asker.browser.submit(dialog, { intent: "accomplish" }, { reason: " " });
    expect([missing.status, missing.$("#accomplish-reason-problem").text()]).toEqual([
      400,
      "请说明没有采纳回答的原因",
    ]);
    const long = await asker.browser.submit(dialog, { intent: "accomplish" }, { reason: "长".repeat(201) });
    expect(long.$("#accomplish-reason-problem").text()).toBe("原因不能超过 200 字");
    expect(long.$("dialog textarea").text()).toContain("长".repeat(201));
    const ended = await asker.browser.submit(dialog, { intent: "accomplish" }, { reason: "换了一批芯片" });
    expect(ended.$("#answer").text()).toContain("换了一批芯片");
    expect(ended.$("h1").text()).toContain("已解决");
    expect((await reader.browser.get(`${address}?accomplish=1`)).$("dialog[open]").length).toBe(0);
  });

  test("the author and moderators see the history of edits", async () => {
    expect((await reader.browser.get(`${address}?history=${pids[1]}`)).$("dialog[open]").text()).toContain(
      "还没有编辑记录",
    );
    expect((await asker.browser.get(`${address}?history=${pids[1]}`)).$("dialog[open]").text()).toContain(
      "你没有权限进行此操作",
    );
    expect((await moderator.get(`${address}?history=${pids[1]}`)).$("dialog[open] h2").text()).toBe(
      "2 楼的编辑记录",
    );
  });

  test("on phones the main actions are in the thumb's reach", async () => {
    const bar = (await reader.browser.get(address)).$("nav[aria-label=帖子操作]");
    if (prefix === "") return expect(bar.length).toBe(0);
    expect(bar.text().replace(/\s/g, "")).toBe("写回复…赞收藏分享");
    expect(bar.find("a").attr("href")).toBe("#reply-content");
  });
});
