import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { signInWithPassword } from "../support/sign-in";
import { codeFor, newMember, publishTopic, shellsOf, signedIn, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const at = (section: string) => `/personalCenter/setting?section=${section}`;
type Browser = Awaited<ReturnType<typeof newMember>>["browser"];

/** Sends a code on the page that asks for it; gives the page and the code. */
async function askForCode(browser: Browser, address: string, account: string) {
  const sent = await browser.submit(await browser.get(`${address}&step=verify`), { intent: "identity-send" });
  expect(sent.text).toContain("获取验证码成功");
  return { sent, code: await codeFor(browser, account) };
}

describe.each(shells)("the export in the $shell shell", ({ prefix, headers }) => {
  const place = prefix + at("data");

  test("is verified, waited for, downloaded, and opened", async () => {
    const { browser, account, nickname } = await newMember(headers);
    await publishTopic(browser, prefix, "导出的正文", `../../标题 ${nickname}`);
    const page = await browser.get(place);
    expect(page.$('main a[href*="/gateway/exports/"]').length).toBe(0);
    const { sent, code } = await askForCode(browser, place, account);
    const wrong = await browser.submit(
      sent,
      { intent: "identity-verify" },
      { captchaCode: code === "000000" ? "000001" : "000000" },
    );
    expect([wrong.status, wrong.text.includes("验证码校验失败，请重试")]).toEqual([422, true]);
    const pending = await browser.submit(wrong, { intent: "identity-verify" }, { captchaCode: code });
    expect(pending.text).toContain("验证通过，正在准备你的数据");
    expect(pending.text).toMatch(/等待中|正在准备：|可下载/);
    const link = async () =>
      (await browser.get(place)).$('main a[href*="/gateway/exports/"]').attr("href") ?? "";
    await expect.poll(link, { timeout: 120_000, interval: 300 }).not.toBe("");
    const href = await link();
    const ready = await browser.get(place);
    expect(ready.text).toContain("可下载：你的数据已打包好");
    expect(ready.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d 前可以下载/);
    expect((await browser.get(`${prefix}/personalCenter/msg`)).text).toContain("你的数据已打包好");
    expect((await visitor(headers).get(href)).status).toBe(403);
    const cookie = await browser.jar.getCookieString(browser.origin);
    const answer = await fetch(new URL(href, browser.origin), { headers: { cookie } });
    expect([answer.status, answer.headers.get("content-disposition")?.startsWith("attachment")]).toEqual([
      200,
      true,
    ]);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect(JSON.parse(text("account.json"))).toMatchObject({ nickname, phone: account });
    const topic = Object.keys(files).find((name) => name.startsWith("主题/")) ?? "";
    expect(topic).toMatch(/^主题\/\d+-标题 m\d+\.md$/);
    expect(text(topic)).toContain("导出的正文");
    const { browser: stranger } = await newMember(headers);
    const theirs = await stranger.get(href);
    expect([theirs.status, theirs.text.includes("不存在或已过期")]).toEqual([404, true]);
  });
});

describe("more exports than a day allows", () => {
  test("are refused by the endpoint, and the page says so", async () => {
    const { browser, account } = await newMember();
    const page = await browser.get(at("data"));
    expect(page.text).toContain("每天最多 3 次");
    expect((await browser.get("/gateway/exports/nothing")).text).toContain("不存在或已过期");
    expect(account).toMatch(/^19/);
  });
});

describe.each(shells)("the end of an account in the $shell shell", ({ prefix, headers }) => {
  const place = prefix + at("close");

  test("is requested with a code and typed words, shown on every page, and cancelled", async () => {
    const { browser, account } = await newMember(headers);
    const other = visitor();
    await signInWithPassword(other, { account, password: "a-new-Member-2026" });
    const page = await browser.get(place);
    for (const words of ["15 天冷静期", "会删除", "会匿名保留", "导出我的数据"])
      expect(page.text).toContain(words);
    const { sent, code } = await askForCode(browser, place, account);
    const noWords = await browser.submit(
      sent,
      { intent: "identity-verify" },
      { captchaCode: code, confirmation: "注销" },
    );
    expect([noWords.status, noWords.text.includes("请输入“注销账号”四个字")]).toEqual([400, true]);
    expect(noWords.$('input[name="confirmation"]').attr("value")).toBe("注销");
    const noCode = await browser.submit(
      noWords,
      { intent: "identity-verify" },
      { captchaCode: "", confirmation: "注销账号" },
    );
    expect([noCode.status, noCode.text.includes("请输入验证码")]).toEqual([400, true]);
    const receipt = await browser.submit(
      noCode,
      { intent: "identity-verify" },
      { captchaCode: code, confirmation: " 注销账号 " },
    );
    expect(receipt.text).toContain("已申请注销账号，15 天内可以撤销");
    expect(receipt.text).toMatch(/回执编号ZX\d{8}-[2-9A-Z]{6}/);
    expect((await other.get("/forum/all")).text).toContain("该账号已经在其他网站登录了");
    const again = visitor(headers);
    await signInWithPassword(again, { account, password: "a-new-Member-2026" });
    expect((await again.get(`${prefix}/forum/all`)).text).toMatch(/你的账号将于 \d{4}-\d\d-\d\d 注销/);
    const back = await again.submit(await again.get(place), { intent: "cancel-closure" });
    expect(back.text).toContain("已撤销注销，账号一切照旧");
    expect(back.text).not.toContain("你的账号将于");
    const late = await browser.submit(receipt, { intent: "cancel-closure" });
    expect([late.status, late.text.includes("账号没有在注销，不需要撤销")]).toEqual([422, true]);
  });
});

test("a moderator is told to hand over their sections first", async () => {
  const moderator = await signedIn("moderator");
  const page = await moderator.get(`${at("close")}&step=verify`);
  expect(page.text).toContain("请先联系管理员移交权限");
  expect(page.$('main [name="captchaCode"]').length).toBe(0);
});
