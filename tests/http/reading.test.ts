import { describe, expect, test, vi } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { linkOn, newMember, publishTopic, shellsOf, tidOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** A topic's row in the newest topics of a list. */
async function rowOf(browser: PlainBrowser, tid: number, list: string) {
  const page = await browser.get(`${list}?order=new`);
  const row = page.$(`main li:has(a[href*="/hsforum/thread-${tid}-"])`).first();
  return { page, row, text: row.text() };
}
/** Waits, because a page stores its reader's position after its answer. */
const soon = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 120_000, interval: 50 });
const address = (prefix: string, tid: number) => `${prefix}/hsforum/thread-${tid}-1-1.html`;
const answer = async (browser: PlainBrowser, at: string, content: string): Promise<Page> =>
  browser.submit(await browser.get(at), { intent: "reply" }, { content });

describe.each(shells)("the reading position, in the $shell shell", ({ prefix, headers }) => {
  test("new topics and replies are marked in lists, and a link leads to the last read reply", async () => {
    const [reader, author] = [await newMember(headers), await newMember(headers)];
    const tid = tidOf(await publishTopic(author.browser, prefix));
    const at = address(prefix, tid);
    const list = `${prefix}/forum/all`;
    expect((await rowOf(reader.browser, tid, list)).row.find("p span").first().text()).toBe("新");
    expect((await rowOf(visitor(headers), tid, list)).row.find("p span").first().text()).not.toBe("新");
    const first = await reader.browser.get(at);
    expect(first.text).not.toContain("上次读到");
    await soon(async () =>
      expect((await rowOf(reader.browser, tid, list)).row.find("p span").first().text()).not.toBe("新"),
    );
    for (const text of ["第一条回复", "第二条回复"]) await answer(author.browser, at, text);
    const { row } = await rowOf(reader.browser, tid, list);
    const chip = row.find('a[href*="floor=2"]');
    expect(chip.text()).toBe("2 条新回复");
    const back = await reader.browser.get(chip.attr("href") ?? "");
    expect(back.url.pathname).toBe(at);
    expect(back.text).toContain("上次读到 1 楼");
    const jump = back.$('a:contains("跳到上次阅读")').attr("href") ?? "";
    expect(back.$(jump).text()).toContain("第一条回复");
    await soon(async () => expect((await rowOf(reader.browser, tid, list)).text).not.toContain("条新回复"));
    expect((await reader.browser.get(at)).text).not.toContain("上次读到");
  });

  test("a button marks everything as read", async () => {
    const [reader, author] = [await newMember(headers), await newMember(headers)];
    const tid = tidOf(await publishTopic(author.browser, prefix));
    const { page, row } = await rowOf(reader.browser, tid, `${prefix}/forum/all`);
    expect(row.find("p span").first().text()).toBe("新");
    const after = await reader.browser.submit(page, { intent: "readAll" });
    expect(after.url.pathname + after.url.search).toBe(`${prefix}/forum/all?order=new`);
    expect(after.$(`main li:has(a[href*="/hsforum/thread-${tid}-"]) p span`).first().text()).not.toBe("新");
    expect(after.$("[role=status]").text()).toContain("已全部标为已读");
  });
});

describe.each(shells)(
  "followed, muted and blocked topics and people, in the $shell shell",
  ({ prefix, headers }) => {
    test("a followed topic is in the list of follows, and gives one notice of new replies", async () => {
      const [reader, author] = [await newMember(headers), await newMember(headers)];
      const tid = tidOf(await publishTopic(author.browser, prefix));
      const at = address(prefix, tid);
      const form = `#follow-topic-${tid}`;
      const followed = await reader.browser.submit(await reader.browser.get(at), { form });
      expect(followed.url.pathname).toBe(at);
      expect(followed.$(`${form} button`).attr("value")).toBe("unfollowTopic");
      const mine = await reader.browser.get(`${prefix}/forum/myfollow`);
      expect(mine.$(`main li:has(a[href*="/hsforum/thread-${tid}-"])`).text()).toContain("你关注的帖子");
      for (const text of ["一", "二"]) await answer(author.browser, at, `回复${text}`);
      const notices = await reader.browser.get(`${prefix}/personalCenter/msg?type=forum`);
      expect(notices.text).toContain(`${author.nickname} 等在你关注的帖子里发了 2 条新回复`);
      const list = await reader.browser.get(`${prefix}/personalCenter/follow?tab=topics`);
      expect(list.text).toContain("关注的帖子");
      const undone = await reader.browser.submit(list, { form });
      expect(undone.text).toContain("你还没有关注或静音帖子");
    });

    test("a muted topic is one line in lists, and is unmuted from the list of muted topics", async () => {
      const [reader, author] = [await newMember(headers), await newMember(headers)];
      const tid = tidOf(await publishTopic(author.browser, prefix));
      const form = `#mute-topic-${tid}`;
      await reader.browser.submit(await reader.browser.get(address(prefix, tid)), { form });
      const { row } = await rowOf(reader.browser, tid, `${prefix}/forum/all`);
      expect(row.find("> details > summary").text()).toBe("已静音的主题");
      expect((await rowOf(author.browser, tid, `${prefix}/forum/all`)).row.find("details").length).toBe(0);
      const list = await reader.browser.get(`${prefix}/personalCenter/follow?tab=topics`);
      expect(list.text).toContain("静音的帖子");
      await reader.browser.submit(list, { form });
      expect((await rowOf(reader.browser, tid, `${prefix}/forum/all`)).row.find("details").length).toBe(0);
    });

    test("texts of a blocked person are folded after a block on their page", async () => {
      const [reader, author] = [await newMember(headers), await newMember(headers)];
      const topic = await publishTopic(reader.browser, prefix);
      const at = address(prefix, tidOf(topic));
      const theirs = tidOf(await publishTopic(author.browser, prefix));
      const replied = await answer(author.browser, at, "不想看到的话");
      const own = await author.browser.get(`${prefix}/personalCenter/posts`);
      const home = linkOn(own, /userhomepage\?uid=\d+/);
      const uid = new URL(home, own.url).searchParams.get("uid") ?? "";
      expect(
        (await visitor(headers).get(`${prefix}/userhomepage?uid=${uid}`)).$(`#block-${uid}`).length,
      ).toBe(0);
      const blocked = await reader.browser.submit(
        await reader.browser.get(`${prefix}/userhomepage?uid=${uid}`),
        { form: `#block-${uid}` },
      );
      expect(blocked.$(`#block-${uid} button`).attr("value")).toBe("unblock");
      const folded = await reader.browser.get(at);
      expect(folded.$("details:not([open]) > summary:contains('已屏蔽的人的内容')").length).toBe(1);
      expect(folded.$("details:contains('不想看到的话')").length).toBe(1);
      const pid = replied.url.hash.slice("#post-".length);
      const replyPage = await reader.browser.get(`${at}?pid=${pid}`);
      expect(replyPage.$("details[open]:contains('不想看到的话')").length).toBe(1);
      const { row } = await rowOf(reader.browser, theirs, `${prefix}/forum/all`);
      expect(row.find("> details > summary").text()).toBe("已屏蔽的人发的主题");
      const list = await reader.browser.get(`${prefix}/personalCenter/msg?type=inner&blocks=1`);
      expect(list.text).toContain(author.nickname);
      await reader.browser.submit(list, { intent: "unblock" });
      expect((await reader.browser.get(at)).$("details:contains('不想看到的话')").length).toBe(0);
    });
  },
);

describe("the endpoint of these buttons", () => {
  test("shows errors of a form, and asks visitors to sign in", async () => {
    const { browser } = await newMember();
    const topic = await publishTopic(browser);
    const form = `#mute-topic-${tidOf(topic)}`;
    const wrong = await browser.submit(topic, { form }, { target: "2000000000" });
    expect(wrong.text).toContain("帖子不存在或已被删除");
    const nothing = await browser.submit(topic, { form }, { target: "x" });
    expect(nothing.text).toContain("提交的内容有误");
    const stale = await browser.submit(topic, { form }, { csrf: "wrong" });
    expect(stale.text).toContain("页面已过期，请刷新后再试");
    const nobody = visitor();
    const page = await nobody.get("/forum/all");
    const answer = await nobody.post(
      new URL("/reading", nobody.origin),
      new URLSearchParams({ intent: "readAll", back: "/forum/all" }),
      { headers: { referer: page.url.href }, follow: true },
    );
    expect(answer.status).toBe(200);
    expect(answer.$("dialog[open]").length).toBe(1);
  });

  test("tells an open page how many new replies there are", async () => {
    const { browser } = await newMember();
    const tid = tidOf(await publishTopic(browser));
    const news = async (topic: string | number) => (await visitor().fetchPage(`/reading?tid=${topic}`)).html;
    expect(JSON.parse(await news(tid))).toEqual({ news: { replies: 0, lastFloor: 1 } });
    await answer(browser, address("", tid), "一条回复");
    await soon(async () =>
      expect(JSON.parse(await news(tid))).toEqual({ news: { replies: 1, lastFloor: 2 } }),
    );
    for (const none of ["", "x", 2_000_000_000]) expect(JSON.parse(await news(none))).toEqual({ news: null });
  });
});
