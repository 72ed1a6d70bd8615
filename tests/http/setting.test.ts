import { describe, expect, test } from "vitest";
import { signInWithPassword } from "../support/sign-in";
import { newMember, shellsOf, signedIn, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const address = "/personalCenter/setting";

/** Signs the person in with a second browser. */
async function signInAgain(account: string) {
  const browser = visitor();
  await signInWithPassword(browser, { account, password: "a-new-Member-2026" });
  return browser;
}

describe.each(shells)("the settings in the $shell shell", ({ prefix, headers }) => {
  test("lead from section to section, and an unknown section shows the first", async () => {
    const member = await signedIn("member", headers);
    const page = await member.get(`${prefix}${address}`);
    expect(page.$("h1").text()).toBe("个人设置");
    const tabs = page.$('nav[aria-label="设置的分类"] a').toArray();
    expect(tabs.map((tab) => page.$(tab).attr("aria-current") ?? "")[0]).toBe("page");
    for (const tab of tabs) expect((await member.get(page.$(tab).attr("href") ?? "")).status).toBe(200);
    expect((await member.get(`${prefix}${address}?section=planet`)).text).toContain("页面版本");
    expect((await member.get(`${prefix}/setting`)).url.pathname).toBe(`${prefix}${address}`);
  });

  test("store the colours and the shell in this browser", async () => {
    const { browser } = await newMember(headers);
    const page = await browser.get(`${prefix}${address}`);
    expect(page.$('input[name="scheme"]:checked').attr("value")).toBe("system");
    const same = prefix ? "h5" : "desktop";
    const dark = await browser.submit(page, { intent: "display" }, { scheme: "dark", shell: same });
    expect(dark.text).toContain("已保存，在这个浏览器里生效");
    expect(dark.url.pathname).toBe(`${prefix}${address}`);
    expect(dark.$("html").attr("data-scheme")).toBe("dark");
    expect([
      dark.$('input[name="scheme"]:checked').attr("value"),
      dark.$('input[name="shell"]:checked').attr("value"),
    ]).toEqual(["dark", same]);
    const other = await browser.submit(
      dark,
      { intent: "display" },
      { scheme: "light", shell: prefix ? "desktop" : "h5" },
    );
    expect(other.url.pathname).toBe(prefix ? address : `/h5${address}`);
    const back = await browser.submit(other, { intent: "display" }, { scheme: "system", shell: "auto" });
    expect(back.url.pathname).toBe(`${prefix}${address}`);
    expect(back.$("html").attr("data-scheme")).toBeUndefined();
    expect(back.$('input[name="shell"]:checked').attr("value")).toBe("auto");
  });

  test("show a member's favourites to others, or hide them", async () => {
    const { browser } = await newMember(headers);
    const answer = await browser.submit(await browser.get(`${prefix}${address}`), { intent: "show" });
    expect(answer.text).toContain("收藏已公开");
    expect(answer.text).toContain("收藏对所有人可见");
    const hidden = await browser.submit(answer, { intent: "hide" });
    expect(hidden.text).toContain("收藏仅自己可见");
  });

  test("show errors, and redirect visitors", async () => {
    const { browser } = await newMember(headers);
    const page = await browser.get(`${prefix}${address}`);
    const wrong = await browser.submit(page, { intent: "display" }, { scheme: "pink", shell: "planet" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("请选择页面版本");
    expect(wrong.text).toContain("请选择配色");
    const forged = await browser.submit(page, { intent: "show" }, { csrf: "forged" });
    expect([forged.status, forged.$('main [role="alert"]').text().includes("表单已过期")]).toEqual([
      403,
      true,
    ]);
    expect((await visitor(headers).get(`${prefix}${address}`)).url.pathname).toBe(`${prefix}/forum/all`);
  });
});

describe.each(shells)("the list of sessions in the $shell shell", ({ prefix, headers }) => {
  const place = `${prefix}${address}?section=sessions`;

  test("ends one session or all others, and tells the person who was signed in there", async () => {
    const { browser, account } = await newMember(headers);
    expect((await browser.get(place)).text).toContain("没有别的登录");
    const elsewhere = await Promise.all([0, 1, 2].map(() => signInAgain(account)));
    const page = await browser.get(place);
    expect(page.$("main li").length).toBe(4);
    expect(page.$("main li").first().text()).toContain("当前登录");
    expect(page.$('button[value="revoke"]').length).toBe(3);
    const prompt = await browser.submit(page, { form: 'main li form:has([name="id"])' });
    expect(prompt.text).toMatch(/退出「.+」的登录？.*没有存的内容可能会丢/);
    expect(prompt.$("main li form").length).toBe(3);
    const fewer = await browser.submit(prompt, { button: "确认退出" });
    expect(fewer.text).toContain("已退出这个登录");
    expect(fewer.$("main li").length).toBe(3);
    const late = await browser.submit(page, { form: 'main li form:has([name="id"])' });
    expect([late.status, late.$('main [role="alert"]').text()]).toEqual([
      404,
      "这个登录已经不在了，请刷新页面",
    ]);
    const all = await browser.submit(fewer, { intent: "revoke-others" });
    expect(all.text).toMatch(/退出其他 2 个登录？.*会退出：.+、.+。/);
    const stays = await browser.submit(all, { button: "不了，返回" });
    expect([stays.$("main li").length, stays.text.includes("确认全部退出")]).toEqual([3, false]);
    const alone = await browser.submit(all, { intent: "revoke-others" });
    expect(alone.text).toContain("已退出其他 2 个登录");
    expect(alone.$("main li").length).toBe(1);
    for (const other of elsewhere)
      expect((await other.get("/forum/all")).text).toContain("该账号已经在其他网站登录了");
    expect((await browser.submit(fewer, { intent: "revoke-others" })).text).toContain("没有别的登录");
  });

  test("refuses to end the present session", async () => {
    const { browser, account } = await newMember(headers);
    await signInAgain(account);
    const page = await browser.get(place);
    const own = (await (await signInAgain(account)).get(place)).$('main li input[name="id"]').toArray();
    expect(own.length).toBe(2);
    const [there] = page.$('main li input[name="id"]').toArray();
    const mine = (await browser.get(place)).$("main li").length;
    expect(mine).toBe(3);
    const ids = own.map((input) => input.attribs.value ?? "").filter((id) => id !== there?.attribs.value);
    const refused = await browser.submit(
      page,
      { form: 'main li form:has([name="id"])' },
      { id: ids[0] ?? "" },
    );
    expect([refused.status, refused.text.includes("这是你正在用的登录")]).toEqual([422, true]);
  });
});
