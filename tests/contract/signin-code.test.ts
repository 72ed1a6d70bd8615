import { eq } from "drizzle-orm";
import { outbox, verificationCodes } from "gateway/database/schema";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Page } from "../support/plain-browser";
import {
  alertOf,
  askForCode,
  currentUser,
  freshPerson,
  messageBy,
  passTime,
  password,
  type SignInGateway,
  signInGateways,
} from "../support/signin";

const gatewayWith = signInGateways();
afterEach(() => vi.useRealTimers());

const path = "/gateway/signin?mode=code";
const submit = { intent: "submit" };
const codeWrong = "验证码校验失败，请重试";
const another = (code: string | null) => (code === "123456" ? "654321" : "123456");
const messageId = (page: Page) => page.$("[name=messageId]").attr("value") ?? "";

async function requestCode(gateway: SignInGateway, account?: string) {
  const person = await gateway.account();
  const browser = gateway.browser();
  return { person, browser, ...(await askForCode(gateway, browser, path, account ?? person.phone)) };
}

describe("signing in by code", () => {
  test.each(["phone", "email"] as const)(
    "sends it to the %s of an account, and keeps the redirect",
    async (channel) => {
      const gateway = gatewayWith();
      const person = await gateway.account();
      const browser = gateway.browser();
      const { page, code } = await askForCode(
        gateway,
        browser,
        `${path}&redirect=/forum/all`,
        person[channel],
      );
      expect(page.status).toBe(200);
      expect(page.text).toContain("获取验证码成功");
      expect(code).toMatch(/^\d{6}$/);
      const done = await browser.submit(page, submit, { code }, { follow: false });
      expect([done.status, done.headers.get("location")]).toEqual([303, "/forum/all"]);
      expect((await currentUser(browser)).uid).toBe(person.id);
    },
  );

  test("the six digits are stored only as a digest", async () => {
    const gateway = gatewayWith();
    const { page, code } = await requestCode(gateway);
    const [row] = await gateway.services.database
      .select()
      .from(verificationCodes)
      .where(eq(verificationCodes.messageId, messageId(page)));
    expect(row).toMatchObject({ purpose: "signin", channel: "phone", tries: 0, usedAt: null });
    expect(JSON.stringify(row)).not.toContain(code);
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(600_000);
  });

  test.each([
    [{ code: "" }, { code: "请输入验证码" }],
    [
      { account: "", code: "" },
      { account: "请输入手机号或邮箱", code: "请输入验证码" },
    ],
    [{ code: "12345" }, { code: codeWrong }],
  ])("%j is refused", async (values: Record<string, string>, messages: Record<string, string>) => {
    const { browser, page } = await requestCode(gatewayWith());
    const answer = await browser.submit(page, submit, values);
    expect(answer.status).toBe(400);
    for (const [field, message] of Object.entries(messages)) expect(messageBy(answer, field)).toBe(message);
  });

  test.each([
    ["", "手机号或邮箱不能为空"],
    ["13800", "手机格式有误"],
    ["a@b", "邮箱格式有误"],
  ])("asking for a code for %j: %s", async (account, message) => {
    const browser = gatewayWith().browser();
    const answer = await browser.submit(await browser.get(path), { intent: "send-code" }, { account });
    expect([answer.status, messageBy(answer, "account")]).toEqual([400, message]);
  });
});

describe("a code", () => {
  test("is accepted once, also when it is sent twice at the same moment", async () => {
    const gateway = gatewayWith();
    const { browser, page, code, person } = await requestCode(gateway);
    const both = await Promise.all(
      [1, 2].map(() => browser.submit(page, submit, { code }, { follow: false })),
    );
    expect(both.map((answer) => answer.status).sort()).toEqual([303, 422]);
    await browser.jar.removeAllCookies();
    const fresh = await browser.get(path);
    const replay = await browser.submit(fresh, submit, {
      account: person.phone,
      code,
      messageId: messageId(page),
    });
    expect([replay.status, messageBy(replay, "code")]).toEqual([422, codeWrong]);
  });

  test("is valid for ten minutes", async () => {
    const gateway = gatewayWith();
    const early = await requestCode(gateway);
    const late = await requestCode(gateway);
    passTime(599);
    expect(
      (await early.browser.submit(early.page, submit, { code: early.code }, { follow: false })).status,
    ).toBe(303);
    passTime(2);
    expect(messageBy(await late.browser.submit(late.page, submit, { code: late.code }), "code")).toBe(
      codeWrong,
    );
  });

  test("allows five tries: the fifth may be right, the sixth may not", async () => {
    const gateway = gatewayWith();
    const lucky = await requestCode(gateway);
    const unlucky = await requestCode(gateway);
    for (const { browser, page, code } of [lucky, unlucky]) {
      for (let count = 0; count < 4; count += 1) {
        const answer = await browser.submit(page, submit, { code: another(code) });
        expect([answer.status, messageBy(answer, "code"), messageId(answer)]).toEqual([
          422,
          codeWrong,
          messageId(page),
        ]);
      }
    }
    expect(
      (await lucky.browser.submit(lucky.page, submit, { code: lucky.code }, { follow: false })).status,
    ).toBe(303);
    await unlucky.browser.submit(unlucky.page, submit, { code: another(unlucky.code) });
    const sixth = await unlucky.browser.submit(unlucky.page, submit, { code: unlucky.code });
    expect([sixth.status, messageBy(sixth, "code")]).toEqual([422, codeWrong]);
  });

  test("allows five tries in parallel as well, from many addresses", async () => {
    const gateway = gatewayWith();
    const { person, page, code } = await requestCode(gateway);
    const guess = async () => {
      const browser = gateway.browser();
      return browser.submit(await browser.get(path), submit, {
        account: person.phone,
        messageId: messageId(page),
        code: another(code),
      });
    };
    const answers = await Promise.all(Array.from({ length: 40 }, guess));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([422]));
    const [row] = await gateway.services.database
      .select()
      .from(verificationCodes)
      .where(eq(verificationCodes.messageId, messageId(page)));
    expect(row?.tries).toBe(5);
    const browser = gateway.browser();
    const right = await browser.submit(await browser.get(path), submit, {
      account: person.phone,
      messageId: messageId(page),
      code,
    });
    expect(messageBy(right, "code")).toBe(codeWrong);
  });

  test("cannot be used up by a person who did not ask for it", async () => {
    const gateway = gatewayWith();
    const { person, browser, page, code } = await requestCode(gateway);
    const stranger = gateway.browser();
    const form = await stranger.get(path);
    for (const id of ["", "x", "no-such-message-id-0000"]) {
      for (let count = 0; count < 3; count += 1) {
        const answer = await stranger.submit(form, submit, {
          account: person.phone,
          code: another(code),
          messageId: id,
        });
        expect(messageBy(answer, "code")).toBe(codeWrong);
      }
    }
    expect((await browser.submit(page, submit, { code }, { follow: false })).status).toBe(303);
  });

  test("is refused for another recipient or another purpose", async () => {
    const gateway = gatewayWith();
    const { person, browser, page, code } = await requestCode(gateway);
    const victim = await gateway.account();
    for (const account of [victim.phone, victim.email, person.email]) {
      expect(messageBy(await browser.submit(page, submit, { account, code }), "code")).toBe(codeWrong);
    }
    const reset = await browser.submit(await browser.get("/gateway/reset"), submit, {
      account: person.phone,
      messageId: messageId(page),
      code,
      password,
    });
    expect(messageBy(reset, "code")).toBe(codeWrong);
    const values = {
      account: person.phone,
      messageId: messageId(page),
      code,
      nickname: freshPerson().nickname,
      password,
      agree: "yes",
    };
    expect(
      messageBy(await browser.submit(await browser.get("/gateway/register"), submit, values), "code"),
    ).toBe(codeWrong);
    // None of these tries counts against the code.
    expect((await browser.submit(page, submit, { code }, { follow: false })).status).toBe(303);
  });
});

describe("sending a code", () => {
  test("an unknown recipient gets the same answer and no message", async () => {
    const gateway = gatewayWith();
    const unknown = freshPerson();
    for (const address of [path, "/gateway/reset"]) {
      const known = await gateway.account();
      for (const channel of ["phone", "email"] as const) {
        const told = await askForCode(gateway, gateway.browser(), address, known[channel]);
        const silent = await askForCode(gateway, gateway.browser(), address, unknown[channel]);
        expect(silent.code).toBeNull();
        expect(silent.page.status).toBe(told.page.status);
        expect(silent.page.text).toBe(told.page.text);
        expect(messageId(silent.page)).toMatch(/^[\w-]{22}$/);
      }
      passTime(61);
    }
  });

  test("works once a minute for a recipient: 剩余N秒 until then, for every caller, then 重新发送", async () => {
    const gateway = gatewayWith();
    const { person, browser, page } = await requestCode(gateway);
    expect(page.$("button[value=send-code]").attr("class")).toContain("left-60");
    passTime(17);
    for (const who of [browser, gateway.browser()]) {
      const again = await who.submit(await who.get(path), { intent: "send-code" }, { account: person.phone });
      expect([again.status, messageBy(again, "code")]).toEqual([429, expect.stringMatching(/^剩余4[23]秒/)]);
      expect(again.$("[name=account]").attr("value")).toBe(person.phone);
      expect(again.$("button[value=send-code]").attr("class")).toMatch(/left-4[23]/);
    }
    passTime(44);
    const resent = await browser.submit(page, { button: "重新发送" });
    expect(resent.text).toContain("获取验证码成功");
    expect(messageId(resent)).not.toBe(messageId(page));
  });

  test("works ten times a day for a recipient", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    for (let count = 0; count < 10; count += 1) {
      expect((await askForCode(gateway, gateway.browser(), path, person.phone)).page.status).toBe(200);
      passTime(61);
    }
    const { page } = await askForCode(gateway, gateway.browser(), path, person.phone);
    expect([page.status, alertOf(page)]).toEqual([429, "今天获取验证码的次数已达上限，请明天再试"]);
    passTime(86_400);
    expect((await askForCode(gateway, gateway.browser(), path, person.phone)).page.status).toBe(200);
  });

  test("works thirty times an hour from an address, for all recipients together", async () => {
    const gateway = gatewayWith();
    const browser = gateway.browser();
    const form = await browser.get(path);
    for (let count = 0; count < 30; count += 1) {
      expect(
        (await browser.submit(form, { intent: "send-code" }, { account: freshPerson().phone })).status,
      ).toBe(200);
    }
    const person = await gateway.account();
    const refused = await browser.submit(form, { intent: "send-code" }, { account: person.phone });
    expect([refused.status, alertOf(refused)]).toEqual([429, "获取验证码太频繁，请稍后再试"]);
    // The recipient's minute does not start with a refused request.
    expect((await askForCode(gateway, gateway.browser(), path, person.phone)).code).toMatch(/^\d{6}$/);
  });

  test("old codes are deleted", async () => {
    const gateway = gatewayWith();
    const { page } = await requestCode(gateway);
    passTime(86_400 + 700);
    await requestCode(gateway);
    const rows = await gateway.services.database
      .select()
      .from(verificationCodes)
      .where(eq(verificationCodes.messageId, messageId(page)));
    expect(rows).toEqual([]);
    expect((await gateway.services.database.select().from(outbox)).length).toBeGreaterThan(0);
  });
});
