import { eq } from "drizzle-orm";
import { accounts, authenticators } from "gateway/database/schema";
import { confirmAuthenticator, startAuthenticator } from "gateway/factors/authenticator";
import { addPasskey, passkeyOptions } from "gateway/factors/passkeys";
import { makeRecoveryCodes } from "gateway/factors/recovery";
import { generateSync } from "otplib";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import {
  alertOf,
  askForCode,
  currentUser,
  messageBy,
  passTime,
  type SignInGateway,
  signIn,
  signInGateways,
} from "../support/signin";
import { SoftPasskey } from "../support/soft-passkey";

const gatewayWith = signInGateways();
afterEach(() => vi.useRealTimers());

const at = "/gateway/second-factor";
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) });

/** Somebody with an authenticator, and recovery codes; the code that set it up is used up. */
async function personWithFactor(gateway: SignInGateway) {
  const { services } = gateway;
  const person = await gateway.account();
  const { secret } = await startAuthenticator(services, person);
  await confirmAuthenticator(services, person.id, codeOf(secret));
  const codes = await makeRecoveryCodes(services.database, person.id, services.now());
  return { ...person, secret, codes };
}

const secondFactorPage = async (browser: PlainBrowser, phone: string, password?: string): Promise<Page> => {
  const half = await signIn(browser, phone, password);
  expect([half.status, new URL(half.headers.get("location") ?? "", half.url).pathname]).toEqual([303, at]);
  return browser.get(at);
};
const give = (browser: PlainBrowser, page: Page, code: string) =>
  browser.submit(page, { intent: "submit" }, { code }, { follow: false });

describe("a sign-in of an account with a second factor", () => {
  test("goes on to a code of the authenticator, before which nobody is signed in; the way back is kept", async () => {
    const gateway = gatewayWith();
    const person = await personWithFactor(gateway);
    const browser = gateway.browser();
    passTime(60);
    const form = await browser.get("/gateway/signin?redirect=%2Fforum%2Fhot");
    const typed = { account: person.phone, password: "correct horse 电池" };
    const page = await browser.submit(form, { intent: "submit" }, typed);
    expect([page.url.pathname, page.url.searchParams.get("redirect")]).toEqual([at, "/forum/hot"]);
    expect(page.text).toContain(person.nickname);
    expect((await currentUser(browser)).uid).toBeNull();
    const empty = await give(browser, page, "");
    expect([empty.status, messageBy(empty, "code")]).toEqual([400, "请输入验证码"]);
    const wrong = await give(
      browser,
      page,
      String((Number(codeOf(person.secret)) + 1) % 1_000_000).padStart(6, "0"),
    );
    expect([wrong.status, messageBy(wrong, "code")?.startsWith("验证码不对")]).toEqual([422, true]);
    expect(wrong.$("[name=code]").attr("value") ?? "").toBe("");
    const done = await give(browser, wrong, codeOf(person.secret));
    expect([done.status, done.headers.get("location")]).toEqual([303, "/forum/hot"]);
    expect((await currentUser(browser)).uid).toBe(person.id);
    // The step is over: coming back to it begins anew.
    expect((await browser.get(at)).text).toContain("请重新登录");
  });

  test("takes no code again that another browser has just used", async () => {
    const gateway = gatewayWith();
    const person = await personWithFactor(gateway);
    passTime(60);
    const [one, two] = [gateway.browser(), gateway.browser()];
    const pages = [
      await secondFactorPage(one, person.phone),
      await secondFactorPage(two, person.phone),
    ] as const;
    const code = codeOf(person.secret);
    expect((await give(one, pages[0], code)).status).toBe(303);
    expect((await give(two, pages[1], code)).status).toBe(422);
    expect((await currentUser(two)).uid).toBeNull();
  });

  test("takes a recovery code once, and a code to the phone is a first factor as well", async () => {
    const gateway = gatewayWith();
    const person = await personWithFactor(gateway);
    const [code = ""] = person.codes;
    const enter = async () => {
      const browser = gateway.browser();
      const sent = await askForCode(gateway, browser, "/gateway/signin?mode=code", person.phone);
      const half = await browser.submit(
        sent.page,
        { intent: "submit" },
        { account: person.phone, code: sent.code ?? "" },
      );
      expect(half.url.pathname).toBe(at);
      const page = await browser.get(half.$("nav a:contains(恢复码)").attr("href") ?? "");
      return { browser, answer: await give(browser, page, code.toUpperCase()) };
    };
    const first = await enter();
    expect([first.answer.status, (await currentUser(first.browser)).uid]).toEqual([303, person.id]);
    passTime(61);
    const again = await enter();
    expect([again.answer.status, messageBy(again.answer, "code")]).toEqual([422, "恢复码不对或已经用过"]);
  });

  test("takes a passkey of this site, by the page's own script alone", async () => {
    const gateway = gatewayWith({ allowedOrigins: [] });
    const { services } = gateway;
    const origin = "http://portal.test";
    const person = await gateway.account();
    const holder = "session:test:make" as const;
    const passkey = new SoftPasskey();
    const options = await passkeyOptions(services, person, { holder, origin });
    const answer = passkey.create(options, origin);
    await addPasskey(services, person.id, { holder, origin, name: "钥匙", answer });
    const browser = gateway.browser();
    const page = await secondFactorPage(browser, person.phone);
    const form = page.$("form[data-passkey]");
    expect(form.attr("hidden")).toBeDefined();
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    const script = await browser.get(page.$("script").attr("src") ?? "");
    expect([script.status, script.headers.get("content-type")]).toEqual([
      200,
      "text/javascript; charset=utf-8",
    ]);
    const assertion = passkey.get(form.attr("data-passkey") ?? "", origin);
    const fields = Object.fromEntries(
      form
        .find("input")
        .toArray()
        .map((input) => [page.$(input).attr("name") ?? "", page.$(input).attr("value") ?? ""]),
    );
    const post = (made: string) => browser.post(at, new URLSearchParams({ ...fields, passkey: made }));
    const nonsense = await post("{}");
    expect([nonsense.status, alertOf(nonsense)]).toEqual([
      422,
      expect.stringContaining("没有通过通行密钥的验证"),
    ]);
    // The page that came asks for another answer.
    expect((await post(assertion)).status).toBe(422);
    const now = (await browser.get(at)).$("form[data-passkey]").attr("data-passkey") ?? "";
    expect((await post(passkey.get(now, origin))).status).toBe(303);
    expect((await currentUser(browser)).uid).toBe(person.id);
  });

  test("asks at each domain for the passkeys of that domain, and names the domain of others", async () => {
    const [cn, com] = ["https://portal.cn", "https://portal.com"];
    const gateway = gatewayWith({ allowedOrigins: [com, cn], trustForwardedAddress: true });
    const { services } = gateway;
    const person = await gateway.account();
    const holder = "session:test:make" as const;
    const passkey = new SoftPasskey();
    const options = await passkeyOptions(services, person, { holder, origin: cn });
    const answer = passkey.create(options, cn);
    await addPasskey(services, person.id, { holder, origin: cn, name: "钥匙", answer });
    const at = (host: string) =>
      gateway.browser({
        headers: { "x-forwarded-host": `made-up.example, ${host}`, "x-forwarded-proto": "https" },
        origin: "https://portal.test",
      });
    const elsewhere = await secondFactorPage(at("portal.com"), person.phone);
    expect(elsewhere.$("form[data-passkey]")).toHaveLength(0);
    expect(elsewhere.text).toContain("你的通行密钥只能在 portal.cn 上使用");
    const browser = at("portal.cn");
    const page = await secondFactorPage(browser, person.phone);
    expect(page.$("#passkeys-elsewhere").attr("hidden")).toBeDefined();
    const form = page.$("form[data-passkey]");
    const made = passkey.get(form.attr("data-passkey") ?? "", cn);
    const formToken = form.find("[name=formToken]").attr("value") ?? "";
    const done = await browser.post(
      "/gateway/second-factor",
      new URLSearchParams({ formToken, intent: "passkey", passkey: made }),
    );
    expect(done.status).toBe(303);
    expect((await currentUser(browser)).uid).toBe(person.id);
  });

  test("comes before the page about a ban too, which exports the account's data", async () => {
    const gateway = gatewayWith();
    const person = await personWithFactor(gateway);
    const until = new Date(Date.now() + 86_400_000);
    await gateway.services.database
      .update(accounts)
      .set({ bannedUntil: until })
      .where(eq(accounts.id, person.id));
    passTime(60);
    const browser = gateway.browser();
    const page = await secondFactorPage(browser, person.phone);
    expect((await browser.get("/gateway/banned")).text).not.toContain("账号已被禁止访问");
    const done = await give(browser, page, codeOf(person.secret));
    expect([done.status, done.headers.get("location")]).toEqual([303, "/gateway/banned"]);
    const banned = await browser.get("/gateway/banned");
    expect(banned.text).toContain("账号已被禁止访问");
    const asking = await browser.submit(banned, { intent: "export" });
    expect(asking.text).toContain("正在打包");
    expect((await currentUser(browser)).uid).toBeNull();
  });

  test("is this browser's alone, over after ten minutes, and with another password", async () => {
    const gateway = gatewayWith();
    const person = await personWithFactor(gateway);
    const browser = gateway.browser();
    const page = await secondFactorPage(browser, person.phone);
    expect((await gateway.browser().get(at)).text).toContain("请重新登录");
    passTime(10 * 60 + 1);
    const late = await give(browser, page, codeOf(person.secret));
    expect([late.status, late.headers.get("location")]).toEqual([303, at]);
    expect((await currentUser(browser)).uid).toBeNull();
    const anew = await secondFactorPage(browser, person.phone);
    const { database } = gateway.services;
    const [row] = await database.select().from(accounts).where(eq(accounts.id, person.id));
    await database.update(accounts).set({ passwordHash: "changed" }).where(eq(accounts.id, person.id));
    await give(browser, anew, codeOf(person.secret));
    expect((await currentUser(browser)).uid).toBeNull();
    await database
      .update(accounts)
      .set({ passwordHash: row?.passwordHash })
      .where(eq(accounts.id, person.id));
  });

  test("refuses a form of another page, and after ten wrong codes all of them, in every browser", async () => {
    const gateway = gatewayWith();
    const person = await personWithFactor(gateway);
    passTime(60);
    const browser = gateway.browser();
    const page = await secondFactorPage(browser, person.phone);
    const forged = await browser.post(
      at,
      new URLSearchParams({ intent: "submit", code: codeOf(person.secret) }),
    );
    expect(forged.status).toBe(403);
    const wrong = String((Number(codeOf(person.secret)) + 1) % 1_000_000).padStart(6, "0");
    for (let time = 0; time < 10; time += 1) expect((await give(browser, page, wrong)).status).toBe(422);
    const other = gateway.browser();
    const blocked = await give(other, await secondFactorPage(other, person.phone), codeOf(person.secret));
    expect([blocked.status, alertOf(blocked)]).toEqual([429, expect.stringContaining("尝试的次数过多")]);
    passTime(16 * 60);
    const third = gateway.browser();
    expect(
      (await give(third, await secondFactorPage(third, person.phone), codeOf(person.secret))).status,
    ).toBe(303);
  });

  test("is one step where the account has none, also while an authenticator waits for its first code", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    await startAuthenticator(gateway.services, person);
    const browser = gateway.browser();
    expect((await signIn(browser, person.phone)).headers.get("location")).toBe("/");
    expect((await currentUser(browser)).uid).toBe(person.id);
    await gateway.services.database.delete(authenticators).where(eq(authenticators.accountId, person.id));
  });
});
