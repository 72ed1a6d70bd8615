import type { Delivery } from "gateway/server/delivery";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  alertOf,
  askForCode,
  currentUser,
  freshPerson,
  messageBy,
  password,
  signIn,
  signInGateways,
} from "../support/signin";

const gatewayWith = signInGateways();
afterEach(() => vi.useRealTimers());

const path = "/gateway/reset";
const submit = { intent: "submit" };
const chosen = "a new password 2";

describe("resetting a password", () => {
  test.each(["phone", "email"] as const)(
    "by a code to the %s ends all sessions of the account, and the old password is refused",
    async (channel) => {
      const gateway = gatewayWith();
      const person = await gateway.account();
      const [laptop, phone] = [gateway.browser(), gateway.browser()];
      for (const browser of [laptop, phone]) await signIn(browser, person.phone);

      const browser = gateway.browser();
      const { page, code } = await askForCode(
        gateway,
        browser,
        `${path}?redirect=/forum/all`,
        person[channel],
      );
      const done = await browser.submit(page, submit, { code, password: chosen });
      expect(done.status).toBe(200);
      expect(`${done.url.pathname}${done.url.search}`).toBe(
        "/gateway/signin?done=reset&redirect=%2Fforum%2Fall",
      );
      expect(done.text).toContain("密码已重置，请用新密码登录");

      for (const other of [laptop, phone])
        expect(await currentUser(other)).toMatchObject({ status: 401, errorCode: "SESSION_CONFLICT" });
      expect(messageBy(await signIn(gateway.browser(), person.phone), "password")).toBe("账号或密码错误");
      const back = await browser.submit(
        done,
        submit,
        { account: person[channel], password: chosen },
        { follow: false },
      );
      expect([back.status, back.headers.get("location")]).toEqual([303, "/forum/all"]);
    },
  );

  test("lets its owner sign in again whom another person's failures have locked out", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    for (let count = 0; count < 4; count += 1)
      await signIn(gateway.browser(), person.phone, "wrong password");
    expect(messageBy(await signIn(gateway.browser(), person.phone), "captcha")).toBe("请输入图形验证码");
    const browser = gateway.browser();
    const { page, code } = await askForCode(gateway, browser, path, person.phone);
    await browser.submit(page, submit, { code, password: chosen });
    expect((await signIn(browser, person.phone, chosen)).status).toBe(303);
  });

  test("an unknown recipient's code is wrong like any other", async () => {
    const gateway = gatewayWith();
    const browser = gateway.browser();
    const { page, code } = await askForCode(gateway, browser, path, freshPerson().phone);
    expect(code).toBeNull();
    const answer = await browser.submit(page, submit, { code: "123456", password: chosen });
    expect([answer.status, messageBy(answer, "code")]).toEqual([422, "验证码校验失败，请重试"]);
  });

  test("a wrong code or a bad password keeps the old password; a bad password does not cost a try", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    const { page, code } = await askForCode(gateway, browser, path, person.phone);
    for (let count = 0; count < 6; count += 1) {
      const short = await browser.submit(page, submit, { code, password: "short" });
      expect([short.status, messageBy(short, "password")]).toEqual([400, "密码至少 8 个字符"]);
      expect(short.$("[name=code]").attr("value")).toBe(code);
    }
    const wrong = await browser.submit(page, submit, {
      code: code === "123456" ? "654321" : "123456",
      password: chosen,
    });
    expect(messageBy(wrong, "code")).toBe("验证码校验失败，请重试");
    expect((await signIn(gateway.browser(), person.phone, password)).status).toBe(303);
  });

  test("a sign-in by the old password that was running does not give a session after the reset", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const resetting = gateway.browser();
    const { page, code } = await askForCode(gateway, resetting, path, person.phone);
    const browsers = Array.from({ length: 3 }, () => gateway.browser());
    const [done, ...signIns] = await Promise.all([
      resetting.submit(page, submit, { code, password: chosen }, { follow: false }),
      ...browsers.map((browser) => signIn(browser, person.email)),
    ]);
    expect(done.status).toBe(303);
    expect(signIns.every(({ status }) => status === 303 || status === 422)).toBe(true);
    for (const browser of browsers) expect((await currentUser(browser)).uid).toBeNull();
  });

  test("a delivery that never ends delays nobody, and is started for known people alone, after the answer", async () => {
    const recipients: string[] = [];
    const never: Delivery = {
      usesOutbox: () => true,
      reaches: () => true,
      send(message) {
        recipients.push(message.recipient);
        return new Promise(() => {});
      },
    };
    const gateway = gatewayWith({}, never);
    const person = await gateway.account();
    for (const screen of [path, "/gateway/signin?mode=code"]) {
      const pages = [];
      for (const account of [person.phone, freshPerson().phone]) {
        const browser = gateway.browser();
        pages.push(await browser.submit(await browser.get(screen), { intent: "send-code" }, { account }));
        expect(recipients).toEqual([]);
      }
      expect(pages.map(({ status }) => status)).toEqual([200, 200]);
      expect(pages[0]?.text).toBe(pages[1]?.text);
      await vi.waitFor(() => expect(recipients).toEqual([person.phone]), { timeout: 120_000 });
      recipients.length = 0;
      await gateway.services.limits.reset("codePerMinute", `phone:${person.phone}`);
    }
  });

  test("an empty form gives each message by its field", async () => {
    const browser = gatewayWith().browser();
    const answer = await browser.submit(await browser.get(path), submit);
    expect(answer.status).toBe(400);
    expect(["account", "code", "password"].map((field) => messageBy(answer, field))).toEqual([
      "请输入手机号或邮箱",
      "请输入验证码",
      "请输入密码",
    ]);
  });

  test("guessed codes count as failures of the address", async () => {
    const gateway = gatewayWith();
    const browser = gateway.browser();
    const form = await browser.get(path);
    const values = { account: freshPerson().phone, code: "123456", password: chosen };
    for (let count = 0; count < 60; count += 1)
      expect((await browser.submit(form, submit, values)).status).toBe(422);
    const refused = await browser.submit(form, submit, values);
    expect([refused.status, alertOf(refused)]).toEqual([429, expect.stringContaining("操作太频繁")]);
  });
});
