import { eq } from "drizzle-orm";
import { accounts } from "gateway/database/schema";
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
  signIn,
  signInGateways,
  watchCaptchas,
} from "../support/signin";

const gatewayWith = signInGateways();
afterEach(() => vi.useRealTimers());

const wrong = "not the password";
const submit = { intent: "submit" };
const hasCaptcha = (page: Page) => page.$("[name=captcha]").length === 1;
/** The parts of a page that do not differ from visit to visit. */
const gist = (page: Page) => [
  page.status,
  page.text,
  page
    .$("input, button")
    .toArray()
    .map((element) => page.$(element).attr("name")),
];

describe("signing in by password", () => {
  test.each(["phone", "email"] as const)("by %s, with the redirect kept", async (channel) => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    const form = await browser.get("/gateway/signin?redirect=%2Ftags%3Fname%3D%5Ba%5D");
    const done = await browser.submit(
      form,
      submit,
      { account: ` ${person[channel].toUpperCase()} `, password },
      { follow: false },
    );
    expect([done.status, done.headers.get("location"), done.headers.get("cache-control")]).toEqual([
      303,
      "/tags?name=%5Ba%5D",
      "no-store",
    ]);
    expect(await currentUser(browser)).toEqual({ status: 200, uid: person.id });
  });

  test("a password typed with a full-width keyboard is the same password", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    expect((await signIn(gateway.browser(), person.phone, "ｃｏｒｒｅｃｔ horse 电池")).status).toBe(303);
  });

  test("a redirect to another site leads home", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    const form = await browser.get("/gateway/signin?redirect=https://evil.example/");
    expect(form.html).not.toContain("evil.example");
    const done = await browser.submit(form, submit, { account: person.phone, password }, { follow: false });
    expect(done.headers.get("location")).toBe("/");
    const straight = await browser.post(
      "/gateway/signin?redirect=//evil.example",
      new URLSearchParams({ account: person.phone, password }),
    );
    expect(straight.html).not.toContain("evil.example");
  });

  test("a signed-in person is redirected from the sign-in and register pages", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    await signIn(browser, person.phone);
    for (const page of ["signin", "register"]) {
      const answer = await browser.get(`/gateway/${page}?redirect=/forum/all`, { follow: false });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/forum/all"]);
    }
  });

  test.each([
    [{}, { account: "请输入手机号或邮箱", password: "请输入密码" }],
    [{ account: "1234", password }, { account: "请输入正确的手机号" }],
    [{ account: "a@b", password }, { account: "请输入正确的邮箱地址" }],
    [{ account: "13800000000" }, { password: "请输入密码" }],
    [{ account: "13800000000", password: "a".repeat(501) }, { password: "账号或密码错误" }],
  ])(
    "%j: 400 with each message by its field",
    async (values: Record<string, string>, messages: Record<string, string>) => {
      const browser = gatewayWith().browser();
      const answer = await browser.submit(await browser.get("/gateway/signin"), submit, values);
      expect(answer.status).toBe(400);
      for (const [field, message] of Object.entries(messages)) expect(messageBy(answer, field)).toBe(message);
      expect(answer.$("[name=account]").attr("value") ?? "").toBe(values.account ?? "");
    },
  );
});

describe("nobody can find out which accounts exist", () => {
  test("a wrong password, an unknown phone and an account without a password get the same answer", async () => {
    const gateway = gatewayWith();
    const [known, bare] = [await gateway.account(), await gateway.account()];
    await gateway.services.database
      .update(accounts)
      .set({ passwordHash: null })
      .where(eq(accounts.id, bare.id));
    const gists = [];
    for (const account of [known.phone, freshPerson().phone, bare.phone]) {
      const browser = gateway.browser();
      const first = await signIn(browser, account, wrong);
      expect([first.status, messageBy(first, "password")]).toEqual([422, "账号或密码错误"]);
      for (let count = 0; count < 3; count += 1) gists.push(gist(await signIn(browser, account, wrong)));
    }
    expect(gists.slice(3, 6)).toEqual(gists.slice(0, 3));
    expect(gists.slice(6)).toEqual(gists.slice(0, 3));
  });
});

describe("the captcha", () => {
  test("is required after three failures, and a try without it or with a wrong one is not checked", async () => {
    const answer = watchCaptchas();
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    for (let count = 0; count < 2; count += 1)
      expect(hasCaptcha(await signIn(browser, person.phone, wrong))).toBe(false);
    const third = await signIn(browser, person.phone, wrong);
    expect(hasCaptcha(third)).toBe(true);
    const picture = third.$("img");
    expect(picture.attr("src")).toMatch(/^data:image\/png;base64,/);
    expect(picture.attr("alt")).toContain("图形验证码");

    const without = await browser.submit(third, submit, { password });
    expect([without.status, messageBy(without, "captcha")]).toEqual([422, "请输入图形验证码"]);
    const mistaken = await browser.submit(without, submit, { password, captcha: "????" });
    expect([mistaken.status, messageBy(mistaken, "captcha")]).toEqual([422, "图形验证码错误"]);
    expect(mistaken.$("[name=account]").attr("value")).toBe(person.phone);
    const done = await browser.submit(
      mistaken,
      submit,
      { password, captcha: ` ${answer().toLowerCase()} ` },
      { follow: false },
    );
    expect(done.status).toBe(303);
    expect(hasCaptcha(await gateway.browser().get("/gateway/signin"))).toBe(false);
  });

  test("is required for the account from any address, and for the address with any account", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const address = "192.0.2.7";
    for (let count = 0; count < 3; count += 1)
      await signIn(gateway.browser({ address }), person.phone, wrong);
    expect(messageBy(await signIn(gateway.browser(), person.phone), "captcha")).toBe("请输入图形验证码");
    expect(
      messageBy(await signIn(gateway.browser({ address }), (await gateway.account()).phone), "captcha"),
    ).toBe("请输入图形验证码");
    expect(hasCaptcha(await gateway.browser({ address }).get("/gateway/signin"))).toBe(true);
    passTime(901);
    expect((await signIn(gateway.browser(), person.phone)).status).toBe(303);
  });

  test("can be replaced by another picture, and the account stays", async () => {
    const answer = watchCaptchas();
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    for (let count = 0; count < 3; count += 1) await signIn(browser, person.phone, wrong);
    const first = await browser.submit(
      await browser.get("/gateway/signin"),
      { intent: "new-captcha" },
      { account: person.phone },
    );
    const before = answer();
    const second = await browser.submit(first, { intent: "new-captcha" });
    expect(second.status).toBe(200);
    expect(second.$("[name=account]").attr("value")).toBe(person.phone);
    expect(second.$("img").attr("src")).not.toBe(first.$("img").attr("src"));
    expect(before).toMatch(/^[3-9A-Z]{5}$/);
    expect(
      (await browser.submit(second, submit, { password, captcha: answer() }, { follow: false })).status,
    ).toBe(303);
  });

  test("a picture is valid for one answer and ten minutes, and an invented token for none", async () => {
    const answer = watchCaptchas();
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    for (let count = 0; count < 3; count += 1) await signIn(browser, person.phone, wrong);
    const page = await browser.submit(
      await browser.get("/gateway/signin"),
      { intent: "new-captcha" },
      { account: person.phone },
    );
    const captcha = answer();
    const used = await browser.submit(page, submit, { password: wrong, captcha });
    expect(messageBy(used, "password")).toBe("账号或密码错误");
    expect(messageBy(await browser.submit(page, submit, { password, captcha }), "captcha")).toBe(
      "图形验证码错误",
    );

    const late = await browser.submit(page, { intent: "new-captcha" });
    const lateAnswer = answer();
    passTime(601);
    expect(messageBy(await browser.submit(late, submit, { password, captcha: lateAnswer }), "captcha")).toBe(
      "图形验证码错误",
    );

    const [expires, nonce, digest] = (late.$("[name=captchaToken]").attr("value") ?? "").split(".");
    const forged = [
      `${Number.parseInt(expires ?? "", 36) + 36_000_000}.${nonce}.${digest}`,
      `zzzzzzzzz.${nonce}.${digest}`,
      "",
      "..",
      "a.b.c",
      "x".repeat(900),
    ];
    for (const captchaToken of forged) {
      const fresh = await browser.submit(page, { intent: "new-captcha" });
      expect(
        messageBy(
          await browser.submit(fresh, submit, { password, captcha: lateAnswer, captchaToken }),
          "captcha",
        ),
      ).toBe("图形验证码错误");
    }
  });
});

describe("limits", () => {
  test("one account allows ten tries in a quarter of an hour, from any number of addresses; by code its owner can still sign in", async () => {
    const answer = watchCaptchas();
    const gateway = gatewayWith();
    const person = await gateway.account();
    const attempt = async (using: string) => {
      const browser = gateway.browser();
      const page = await browser.submit(
        await browser.get("/gateway/signin"),
        submit,
        { account: person.phone, password: using },
        { follow: false },
      );
      if (!hasCaptcha(page) || messageBy(page, "captcha") === null) return page;
      return browser.submit(page, submit, { password: using, captcha: answer() }, { follow: false });
    };
    for (let count = 0; count < 10; count += 1)
      expect(messageBy(await attempt(wrong), "password")).toBe("账号或密码错误");
    const refused = await attempt(password);
    expect(refused.status).toBe(429);
    expect(alertOf(refused)).toMatch(/^这个账号尝试的次数过多，请 \d+ 分钟后再试，或用验证码登录$/);

    const owner = gateway.browser();
    const { page: codePage, code } = await askForCode(
      gateway,
      owner,
      "/gateway/signin?mode=code",
      person.phone,
    );
    expect((await owner.submit(codePage, submit, { code }, { follow: false })).status).toBe(303);

    passTime(901);
    expect((await attempt(password)).status).toBe(303);
  });

  test("parallel guesses do not get past the count", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => signIn(gateway.browser(), person.phone, wrong)),
    );
    expect(answers.filter((answer) => messageBy(answer, "password") === "账号或密码错误").length).toBe(3);
    expect(answers.filter((answer) => messageBy(answer, "captcha") === "请输入图形验证码").length).toBe(22);
  });

  test("one address allows sixty failures, for any accounts; an own account does not give more", async () => {
    const answer = watchCaptchas();
    const gateway = gatewayWith();
    const own = await gateway.account();
    const browser = gateway.browser();
    const attempt = async (account: string, using: string) => {
      const page = await browser.submit(
        await browser.get("/gateway/signin"),
        submit,
        { account, password: using },
        { follow: false },
      );
      if (messageBy(page, "captcha") === null) return page;
      return browser.submit(page, submit, { password: using, captcha: answer() }, { follow: false });
    };
    for (let count = 0; count < 60; count += 1) {
      expect(messageBy(await attempt(freshPerson().phone, wrong), "password")).toBe("账号或密码错误");
      if (count % 20 !== 0) continue;
      expect((await attempt(own.phone, password)).status).toBe(303);
      await browser.get("/gateway/logout", { follow: false });
    }
    const refused = await attempt(own.phone, password);
    expect(refused.status).toBe(429);
    expect(alertOf(refused)).toMatch(/^操作太频繁，请 \d+ 秒后再试$/);
    expect(refused.$("[name=account]").attr("value")).toBe(own.phone);
  });

  test("one IPv6 network counts as one address", async () => {
    const gateway = gatewayWith();
    for (let count = 0; count < 3; count += 1)
      await signIn(gateway.browser({ address: `2001:db8:1:2::${count}` }), freshPerson().phone, wrong);
    expect(
      hasCaptcha(await gateway.browser({ address: "2001:db8:1:2:ffff::9" }).get("/gateway/signin")),
    ).toBe(true);
    expect(hasCaptcha(await gateway.browser({ address: "2001:db8:1:3::1" }).get("/gateway/signin"))).toBe(
      false,
    );
  });

  test("the address from a trusted proxy counts, from an untrusted one it does not", async () => {
    const person = freshPerson();
    for (const [trustForwardedAddress, wantsCaptcha] of [
      [true, false],
      [false, true],
    ] as const) {
      const gateway = gatewayWith({ trustForwardedAddress });
      const from = (address: string) =>
        gateway.browser({ address: "127.0.0.1", headers: { "x-forwarded-for": `10.0.0.1, ${address}` } });
      for (let count = 0; count < 3; count += 1)
        await signIn(from(`198.51.100.${count}`), person.phone, wrong);
      expect(hasCaptcha(await from("198.51.100.200").get("/gateway/signin"))).toBe(wantsCaptcha);
    }
  });
});
