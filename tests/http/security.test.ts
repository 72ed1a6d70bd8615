import { signInPath } from "contract/base/wire";
import { hashPassword } from "gateway/account/password";
import type { Account } from "gateway/server/context";
import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lastCode, ownContact } from "../support/contacts";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { type Page, PlainBrowser } from "../support/plain-browser";
import { signInWithPassword } from "../support/sign-in";
import { submissionId } from "../support/test-gateway";
import { shellsOf } from "./support";

const domains = ["http://forum.example", "http://forum.example.cn"];
let portal: GatewayPortal;
beforeAll(async () => {
  // The sign-in pages are asked through the portal.
  portal = await startGatewayPortal({ trustForwardedAddress: true, allowedOrigins: domains }, undefined, {
    SITE_URL: domains.join(),
    TRUST_PROXY: "1",
  });
});
afterAll(() => portal.stop());

const password = "a-Password-of-2026";
const codeOf = (secret: string) =>
  generateSync({ secret, epoch: Math.floor(portal.gateway.services.now().getTime() / 1_000) });
/** As somebody who comes back after a while. */
const later = () => portal.gateway.pass(10 * 60 + 1);

async function person(headers: Record<string, string>, values: Partial<Account> = {}) {
  const member = await portal.gateway.member({ ...values, passwordHash: await hashPassword(password) });
  return { member, browser: await portal.browserOf(member, headers) };
}

/** Takes the page 请再次确认身份 by the password; gives the form that waited. */
async function confirm(browser: PlainBrowser, page: Page): Promise<Page> {
  expect([page.status, page.$("main h1").text()]).toEqual([422, "请再次确认身份"]);
  const wrong = await browser.submit(
    page,
    { intent: "confirm-identity" },
    { confirmPassword: "not-The-password" },
  );
  expect([wrong.status, wrong.$("main [role=alert]").text()]).toEqual([
    422,
    expect.stringContaining("当前密码不对"),
  ]);
  const back = await browser.submit(wrong, { intent: "confirm-identity" }, { confirmPassword: password });
  expect([back.status, back.text]).toEqual([200, expect.stringContaining("身份已确认")]);
  return back;
}

describe.each(shellsOf(import.meta.url))("account security, $shell", ({ prefix, headers }) => {
  const place = `${prefix}/personalCenter/security`;

  test("an authenticator is set up, asked for at the next sign-in, and turned off, by forms alone", async () => {
    const { member, browser } = await person(headers);
    const started = await browser.submit(await browser.get(place), { intent: "authenticator-start" });
    const secret = started.$("main code").text().replaceAll(" ", "");
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.$("main img[alt*=二维码]").attr("src")).toMatch(/^data:image\/svg/);
    const wrong = await browser.submit(started, { intent: "authenticator-confirm" }, { code: "12" });
    expect([wrong.status, wrong.$("#authenticator-confirm-code-problem, [id$=code-problem]").text()]).toEqual(
      [400, "验证码校验失败，请重试"],
    );
    expect(wrong.$("main code").text().replaceAll(" ", "")).toBe(secret);
    const on = await browser.submit(wrong, { intent: "authenticator-confirm" }, { code: codeOf(secret) });
    const codes = on
      .$("section[aria-label=新的恢复码] code")
      .toArray()
      .map((one) => on.$(one).text());
    expect(codes).toHaveLength(10);
    expect((await browser.get(place)).html).not.toContain(codes[0]);

    portal.gateway.pass(60);
    const elsewhere = new PlainBrowser(portal.origin, headers);
    const phone = await ownContact(portal.gateway, member, "phone");
    await signInWithPassword(elsewhere, { account: phone, password });
    const away = await elsewhere.get(place, { follow: false });
    expect(away.status).toBe(302);
    const step = await elsewhere.get("/gateway/second-factor");
    await elsewhere.submit(step, { intent: "submit" }, { code: codeOf(secret) }, { follow: false });
    const page = await elsewhere.get(place);
    expect(page.text).toContain("还有 10 个没有用过");

    later();
    const confirming = await elsewhere.submit(page, { intent: "authenticator-remove" });
    // First the question, then who asks.
    const sure = await elsewhere.submit(confirming, { button: "确认停用" });
    const again = await confirm(elsewhere, sure);
    const question = await elsewhere.submit(again, { intent: "authenticator-remove" });
    const off = await elsewhere.submit(question, { button: "确认停用" });
    expect(off.text).toContain("验证器已停用");
    expect((await elsewhere.get(`${prefix}/personalCenter/msg?type=system`)).text).toContain(
      "两步验证有变化",
    );
    const plain = new PlainBrowser(portal.origin, headers);
    await signInWithPassword(plain, { account: phone, password });
    expect((await plain.get(place)).status).toBe(200);
    expect((await plain.get(signInPath, { follow: false })).status).toBe(302);
  });

  test("appointing somebody later asks who one is, and gives the form back to be pressed again", async () => {
    const { browser } = await person(headers, { admin: true });
    const { member } = await person(headers);
    const at = `${prefix}/moderator/administrators`;
    const page = await browser.get(at);
    later();
    const typed = { person: member.nickname, reason: "接手日常管理" };
    const answer = await browser.submit(page, { intent: "appoint" }, typed);
    const refused = await browser.submit(answer, { button: "确认任命" });
    const back = await confirm(browser, refused);
    expect([
      back.$("[name=person]").attr("value"),
      back.$('form[aria-label="任命管理员"] [name=reason]').val(),
    ]).toEqual([member.nickname, "接手日常管理"]);
    // Nothing was done by itself.
    expect((await browser.get(at)).$("main li").text()).not.toContain(member.nickname);
    const question = await browser.submit(back, { intent: "appoint" });
    const done = await browser.submit(question, { button: "确认任命" });
    expect(done.text).toContain("已任命，对方会收到通知");
  });

  test("a passkey is made for the domain of the site at which one is", async () => {
    for (const domain of domains) {
      const { host } = new URL(domain);
      const { member } = await person(headers);
      const browser = new PlainBrowser(domain, { ...headers, "x-forwarded-host": host }, (url, init) =>
        fetch(new URL(url.pathname + url.search, portal.origin), init),
      );
      await browser.jar.setCookie(member.cookie, domain);
      const started = await browser.submit(await browser.get(place), { intent: "passkey-start" });
      expect(started.html.replaceAll("\\", "")).toContain(`"id":"${host}"`);
    }
  });

  test("files that a waiting form had are named as lost, also after a wrong proof", async () => {
    const { browser } = await person(headers, { admin: true });
    const at = `${prefix}/moderator/administrators`;
    const { member } = await person(headers);
    const typed = { person: member.nickname, reason: "接手日常管理" };
    const question = await browser.submit(await browser.get(at), { intent: "appoint" }, typed);
    const hidden = (name: string) => question.$(`[name=${name}]`).first().attr("value") ?? "";
    const form = new FormData();
    const fields = { ...typed, csrf: hidden("csrf"), sure: hidden("sure"), intent: "appoint" };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new File(["1,2"], "名单.csv"));
    later();
    const asked = await browser.post(at, form);
    expect(asked.text).toContain("选好的文件要重新选一次");
    const wrong = await browser.submit(asked, { intent: "confirm-identity" }, { confirmPassword: "wrong" });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("选好的文件要重新选一次")]);
  });

  test("destroying later asks who one is, with what was chosen still chosen", async () => {
    const { browser, member: admin } = await person(headers, { admin: true });
    const { gateway } = portal;
    const author = await gateway.member();
    const { tid } = await gateway.topic(author, await gateway.section());
    await gateway.ok(
      "topicOperate",
      { ids: [tid], action: "recycle", reason: "重复", submissionId: submissionId() },
      admin,
    );
    const page = await browser.get(`${prefix}/moderator/recycle`);
    later();
    const answer = await browser.submit(page, { intent: "destroy" }, { ids: String(tid), reason: "广告" });
    const back = await confirm(browser, await browser.submit(answer, { button: "确认彻底销毁" }));
    expect(back.$(`[name=ids][value=${tid}]`).attr("checked")).toBeDefined();
    const question = await browser.submit(back, { intent: "destroy" });
    expect(question.text).toContain("彻底销毁选中的 1 个主题？");
    const done = await browser.submit(question, { button: "确认彻底销毁" });
    expect(done.$(`[name=ids][value=${tid}]`).length).toBe(0);
  });

  test("a table of the log later leads to the same page and back to where its link is", async () => {
    const { browser } = await person(headers, { admin: true });
    expect((await browser.get("/moderator/log.csv")).headers.get("content-type")).toContain("text/csv");
    later();
    const page = await browser.get("/moderator/log.csv?keyword=x");
    expect([page.url.pathname, page.$("main h1").text()]).toEqual([place, "请再次确认身份"]);
    const back = await browser.submit(page, { intent: "confirm-identity" }, { confirmPassword: password });
    expect([back.url.pathname, back.url.searchParams.get("keyword")]).toEqual([
      `${prefix}/moderator/log`,
      "x",
    ]);
    expect((await browser.get("/moderator/log.csv")).headers.get("content-type")).toContain("text/csv");
  });

  test("one's own data later: the code that proves the contact is as good", async () => {
    const { browser, member } = await person(headers);
    later();
    const data = `${prefix}/personalCenter/setting?section=data`;
    const sent = await browser.submit(await browser.get(`${data}&step=verify`), { intent: "identity-send" });
    const captchaCode = await lastCode(portal.gateway, await ownContact(portal.gateway, member, "phone"));
    const done = await browser.submit(sent, { intent: "identity-verify" }, { captchaCode });
    expect(done.text).toContain("等待中：已经收到");
  });

  test("staff who have to have a second factor are led to it", async () => {
    const { browser } = await person(headers, { admin: true });
    portal.gateway.services.settings.staffSecondFactor = true;
    const led = await browser.get(`${prefix}/moderator/overview`);
    expect([led.url.pathname, led.text]).toEqual([place, expect.stringContaining("不能管理")]);
    const started = await browser.submit(led, { intent: "authenticator-start" });
    const secret = started.$("main code").text().replaceAll(" ", "");
    await browser.submit(started, { intent: "authenticator-confirm" }, { code: codeOf(secret) });
    expect((await browser.get(`${prefix}/moderator/overview`)).url.pathname).toBe(
      `${prefix}/moderator/overview`,
    );
    portal.gateway.services.settings.staffSecondFactor = false;
  });
});
