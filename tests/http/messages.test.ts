import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { linkOn, newMember, publishTopic, shellsOf, signedIn, tidOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const badgeOf = (page: Page) => page.$('header a[href$="/personalCenter/msg"]').attr("aria-label");

/** The uid of a browser's person, from the link to their own page. */
async function uidOf(browser: PlainBrowser): Promise<number> {
  return Number(
    /uid=(\d+)/.exec(linkOn(await browser.get("/personalCenter/posts"), /userhomepage\?uid=\d+/))?.[1],
  );
}

async function twoMembers(headers: Record<string, string>) {
  const [me, other] = [await newMember(headers), await newMember(headers)];
  return { me, other, myUid: await uidOf(me.browser), otherUid: await uidOf(other.browser) };
}

describe.each(shells)("notices in the $shell shell", ({ prefix, headers }) => {
  test("say who did what, are marked read when opened, are filtered, and are all marked read by a button", async () => {
    const { me, other, myUid } = await twoMembers(headers);
    const topic = await publishTopic(me.browser, prefix);
    const title = topic.$("h1").first().text().trim();
    const theirs = await other.browser.get(topic.url);
    await other.browser.submit(theirs, { intent: "reply" }, { content: `@${me.nickname} 先看**时钟树**` });
    await other.browser.submit(theirs, { intent: "like" });
    await other.browser.submit(await other.browser.get(`${prefix}/userhomepage?uid=${myUid}`), {
      form: `#follow-user-${myUid}`,
    });

    const page = await me.browser.get(`${prefix}/personalCenter/msg`);
    expect(badgeOf(page)).toBe("消息，3 条未读");
    expect(page.text).toContain("论坛消息 3");
    expect(page.text).toContain(`${other.nickname} 关注了你`);
    expect(page.text).toContain(`${other.nickname} 赞了你的帖子：${title}`);
    expect(page.text).toContain(`${other.nickname} 回复了你：${title}`);
    expect(page.text).toContain(`@${me.nickname} 先看时钟树`);
    // Reading the page does not mark notices as read.
    expect(badgeOf(await me.browser.get(`${prefix}/personalCenter/msg`))).toBe("消息，3 条未读");

    const reply = page
      .$('button[name="open"]')
      .filter((_, button) => page.$(button).text().includes("回复了你"));
    const opened = await me.browser.submit(page, { button: reply.text().trim() });
    expect(opened.url.pathname).toBe(`${prefix}/hsforum/thread-${tidOf(topic)}-1-1.html`);
    expect(opened.url.hash).toMatch(/^#post-\d+$/);
    expect(opened.$(`[id="${opened.url.hash.slice(1)}"]`).text()).toContain("先看时钟树");
    expect(badgeOf(opened)).toBe("消息，2 条未读");

    const unread = await me.browser.get(linkOn(page, /unread=1/));
    expect(unread.text).not.toContain("回复了你");
    const likes = await me.browser.get(linkOn(unread, /event=like/));
    expect(likes.text).toContain("赞了你的帖子");
    expect(likes.text).not.toContain("关注了你");
    const marked = await me.browser.submit(likes, { intent: "read-list" });
    expect(marked.text).toContain("没有符合条件的消息");
    expect(badgeOf(marked)).toBe("消息，1 条未读");
    const one = await me.browser.get(`${prefix}/personalCenter/msg?type=forum`);
    const single = await me.browser.submit(one, { button: one.$('button[name="read"]').text().trim() });
    expect(badgeOf(single)).toBe("消息");
    expect(single.$(`a[href*="thread-${tidOf(topic)}-"]`).length).toBeGreaterThan(0);
    const all = await me.browser.submit(single, { intent: "read-all" });
    expect(all.text).toContain("全部消息已标为已读");
    expect((await me.browser.get(`${prefix}/personalCenter/msg?type=system`)).text).toContain("没有系统消息");
  });

  test("with an invalid query or address lead to no other site", async () => {
    const { browser } = await newMember(headers);
    const page = await browser.get(`${prefix}/personalCenter/msg?type=nonsense&event=x&before=1&with2=3`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("还没有论坛消息");
    const csrf = page.$('main input[name="csrf"]').first().attr("value") ?? "";
    for (const open of ["1 //evil.example", "1 https://evil.example/", "x", "1 /\\evil.example"]) {
      const answer = await browser.post(`${prefix}/personalCenter/msg`, new URLSearchParams({ csrf, open }));
      expect(new URL(answer.headers.get("location") ?? "", browser.origin).origin).toBe(browser.origin);
    }
    const bad = await browser.post(
      `${prefix}/personalCenter/msg`,
      new URLSearchParams({ csrf, read: "abc" }),
    );
    expect([bad.status, bad.text]).toEqual([400, expect.stringContaining("编号有误")]);
    expect(
      (await browser.post(`${prefix}/personalCenter/msg`, new URLSearchParams({ open: "u1" }))).status,
    ).toBe(403);
  });
});

describe.each(shells)("messages between people in the $shell shell", ({ prefix, headers }) => {
  test("are written from a person's page, read and answered, and the badge counts them", async () => {
    const { me, other, myUid, otherUid } = await twoMembers(headers);
    const home = await other.browser.get(`${prefix}/userhomepage?uid=${myUid}`);
    const empty = await other.browser.get(linkOn(home, /msg\?type=inner&with=\d+/));
    expect(empty.text).toContain("还没有说过话");
    const refused = await other.browser.submit(empty, { intent: "send" }, { text: " \n" });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("请输入私信内容")]);
    const long = await other.browser.submit(empty, { intent: "send" }, { text: "长".repeat(2001) });
    expect([long.status, long.text]).toEqual([400, expect.stringContaining("私信不能超过 2000 个字符")]);
    expect(long.$("textarea").text().trim()).toBe("长".repeat(2001));
    const sent = await other.browser.submit(
      empty,
      { intent: "send" },
      { text: "你好，<b>板子</b>还有吗？\n在线等" },
    );
    expect(sent.status).toBe(200);
    expect(sent.$("main ol li").text()).toContain("你好，<b>板子</b>还有吗？\n在线等");

    const list = await me.browser.get(`${prefix}/personalCenter/msg`);
    expect(badgeOf(list)).toBe("消息，1 条未读");
    expect(list.text).toContain("私信 1");
    expect(list.text).toContain("你好，<b>板子</b>还有吗？ 在线等");
    const seen = await me.browser.get(`${prefix}/personalCenter/msg?type=inner&with=${otherUid}`);
    expect(seen.text).toContain("以下是新消息");
    expect(badgeOf(seen)).toBe("消息，1 条未读");
    const opened = await me.browser.submit(list, { button: list.$('button[name="open"]').text().trim() });
    expect(opened.url.searchParams.get("with")).toBe(String(otherUid));
    // The page scrolls to the first new message.
    expect([opened.url.hash, opened.$("#fresh").text().trim()]).toEqual(["#fresh", "以下是新消息"]);
    expect(badgeOf(opened)).toBe("消息");
    const answered = await me.browser.submit(opened, { intent: "send" }, { text: "有的" });
    expect(answered.$("main ol li").last().text()).toContain("有的");
    const theirs = await other.browser.get(`${prefix}/personalCenter/msg?type=inner&with=${myUid}`);
    expect(theirs.text).toContain("标为已读（1）");
    expect(badgeOf(await other.browser.submit(theirs, { intent: "read-conversation" }))).toBe("消息");
    expect((await other.browser.get(`${prefix}/personalCenter/msg?type=inner&unread=1`)).text).toContain(
      "没有符合条件的消息",
    );
  });

  test("can be blocked, reported and deleted; each dialog has an address", async () => {
    const { me, other, myUid, otherUid } = await twoMembers(headers);
    const address = `${prefix}/personalCenter/msg?type=inner&with=${otherUid}`;
    const start = await other.browser.get(`${prefix}/personalCenter/msg?type=inner&with=${myUid}`);
    await other.browser.submit(start, { intent: "send" }, { text: "加群领板子" });

    const page = await me.browser.get(address);
    const dialog = await me.browser.get(linkOn(page, /report=\d+/));
    expect(dialog.$("dialog[open]").text()).toContain(`举报 ${other.nickname} 的私信`);
    const bare = await me.browser.submit(dialog, { intent: "report" }, { text: "广告" });
    expect([bare.status, bare.$("dialog").text()]).toEqual([400, expect.stringContaining("请选择举报原因")]);
    expect(bare.$("dialog textarea").text().trim()).toBe("广告");
    const reported = await me.browser.submit(dialog, { intent: "report" }, { reason: "spam" });
    expect(reported.$("dialog[open]").text()).toContain("已收到你的举报");
    expect(reported.$("main ol li").text()).toContain("已举报");
    const again = await me.browser.submit(dialog, { intent: "report" }, { reason: "abuse" });
    expect([again.status, again.text]).toEqual([
      422,
      expect.stringContaining("你已举报过这条内容，正在等待处理"),
    ]);
    expect(again.$("dialog [type=radio]").length).toBe(0);

    const ask = await me.browser.get(linkOn(page, /block=1/));
    expect(ask.$("dialog[open]").text()).toContain(`屏蔽 ${other.nickname}`);
    const blocked = await me.browser.submit(ask, { intent: "block" });
    expect(blocked.text).toContain("你已屏蔽对方，解除屏蔽后才能发私信");
    const refusal = await other.browser.submit(start, { intent: "send" }, { text: "在吗？" });
    expect([refusal.status, refusal.text]).toEqual([
      422,
      expect.stringContaining("对方暂时不接收私信，消息没有发出"),
    ]);
    expect(refusal.$("textarea").text().trim()).toBe("在吗？");
    const mine = await me.browser.submit(page, { intent: "send" }, { text: "等等" });
    expect([mine.status, mine.text]).toEqual([
      422,
      expect.stringContaining("你已屏蔽对方，解除屏蔽后才能发私信"),
    ]);
    const blocks = await me.browser.get(`${prefix}/personalCenter/msg?type=inner&blocks=1`);
    expect(blocks.text).toContain(other.nickname);
    expect((await me.browser.submit(blocks, { intent: "unblock" })).text).toContain("没有屏蔽任何人");
    await me.browser.submit(await me.browser.get(linkOn(page, /block=1/)), { intent: "block" });
    const undone = await me.browser.submit(await me.browser.get(`${address}&block=1`), { intent: "unblock" });
    expect(undone.text).toContain("已解除屏蔽");

    const deleted = await me.browser.submit(await me.browser.get(linkOn(page, /remove=1/)), {
      intent: "remove",
    });
    expect([deleted.url.searchParams.get("with"), deleted.text]).toEqual([
      null,
      expect.stringContaining("还没有私信"),
    ]);
    expect((await other.browser.get(start.url)).text).toContain("加群领板子");
    const late = await me.browser.submit(dialog, { intent: "report" }, { reason: "other" });
    expect([late.status, late.text]).toEqual([404, expect.stringContaining("这条消息不存在或已被删除")]);
  });
});

describe("a person who may not write", () => {
  test("reads the reason, and the text is kept", async () => {
    const { browser } = await newMember();
    const uid = await uidOf(browser);
    const page = (as: PlainBrowser, to: number | string) =>
      as.get(`/personalCenter/msg?type=inner&with=${to}`);
    const send = async (as: PlainBrowser, text = "在吗？") =>
      as.submit(await page(as, uid), { intent: "send" }, { text });
    const unbound = await send(await signedIn("nophone"));
    expect([unbound.status, unbound.$("dialog").text()]).toEqual([
      422,
      expect.stringContaining("您还未绑定手机号码，无法正常发帖和回帖"),
    ]);
    expect(unbound.$("textarea").text().trim()).toBe("在吗？");
    const muted = await send(await signedIn("muted"));
    expect([muted.status, muted.text]).toEqual([422, expect.stringContaining("你的账号正在禁言期内")]);
    const rude = await send((await newMember()).browser, "出售代开发票，量大从优");
    expect([rude.status, rude.text]).toEqual([
      422,
      expect.stringContaining("您提交的内容含有敏感词汇，请核查后再输入"),
    ]);
    expect(rude.$("mark").text()).not.toBe("");
    const self = await page(browser, uid);
    expect([self.status, self.text]).toEqual([422, expect.stringContaining("不能给自己发私信")]);
    for (const [nobody, message] of [
      ["1999999999", "用户不存在"],
      ["x", "没有这个用户"],
    ] as const) {
      const missing = await page(browser, nobody);
      expect([missing.status, missing.text]).toEqual([404, expect.stringContaining(message)]);
    }
    const stranger = await visitor().get("/personalCenter/msg?type=inner&with=2");
    expect(stranger.$("dialog[open]").text()).toContain("请先登录");
    expect(stranger.url.pathname).toBe("/forum/all");
  });
});

describe("/unread", () => {
  const json = async (browser: PlainBrowser) => {
    const page = await browser.get("/unread", { headers: { accept: "application/json" } });
    return {
      status: page.status,
      cache: page.headers.get("cache-control"),
      body: JSON.parse(page.html) as unknown,
    };
  };

  test("counts unread messages of each kind, and answers a visitor with an empty result", async () => {
    const { me, other, myUid } = await twoMembers({});
    const write = await other.browser.get(`/personalCenter/msg?type=inner&with=${myUid}`);
    await other.browser.submit(write, { intent: "send" }, { text: "第一条" });
    await other.browser.submit(await other.browser.get(`/userhomepage?uid=${myUid}`), {
      form: `#follow-user-${myUid}`,
    });
    expect(await json(me.browser)).toEqual({
      status: 200,
      cache: "no-store",
      body: { unread: { system: 0, forum: 1, inner: 1 } },
    });
    expect(await json(visitor())).toEqual({ status: 200, cache: "no-store", body: { unread: null } });
  });
});

describe.each(shells)("the settings of notices, in the $shell shell", ({ prefix, headers }) => {
  test("each kind is switched in the settings; an email digest needs an address", async () => {
    const { me, other, myUid } = await twoMembers(headers);
    const page = await me.browser.get(`${prefix}/personalCenter/setting?section=notices`);
    expect(page.text).toContain("还没有绑定邮箱，绑定后才能接收");
    const refused = await me.browser.submit(
      page,
      { intent: "notices" },
      { told: ["reply"], digest: "daily" },
    );
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining("还没有绑定邮箱，绑定后才能接收邮件摘要"),
    ]);
    expect(refused.$('input[name="told"][checked]').length).toBe(1);
    const saved = await me.browser.submit(refused, { intent: "notices" }, { digest: "off" });
    expect(saved.text).toContain("通知设置已保存");
    expect(saved.$('input[name="told"][checked]').length).toBe(1);
    await other.browser.submit(await other.browser.get(`${prefix}/userhomepage?uid=${myUid}`), {
      form: `#follow-user-${myUid}`,
    });
    expect(badgeOf(await me.browser.get(`${prefix}/personalCenter/msg`))).toBe("消息");
  });

  test("a page that was opened long ago takes nothing back, and decides nothing that it did not show", async () => {
    const { me } = await twoMembers(headers);
    const address = `${prefix}/personalCenter/setting?section=notices`;
    const old = await me.browser.get(address);
    const toldOn = (page: Page) =>
      page
        .$("input[name=told][checked]")
        .toArray()
        .map((box) => box.attribs.value ?? "");
    const without = (page: Page, ...events: string[]) =>
      toldOn(page).filter((event) => !events.includes(event));
    const declined = await me.browser.submit(
      await me.browser.get(address),
      { intent: "notices" },
      { told: without(old, "announceSite") },
    );
    expect(toldOn(declined)).toEqual(without(old, "announceSite"));
    const saved = await me.browser.submit(old, { intent: "notices" }, { told: without(old, "like") });
    expect(toldOn(saved)).toEqual(without(old, "announceSite", "like"));
    // The first pages did not say what they show, and had no announcements.
    const first = { told: ["like", "reply"], shown: "", before: "", digestBefore: "" };
    const kept = await me.browser.submit(saved, { intent: "notices" }, first);
    expect(toldOn(kept)).toEqual([
      "reply",
      "like",
      "listNews",
      "announceActivity",
      "announceProduct",
      "announceCourse",
    ]);
  });
});
