import { eq } from "drizzle-orm";
import { accounts, policies } from "gateway/database/schema";
import { afterEach, describe, expect, test, vi } from "vitest";
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
} from "../support/signin";

const gatewayWith = signInGateways();
afterEach(() => vi.useRealTimers());

const path = { phone: "/gateway/register", email: "/gateway/register?by=email" };
const submit = { intent: "submit" };

describe("the policies that a new account accepts", () => {
  const agreement = (page: { $: (selector: string) => { text(): string } }) =>
    page.$("label[class=check]").text();

  test("are the loaded policies; without policies the page asks for none", async () => {
    const gateway = gatewayWith();
    const { database } = gateway.services;
    const all = await database.select().from(policies);
    const browser = gateway.browser();
    expect(agreement(await browser.get(path.phone))).toBe("我已阅读并同意《用户协议》和《隐私政策》");
    await database.delete(policies).where(eq(policies.id, "userPolicy"));
    expect(agreement(await browser.get(path.phone))).toBe("我已阅读并同意《隐私政策》");
    await database.delete(policies);
    try {
      const person = freshPerson();
      const { page, code } = await askForCode(gateway, browser, path.phone, person.phone);
      expect(page.$("[name=agree]").length).toBe(0);
      const fields = { code, nickname: person.nickname, password };
      expect((await browser.submit(page, submit, fields, { follow: false })).status).toBe(303);
    } finally {
      await database.insert(policies).values(all);
    }
  });
});

describe.each(["phone", "email"] as const)("registering by %s", (channel) => {
  test("a code, a nickname and a password make an account that is signed in and redirected back", async () => {
    const gateway = gatewayWith();
    const browser = gateway.browser();
    const person = freshPerson();
    const { page, code } = await askForCode(
      gateway,
      browser,
      `${path[channel]}${channel === "phone" ? "?" : "&"}redirect=/forum/all`,
      person[channel],
    );
    expect(page.status).toBe(200);
    expect(page.text).toContain("获取验证码成功");
    expect(page.text).toContain("开发模式：验证码在 /gateway/outbox");
    const done = await browser.submit(
      page,
      submit,
      { code, nickname: person.nickname, password, agree: "yes" },
      { follow: false },
    );
    expect(done.status).toBe(303);
    expect(done.headers.get("location")).toBe("/forum/all");

    const { uid } = await currentUser(browser);
    const [row] = await gateway.services.database
      .select()
      .from(accounts)
      .where(eq(accounts.nickname, person.nickname));
    expect(row).toMatchObject({
      id: uid,
      phone: null,
      email: null,
      [channel]: person[channel],
      admin: false,
    });
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);

    const other = gateway.browser();
    expect((await signIn(other, person[channel])).status).toBe(303);
    expect((await currentUser(other)).uid).toBe(uid);
  });

  test("a contact that has an account is only reported after the right code", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    const { page, code } = await askForCode(gateway, browser, path[channel], person[channel]);
    expect(page.text).toContain("获取验证码成功");
    const fields = { nickname: freshPerson().nickname, password, agree: "yes" };
    const wrong = await browser.submit(page, submit, {
      ...fields,
      code: code === "000000" ? "000001" : "000000",
    });
    expect([wrong.status, messageBy(wrong, "code"), messageBy(wrong, "account")]).toEqual([
      422,
      "验证码校验失败，请重试",
      null,
    ]);
    const told = await browser.submit(wrong, submit, { ...fields, code });
    expect(told.status).toBe(422);
    expect(messageBy(told, "account")).toBe(
      channel === "phone" ? "该手机号已经绑定账号，请换一个" : "该邮箱已经绑定账号，请换一个",
    );
    expect((await currentUser(browser)).uid).toBeNull();
  });

  test("of two registrations at once with one contact, one succeeds and the other gets a message", async () => {
    const gateway = gatewayWith();
    const person = freshPerson();
    const first = await askForCode(gateway, gateway.browser(), path[channel], person[channel]);
    passTime(61);
    const second = await askForCode(gateway, gateway.browser(), path[channel], person[channel]);
    const [one, two] = [gateway.browser(), gateway.browser()];
    const finish = async (browser: typeof one, { page, code }: typeof first) => {
      const fresh = await browser.get(path[channel]);
      const messageId = page.$("[name=messageId]").attr("value") ?? "";
      const values = {
        account: person[channel],
        messageId,
        code,
        nickname: freshPerson().nickname,
        password,
        agree: "yes",
      };
      return browser.submit(fresh, submit, values, { follow: false });
    };
    const answers = await Promise.all([finish(one, first), finish(two, second)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 422]);
    const loser = answers.find((answer) => answer.status === 422);
    expect(loser && messageBy(loser, "account")).toContain("已经绑定账号，请换一个");
  });
});

describe("refusals", () => {
  test.each([
    [
      "nothing filled in",
      {},
      {
        account: "请输入手机号",
        code: "请输入验证码",
        nickname: "请输入昵称",
        password: "请输入密码",
        agree: "请阅读并同意用户协议和隐私政策",
      },
    ],
    ["a wrong phone", { account: "12345678901" }, { account: "请输入正确的手机号" }],
    ["forbidden characters", { nickname: "<b>阿岚</b>" }, { nickname: "昵称存在特殊字符" }],
    [
      "a long nickname",
      { nickname: "十一个汉字就已经太长了" },
      { nickname: "昵称长度不超过10个汉字或20个英文字符" },
    ],
    ["a short password", { password: "1234567" }, { password: "密码至少 8 个字符" }],
    ["one character over and over", { password: "aaaaaaaaaa" }, { password: "密码不能是同一个字符的重复" }],
    ["a long password", { password: "ab".repeat(65) }, { password: "密码不能超过 128 个字符" }],
    ["a code of letters", { code: "abcdef" }, { code: "验证码校验失败，请重试" }],
    ["another value for consent", { agree: "no" }, { agree: "请阅读并同意用户协议和隐私政策" }],
  ])(
    "%s: 400, each message by its field, all of it kept, the password hidden",
    async (_, values: Record<string, string>, messages: Record<string, string>) => {
      const browser = gatewayWith().browser();
      const answer = await browser.submit(await browser.get(path.phone), submit, values);
      expect(answer.status).toBe(400);
      for (const [field, message] of Object.entries(messages)) expect(messageBy(answer, field)).toBe(message);
      for (const field of ["account", "code", "nickname"])
        expect(answer.$(`[name=${field}]`).attr("value") ?? "").toBe(values[field] ?? "");
      const field = answer.$("[name=password]");
      expect([field.attr("value") ?? "", field.attr("type")]).toEqual([values.password ?? "", "password"]);
      expect(answer.$("[autofocus]").length).toBe(1);
      expect(answer.$("title").text()).toBe("有误：注册 - 测试社区");
    },
  );

  test("an invalid email gets the email's own messages", async () => {
    const browser = gatewayWith().browser();
    const form = await browser.get(path.email);
    expect(messageBy(await browser.submit(form, submit), "account")).toBe("请输入邮箱");
    expect(messageBy(await browser.submit(form, submit, { account: "not-an-email" }), "account")).toBe(
      "请输入正确的邮箱地址",
    );
  });

  test.each([
    [path.phone, "", "手机号不能为空"],
    [path.phone, "1380000", "手机格式有误"],
    [path.email, "", "邮箱不能为空"],
    [path.email, "a@b", "邮箱格式有误"],
  ])("asking for a code at %s with %j: %s", async (address, account, message) => {
    const gateway = gatewayWith();
    const browser = gateway.browser();
    const answer = await browser.submit(
      await browser.get(address),
      { intent: "send-code" },
      { account, nickname: "阿岚", agree: "yes" },
    );
    expect([answer.status, messageBy(answer, "account")]).toEqual([400, message]);
    expect(answer.$("[name=nickname]").attr("value")).toBe("阿岚");
    expect(answer.$("[name=agree]").attr("checked")).toBeDefined();
  });

  test("asking for a code keeps everything typed", async () => {
    const browser = gatewayWith().browser();
    const values = { account: freshPerson().phone, nickname: "阿岚", password: "secret-words", agree: "yes" };
    const answer = await browser.submit(await browser.get(path.phone), { intent: "send-code" }, values);
    expect(answer.$("[name=account]").attr("value")).toBe(values.account);
    expect(answer.$("[name=nickname]").attr("value")).toBe("阿岚");
    expect(answer.$("[name=agree]").attr("checked")).toBeDefined();
    expect(answer.$("[name=password]").attr("value")).toBe("secret-words");
  });

  test("a nickname that looks like another's is refused, and the code stays valid for the next try", async () => {
    const gateway = gatewayWith();
    const taken = await gateway.account();
    const browser = gateway.browser();
    const person = freshPerson();
    const { page, code } = await askForCode(gateway, browser, path.phone, person.phone);
    const alike = taken.nickname
      .toUpperCase()
      .replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
      .replace("N", "Ｎ")
      .slice(0, 10);
    expect(alike).not.toBe(taken.nickname);
    const refused = await browser.submit(page, submit, { code, nickname: alike, password, agree: "yes" });
    expect([refused.status, messageBy(refused, "nickname")]).toEqual([422, "该昵称已被使用，请换一个"]);
    const done = await browser.submit(
      refused,
      submit,
      { code, nickname: person.nickname, password, agree: "yes" },
      { follow: false },
    );
    expect(done.status).toBe(303);
  });

  test("of two registrations at once with one nickname, one succeeds and the other keeps its code", async () => {
    const gateway = gatewayWith();
    const { nickname } = freshPerson();
    const both = await Promise.all(
      [freshPerson(), freshPerson()].map(async ({ phone }) => {
        const browser = gateway.browser();
        return { browser, ...(await askForCode(gateway, browser, path.phone, phone)) };
      }),
    );
    const answers = await Promise.all(
      both.map(({ browser, page, code }) =>
        browser.submit(page, submit, { code, nickname, password, agree: "yes" }, { follow: false }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 422]);
    const lost = answers.findIndex((answer) => answer.status === 422);
    const [refused, loser] = [answers[lost], both[lost]];
    if (!refused || !loser) throw new Error("nobody lost");
    expect(messageBy(refused, "nickname")).toBe("该昵称已被使用，请换一个");
    const again = { code: loser.code, nickname: freshPerson().nickname, password, agree: "yes" };
    expect((await loser.browser.submit(refused, submit, again, { follow: false })).status).toBe(303);
  });

  test("one address allows 30 tries an hour", async () => {
    const gateway = gatewayWith();
    const browser = gateway.browser();
    const form = await browser.get(path.phone);
    const values = () => ({
      account: freshPerson().phone,
      code: "123456",
      nickname: freshPerson().nickname,
      password,
      agree: "yes",
    });
    for (let count = 0; count < 30; count += 1)
      expect((await browser.submit(form, submit, values())).status).toBe(422);
    const refused = await browser.submit(form, submit, values());
    expect(refused.status).toBe(429);
    expect(alertOf(refused)).toMatch(/^操作太频繁，请 \d+ 秒后再试$/);
    passTime(3_601);
    expect((await browser.submit(form, submit, values())).status).toBe(422);
  });
});

describe("the new password", () => {
  const typed = '  spaces & "quotes"  2026 ';

  test("stays as typed when a code is requested and when the form is refused", async () => {
    const gateway = gatewayWith();
    const browser = gateway.browser();
    const person = freshPerson();
    const sent = await browser.submit(
      await browser.get(path.phone),
      { intent: "send-code" },
      { account: person.phone, nickname: person.nickname, password: typed, agree: "yes" },
    );
    expect(sent.$("[name=password]").attr("value")).toBe(typed);
    expect(sent.$("[name=password]").attr("type")).toBe("password");
    expect(sent.headers.get("cache-control")).toBe("no-store");
    const code = await gateway.codeSentTo(person.phone);
    const wrong = await browser.submit(sent, submit, { code: code === "000000" ? "000001" : "000000" });
    expect([wrong.status, wrong.$("[name=password]").attr("value")]).toEqual([422, typed]);
    const done = await browser.submit(wrong, submit, { code: code ?? "" }, { follow: false });
    expect(done.status).toBe(303);
    expect(done.html).not.toContain("2026");
    expect((await signIn(gateway.browser(), person.phone, typed)).status).toBe(303);
  });

  test("is shown and hidden by its button, with everything else unchanged", async () => {
    const browser = gatewayWith().browser();
    const fields = { account: "139", nickname: "青芯", password: typed, agree: "yes" };
    const passwordPage = await browser.submit(
      await browser.get(path.phone),
      { intent: "show-password" },
      fields,
    );
    const stateOf = (page: typeof passwordPage) =>
      ["account", "nickname", "password"].map((name) => page.$(`[name=${name}]`).attr("value"));
    expect([
      passwordPage.status,
      passwordPage.$("[name=password]").attr("type"),
      stateOf(passwordPage),
    ]).toEqual([200, "text", ["139", "青芯", typed]]);
    expect(passwordPage.$("[name=agree]").attr("checked")).toBeDefined();
    expect(passwordPage.$("[autofocus]").attr("name")).toBe("password");
    expect(passwordPage.$("[aria-invalid]").length).toBe(0);
    const refused = await browser.submit(passwordPage, submit);
    expect([refused.status, refused.$("[name=password]").attr("type")]).toEqual([400, "text"]);
    const hidden = await browser.submit(refused, { intent: "hide-password" });
    expect([hidden.$("[name=password]").attr("type"), stateOf(hidden)]).toEqual([
      "password",
      ["139", "青芯", typed],
    ]);
  });

  test("no sign-in page returns an existing password", async () => {
    const page = await signIn(gatewayWith().browser(), freshPerson().phone, "somebody's own 2026");
    expect(page.html).not.toContain("somebody's own");
    expect(page.$("[name=password]").attr("value")).toBeUndefined();
  });
});

describe("the countdown", () => {
  test("continues after a refusal, a reload and the same request again; the code stays valid", async () => {
    const gateway = gatewayWith();
    const browser = gateway.browser();
    const person = freshPerson();
    const left = (page: Awaited<ReturnType<typeof browser.get>>) =>
      Number(/left-(\d+)/.exec(page.$("button[value=send-code]").attr("class") ?? "")?.[1] ?? 0);
    const empty = await browser.get(path.phone);
    expect(left(empty)).toBe(0);
    const fields = { account: person.phone, nickname: person.nickname, password };
    const sent = await browser.submit(empty, { intent: "send-code" }, fields);
    expect(left(sent)).toBe(60);
    passTime(20);
    const refused = await browser.submit(sent, submit, { agree: "yes" });
    expect([refused.status, left(refused)]).toEqual([400, 40]);
    const anew = await browser.get(path.phone);
    expect(left(anew)).toBe(40);
    // A browser that reloads the page posts the first form again, which knows no code yet.
    const posted = await browser.submit(empty, { intent: "send-code" }, fields);
    expect([posted.status, messageBy(posted, "code")]).toEqual([429, expect.stringMatching(/^剩余\d+秒/)]);
    const code = (await gateway.codeSentTo(person.phone)) ?? "";
    const done = await browser.submit(posted, submit, { code, agree: "yes" }, { follow: false });
    expect(done.status).toBe(303);
  });

  test("belongs to the page's purpose, and to this browser", async () => {
    const gateway = gatewayWith();
    const browser = gateway.browser();
    await askForCode(gateway, browser, path.phone, freshPerson().phone);
    for (const [who, address] of [
      [browser, "/gateway/reset"],
      [browser, "/gateway/signin?mode=code"],
      [gateway.browser(), path.phone],
    ] as const) {
      const page = await who.get(address);
      expect([page.$("button[value=send-code]").text(), page.$("[name=messageId]").attr("value")]).toEqual([
        "获取验证码",
        "",
      ]);
    }
  });
});
