import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { newMemberPassword } from "../support/register";
import { linkOn, newMember, publishTopic, shellsOf, signedIn, tidOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** The follow form for a target on a page. */
const formOf = (page: Page, kind: string, target: number | string) => page.$(`form#follow-${kind}-${target}`);
const intentOf = (page: Page, kind: string, target: number | string) =>
  formOf(page, kind, target).find("button").attr("value");

describe.each(shells)("following in the $shell shell", ({ prefix, headers }) => {
  test("a member follows a person on their page: the button changes, the counts change, and the page stays the same", async () => {
    const [{ browser }, star] = [await newMember(headers), await newMember(headers)];
    const own = await star.browser.get(`${prefix}/personalCenter/posts`);
    const home = linkOn(own, /userhomepage\?uid=\d+/);
    const uid = new URL(home, browser.origin).searchParams.get("uid") ?? "";
    const before = await browser.get(`${prefix}/userhomepage?uid=${uid}`);
    expect(intentOf(before, "user", uid)).toBe("follow");
    const after = await browser.submit(before, { form: `#follow-user-${uid}` });
    expect(after.url.pathname + after.url.search).toBe(`${prefix}/userhomepage?uid=${uid}`);
    expect(after.url.hash).toBe(`#follow-user-${uid}`);
    expect(intentOf(after, "user", uid)).toBe("unfollow");
    expect(after.text).toContain("粉丝 1");
    const mine = await browser.get(`${prefix}/personalCenter/follow`);
    expect(mine.text).toContain(star.nickname);
    expect(mine.text).toContain("关注 1");
    const fans = await star.browser.get(`${prefix}/personalCenter/fans`);
    expect(fans.text).toMatch(/粉丝 1/);
    expect(fans.$('form[id^="follow-user-"] button').attr("value")).toBe("follow");
    const back = await star.browser.submit(fans, { form: '[id^="follow-user-"]' });
    expect(back.text).toContain("互相关注");
    const undone = await browser.submit(mine, { form: `#follow-user-${uid}` });
    expect(undone.text).toContain("你还没有关注别人");
    expect(undone.text).toContain("关注 0");
  });

  test("a member follows a product on its page; the lists of follows and favourites contain it", async () => {
    const { browser } = await newMember(headers);
    const product = await browser.get(`${prefix}/products/details/110101`);
    await browser.submit(product, { form: "#follow-product-110101" });
    const mine = await browser.get(`${prefix}/personalCenter/follow?tab=products`);
    const name = mine.$('main a[href$="/products/details/110101"]').text();
    expect(name).not.toBe("");
    expect(product.$("h1").text()).toContain(name);
    const undone = await browser.submit(mine, { form: "#follow-product-110101" });
    expect(undone.text).toContain("你还没有关注产品");
    const collected = await browser.submit(product, { form: "#collect-product-110101" });
    expect(collected.$('#collect-product-110101 button[value="uncollect"]').length).toBe(1);
    const works = await browser.get(`${prefix}/personalCenter/collection?kind=product`);
    expect(works.$('main a[href$="/products/details/110101"]').length).toBeGreaterThan(0);
  });

  test("a member follows a tag on its page, and several tags at once", async () => {
    const { browser } = await newMember(headers);
    const tag = await browser.get(`${prefix}/tags/1`);
    const followed = await browser.submit(tag, { form: "#follow-tag-1" });
    expect(intentOf(followed, "tag", 1)).toBe("unfollow");
    const mine = await browser.get(`${prefix}/tags?mine=1`);
    expect(mine.$('input[name="ids"]:checked').length).toBe(1);
    expect(mine.$('main a[href*="/hsforum/thread-"]').length).toBeGreaterThan(0);
    const ids = mine
      .$('input[name="ids"]')
      .toArray()
      .slice(0, 3)
      .map((box) => mine.$(box).attr("value") ?? "");
    const saved = await browser.submit(mine, { intent: "save" }, { ids });
    expect(saved.url.pathname + saved.url.search).toBe(`${prefix}/tags?mine=1`);
    expect(saved.text).toContain("已关注 3 个标签");
    const community = await browser.get(`${prefix}/personalCenter/Community`);
    expect(community.$('form[id^="follow-tag-"]').length).toBe(3);
    const fewer = await browser.submit(community, { form: `#follow-tag-${ids[0]}` });
    expect(fewer.$('form[id^="follow-tag-"]').length).toBe(2);
    const none = await browser.submit(
      await browser.get(`${prefix}/tags?mine=1`),
      { intent: "save" },
      { ids: null },
    );
    expect(none.text).toContain("选几个感兴趣的标签");
    expect(none.$('input[name="ids"]:checked').length).toBe(0);
  });

  test("a visitor is asked to sign in on the same page", async () => {
    const page = await visitor(headers).get(`${prefix}/tags/1`);
    const answer = await visitor(headers).submit(page, { form: "#follow-tag-1" });
    expect(answer.url.pathname).toBe(`${prefix}/tags/1`);
    expect(answer.$("dialog[open]").text()).toContain("请先登录");
    expect(answer.$('dialog a[href^="/login"]').attr("href")).toContain(
      encodeURIComponent(`${prefix}/tags/1`),
    );
  });
});

describe.each(shells)(
  "a button that a visitor pressed before signing in, in the $shell shell",
  ({ prefix, headers }) => {
    const account = async () => {
      const { account } = await newMember();
      return { account, password: newMemberPassword };
    };
    /** Follows the dialog's link, and signs in there. */
    async function signInFrom(browser: PlainBrowser, page: Page, as: { account: string; password: string }) {
      const link = page.$('dialog[open] a[href^="/login"]').attr("href") ?? "";
      return browser.submit(await browser.get(link), { intent: "submit" }, as);
    }

    test("takes effect once after the sign-in, and a message says so", async () => {
      const browser = visitor(headers);
      const address = `${prefix}/products/details/110101`;
      for (const [form, kind, done, message] of [
        ["#follow-product-110101", "关注", "unfollow", "完成了刚才的关注"],
        ["#collect-product-110101", "收藏", "uncollect", "完成了刚才的收藏"],
      ] as const) {
        const prompt = await browser.submit(await browser.get(address), { form });
        expect(prompt.$("dialog[open]").text(), kind).toContain("自动完成刚才的操作");
        const as = await account();
        const back = await signInFrom(browser, prompt, as);
        expect(back.url.pathname).toBe(address);
        expect(back.$(`${form} button`).attr("value")).toBe(done);
        expect(back.text).toContain(message);
        // After the member undoes it, it stays undone: the stored press is deleted.
        const undone = await browser.submit(back, { form });
        expect(undone.text).not.toContain(message);
        expect((await browser.get(address)).$(`${form} button`).attr("value")).not.toBe(done);
        await browser.get("/logout?redirect=/forum/all");
      }
    });

    test("works for a topic's favourite and like too, for scripts and for forms", async () => {
      const topic = await publishTopic(await signedIn("member"), prefix);
      const address = topic.url.pathname;
      const browser = visitor(headers);
      const page = await browser.get(address);
      const value = page.$('button[value^="favorite:"]').attr("value") ?? "";
      const body = new URLSearchParams({ intent: value, back: address, csrf: "" });
      const answer = await browser.post("/reactions", body, { headers: { accept: "application/json" } });
      expect(JSON.parse(answer.html)).toMatchObject({ on: null, login: true, kept: true });
      const form = await browser.get(`/login?redirect=${encodeURIComponent(address)}`);
      const back = await browser.submit(form, { intent: "submit" }, await account());
      expect(back.$('button[value^="unfavorite:"]').length).toBeGreaterThan(0);
      expect(back.text).toContain("完成了刚才的收藏");
    });

    test("cannot be forged by another site, and expires before a later sign-in on another path", async () => {
      const browser = visitor(headers);
      const address = `${prefix}/products/details/110101`;
      const press = (origin: string | null) =>
        browser
          .get(address)
          .then(() =>
            browser.post(
              "/collect",
              new URLSearchParams({ intent: "collect", kind: "product", target: "110101", back: address }),
              { headers: { accept: "application/json", ...(origin === null ? {} : { origin }) } },
            ),
          );
      expect((await press("https://evil.example")).status).toBe(403);
      const form = await browser.get(
        `/login?redirect=${encodeURIComponent(address)}&intent=collect&pressed=1`,
      );
      const back = await browser.submit(form, { intent: "submit" }, await account());
      expect(back.$("#collect-product-110101 button").attr("value")).toBe("collect");
      await browser.get("/logout?redirect=/forum/all");
      // The visitor presses, changes their mind, and later signs in from another page.
      await press(browser.origin);
      const later = await browser.get(`/login?redirect=${encodeURIComponent(`${prefix}/tags`)}`);
      await browser.submit(later, { intent: "submit" }, await account());
      expect((await browser.get(address)).$("#collect-product-110101 button").attr("value")).toBe("collect");
    });
  },
);

describe("the endpoint behind the buttons", () => {
  const fields = (changes: Record<string, string>) =>
    new URLSearchParams({ intent: "follow", kind: "user", target: "1", back: "/tags", csrf: "", ...changes });

  test("redirects to our own pages alone", async () => {
    const member = await signedIn("member");
    for (const back of [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      "",
    ]) {
      const answer = await member.post("/follow", fields({ back }));
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/forum/all"]);
    }
  });

  test("shows errors on the page, and changes nothing", async () => {
    const { browser } = await newMember();
    const token = (await browser.get("/tags/1")).$('input[name="csrf"]').first().attr("value") ?? "";
    const tried = async (changes: Record<string, string>) =>
      (await browser.post("/follow", fields({ csrf: token, ...changes }), { follow: true }))
        .$('[role="alert"]')
        .text();
    expect(await tried({ csrf: "forged" })).toContain("页面已过期");
    expect(await tried({ kind: "planet" })).toContain("提交的内容有误");
    expect(await tried({ target: "1999999999" })).toContain("用户不存在");
    expect(await tried({ kind: "tag", target: "1999999999" })).toContain("标签不存在");
    const own =
      (await browser.get("/personalCenter/posts")).$('a[href*="userhomepage"]').first().attr("href") ?? "";
    expect(await tried({ target: own.replace(/\D+/g, "") })).toContain("不能关注自己");
    expect((await browser.get("/personalCenter/follow")).text).toContain("关注 0");
  });

  test("answers a script in JSON, and refuses other sites", async () => {
    const { browser } = await newMember();
    const token = (await browser.get("/tags/1")).$('input[name="csrf"]').first().attr("value") ?? "";
    const press = (changes: Record<string, string>, headers = {}) =>
      browser.post("/follow", fields({ csrf: token, kind: "tag", ...changes }), {
        headers: { accept: "application/json", ...headers },
      });
    const json = async (page: Promise<Page>) => {
      const { status, html } = await page;
      return { status, ...JSON.parse(html) };
    };
    expect(await json(press({}))).toEqual({
      status: 200,
      pressed: true,
      message: null,
      login: false,
      kept: false,
    });
    expect(await json(press({ intent: "unfollow" }))).toEqual({
      status: 200,
      pressed: false,
      message: null,
      login: false,
      kept: false,
    });
    expect(await json(press({ target: "1999999999" }))).toMatchObject({
      status: 422,
      pressed: null,
      message: "标签不存在",
    });
    const stranger = visitor().post("/follow", fields({ kind: "tag" }), {
      headers: { accept: "application/json" },
    });
    expect(await json(stranger)).toMatchObject({ status: 403, pressed: null, login: true, kept: true });
    expect((await press({}, { origin: "https://evil.example" })).status).toBe(403);
    expect((await visitor().get("/follow", { follow: false })).status).toBe(302);
  });
});

describe.each(shells)("favourites in the $shell shell", ({ prefix, headers }) => {
  test("are searched by title, made public or private, and removed", async () => {
    const { browser } = await newMember(headers);
    const topic = await publishTopic(browser, prefix);
    const tid = tidOf(topic);
    const title = topic.$("h1").first().text();
    await browser.submit(topic, { intent: "favorite" });
    const favorites = await browser.get(`${prefix}/personalCenter/collection`);
    expect(favorites.$(`main a[href*="thread-${tid}-"]`).length).toBeGreaterThan(0);
    const found = await browser.submit(
      favorites,
      { form: "main form[method=get]" },
      { q: title.trim().slice(-6) },
    );
    expect(found.$(`main a[href*="thread-${tid}-"]`).length).toBeGreaterThan(0);
    const missed = await browser.submit(
      favorites,
      { form: "main form[method=get]" },
      { q: "绝对没有的标题" },
    );
    expect(missed.text).toContain("收藏里没有这样的标题");
    const home = linkOn(favorites, /userhomepage\?uid=\d+/);
    const onlooker = visitor(headers);
    expect((await onlooker.get(`${home}&tab=favorites`)).text).toContain("TA 没有公开收藏");
    const open = await browser.submit(favorites, { intent: "show" });
    expect(open.text).toContain("收藏对所有人可见");
    expect(
      (await onlooker.get(`${home}&tab=favorites`)).$(`main a[href*="thread-${tid}-"]`).length,
    ).toBeGreaterThan(0);
    const shut = await browser.submit(open, { intent: "hide" });
    expect(shut.text).toContain("收藏仅自己可见");
    expect((await onlooker.get(`${home}&tab=favorites&page=1`)).text).toContain("TA 没有公开收藏");
    const removed = await browser.submit(shut, { intent: "remove" });
    expect(removed.text).toContain("还没有收藏");
  });
});

test("the card of a person is shown to people who point at their name; an unknown person has none", async () => {
  const reader = visitor();
  const list = await reader.get("/forum/all");
  const link = list.$('main a[href*="/userhomepage?uid="]').first();
  const uid = new URL(link.attr("href") ?? "", "http://portal.test").searchParams.get("uid") ?? "";
  const cardOf = async (uid: string, browser = reader) => {
    const answer = await browser.get(`/people/card?uid=${encodeURIComponent(uid)}`);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    return (JSON.parse(answer.html) as { card: { nickName: string; followed: boolean } | null }).card;
  };
  expect(await cardOf(uid)).toMatchObject({ nickName: link.text(), followed: false });
  const { browser: member } = await newMember();
  const home = await member.get(`/userhomepage?uid=${uid}`);
  await member.submit(home, { form: `#follow-user-${uid}` });
  expect(await cardOf(uid, member)).toMatchObject({ followed: true });
  for (const nobody of ["", "0", "-1", "x", "999999999", "1e99"]) expect(await cardOf(nobody)).toBeNull();
});
