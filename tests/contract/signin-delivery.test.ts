import { eq } from "drizzle-orm";
import { outbox } from "gateway/database/schema";
import { askForMessages, sendContactMessages } from "gateway/server/contact-messages";
import { createDelivery, type Delivery, type DeliveryOptions, jobPatience } from "gateway/server/delivery";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { expectConsole } from "../support/console";
import type { Page as SignInPage } from "../support/plain-browser";
import {
  alertOf,
  askForCode,
  freshPerson,
  messageBy,
  type SignInGateway,
  signInGateways,
} from "../support/signin";
import { type SmtpServer, startSmtpServer } from "../support/smtp-server";
import { startUpstream, type Upstream } from "../support/upstream";

const gatewayWith = signInGateways();
let mail: SmtpServer;
let sms: Upstream;
let log: string[];

beforeEach(async () => {
  [mail, sms] = await Promise.all([startSmtpServer(), startUpstream()]);
  log = [];
});
afterEach(async () => {
  await Promise.all([mail.close(), sms.close()]);
});

const deliveryOf = (options: Partial<DeliveryOptions>): Delivery =>
  createDelivery({ database: gatewayWith().services.database, log: (line) => log.push(line), ...options });
const senders = () => ({
  smtpUrl: mail.url,
  mailFrom: "测试社区 <no-reply@forum.example>",
  smsHookUrl: `${sms.origin}/send`,
  smsHookToken: "token-1",
});
const outboxOf = async (recipient: string) =>
  gatewayWith().services.database.select().from(outbox).where(eq(outbox.recipient, recipient));

describe("real senders", () => {
  test("an email is sent over SMTP, and its code is neither in the log nor in the outbox", async () => {
    const gateway = gatewayWith({}, deliveryOf(senders()));
    const { email } = freshPerson();
    const { page } = await askForCode(gateway, gateway.browser(), "/gateway/register?by=email", email);
    expect(page.text).toContain("获取验证码成功");
    expect(page.text).not.toContain("开发模式");
    expect(mail.received.map(({ recipients }) => recipients)).toEqual([[email]]);
    const raw = mail.received[0]?.raw ?? "";
    expect(raw).toContain("no-reply@forum.example");
    expect(Buffer.from(raw.split("\r\n\r\n")[1] ?? "", "base64").toString()).toMatch(
      /^【测试社区】注册验证码 \d{6}，10 分钟内有效。/,
    );
    expect(await outboxOf(email)).toEqual([]);
    expect(log).toEqual([]);
  });

  test("an SMS is sent to the hook as JSON with the token", async () => {
    const gateway = gatewayWith({}, deliveryOf(senders()));
    const { phone } = freshPerson();
    await askForCode(gateway, gateway.browser(), "/gateway/register", phone);
    expect(sms.received.length).toBe(1);
    expect(sms.received[0]).toMatchObject({ method: "POST", path: "/send" });
    expect(sms.received[0]?.headers).toMatchObject({
      authorization: "Bearer token-1",
      "content-type": "application/json",
    });
    const body = JSON.parse(sms.received[0]?.body ?? "");
    expect(body).toEqual({
      phoneNumber: phone,
      callCountryCode: "+86",
      text: expect.stringMatching(/注册验证码 \d{6}，/),
      template: { name: "code", parameters: { code: expect.stringMatching(/^\d{6}$/), minutes: "10" } },
    });
    expect(body.text).toContain(body.template.parameters.code);
    expect(await outboxOf(phone)).toEqual([]);
    expect(log).toEqual([]);
  });

  test("with one of the two, the other's messages are stored in the outbox and the log does not show their text", async () => {
    const gateway = gatewayWith({}, deliveryOf({ smtpUrl: mail.url }));
    const { phone } = freshPerson();
    const { code } = await askForCode(gateway, gateway.browser(), "/gateway/register", phone);
    expect(code).toMatch(/^\d{6}$/);
    expect(log).toEqual(["[发件箱] 没有配置短信发送方式，消息已存入发件箱"]);
  });

  test("with neither, the log shows the text", async () => {
    const gateway = gatewayWith({}, deliveryOf({}));
    const { phone } = freshPerson();
    const { code } = await askForCode(gateway, gateway.browser(), "/gateway/register", phone);
    expect(log).toEqual([expect.stringContaining(`${phone}：【测试社区】注册验证码 ${code}`)]);
  });
});

describe("a sender that fails", () => {
  const failures: [string, () => void, "phone" | "email"][] = [
    ["the hook answers 500", () => sms.answer(500, { error: "no credit" }), "phone"],
    ["the hook answers 302", () => sms.answer(302, "", { location: "/elsewhere" }), "phone"],
    ["the hook hangs up", () => sms.behave((_, response) => response.destroy()), "phone"],
    ["the mail server refuses", () => mail.refuse(), "email"],
  ];
  test.each(failures)(
    "%s: 发送验证码失败, no countdown, and the next try is possible at once",
    async (_, fail, channel) => {
      fail();
      expectConsole("warn", /\[验证码\] 没有发出/);
      const gateway = gatewayWith({}, deliveryOf(senders()));
      const path = channel === "phone" ? "/gateway/register" : "/gateway/register?by=email";
      const account = freshPerson()[channel];
      const browser = gateway.browser();
      for (let count = 0; count < 2; count += 1) {
        const { page } = await askForCode(gateway, browser, path, account);
        expect([page.status, messageBy(page, "code"), alertOf(page)]).toEqual([422, "发送验证码失败", ""]);
        expect(page.$("[name=account]").attr("value")).toBe(account);
        expect(page.$("button[value=send-code]").text()).toBe("获取验证码");
      }
      expect(sms.received.filter(({ path }) => path === "/elsewhere")).toEqual([]);
    },
  );

  test("a hook that never answers is given up after ten seconds", async () => {
    sms.behave(() => {});
    const given = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
      expect(milliseconds).toBe(10_000);
      return AbortSignal.abort(new DOMException("timed out", "TimeoutError"));
    });
    await expect(
      deliveryOf(senders()).send({ channel: "phone", recipient: "13800000001", subject: "s", text: "t" }),
    ).rejects.toThrow("timed out");
    expect(given).toHaveBeenCalledOnce();
  });

  test("a mail by a slow server is given up only while a person waits, since it arrives all the same", async () => {
    mail.slow(150);
    const message = { channel: "email", recipient: freshPerson().email, subject: "s", text: "t" } as const;
    await expect(deliveryOf(senders()).send(message, 200)).rejects.toThrow("没有及时回答");
    await vi.waitFor(() => expect(mail.received).toHaveLength(1), { timeout: 120_000 });
    const patience: (number | undefined)[] = [];
    const { services } = gatewayWith();
    const send: Delivery["send"] = async (_message, given) => void patience.push(given);
    const told = await askForMessages(services.database, [message], services.now());
    await sendContactMessages({ ...services, delivery: { ...services.delivery, send } }, told);
    expect(patience).toEqual([jobPatience]);
  });

  test("if a code is sent only to accounts, neither a failure nor a delay tells whether there is one", async () => {
    expectConsole("warn", /\[验证码\] 没有发出/);
    const gateway = gatewayWith({}, deliveryOf(senders()));
    const person = await gateway.account();
    const waiting: (() => void)[] = [];
    sms.behave((_, response) => waiting.push(() => response.writeHead(500).end()));
    const warned = vi.spyOn(console, "warn");
    for (const [index, path] of ["/gateway/signin?mode=code", "/gateway/reset"].entries()) {
      const known = await askForCode(gateway, gateway.browser(), path, person.phone);
      const unknown = await askForCode(gateway, gateway.browser(), path, freshPerson().phone);
      expect(known.page.status).toBe(200);
      expect(known.page.text).toBe(unknown.page.text);
      await vi.waitFor(() => expect(waiting.length).toBe(index + 1), { timeout: 120_000 });
      await gateway.services.limits.reset("codePerMinute", `phone:${person.phone}`);
    }
    for (const answer of waiting) answer();
    await vi.waitFor(() => expect(warned).toHaveBeenCalledTimes(2), { timeout: 120_000 });
    warned.mockRestore();
  });
});

describe("a site of others without a sender", () => {
  const site = (options: Partial<DeliveryOptions>) =>
    gatewayWith({}, deliveryOf({ ...options, outboxIsRead: false }));
  const tabsOf = (page: { $: SignInPage["$"] }) =>
    page
      .$("nav.tabs a")
      .toArray()
      .map((link) => page.$(link).text());
  const askAt = async (gateway: SignInGateway, path: string, account: string) => {
    const browser = gateway.browser();
    return browser.submit(await browser.get(path), { intent: "send-code" }, { account });
  };

  test("for SMS: registers by email alone, and never claims to have sent an SMS", async () => {
    const gateway = site({ smtpUrl: mail.url, mailFrom: "社区 <no-reply@forum.example>" });
    const page = await gateway.browser().get("/gateway/register");
    expect([tabsOf(page), page.$("label[for=account]").text()]).toEqual([[], "邮箱"]);
    const { email, phone } = freshPerson();
    const asked = await askAt(gateway, "/gateway/register", email);
    expect(asked.text).toContain("获取验证码成功");
    expect(asked.text).not.toContain("开发模式");
    expect(mail.received).toHaveLength(1);
    const person = await gateway.account();
    // The answer is the same whether there is an account, and nothing is stored that nobody reads.
    for (const path of ["/gateway/signin?mode=code", "/gateway/reset"])
      for (const account of [phone, person.phone]) {
        const refused = await askAt(gateway, path, account);
        expect([refused.status, messageBy(refused, "code")]).toEqual([
          422,
          "本站还没有开通短信，不能向手机发送验证码",
        ]);
        expect(refused.$("[name=account]").attr("value")).toBe(account);
        expect(await outboxOf(account)).toEqual([]);
      }
    expect((await gateway.browser().get("/gateway/reset")).text).toContain("发到账号绑定的邮箱。");
  });

  test("for mail: registers by phone alone", async () => {
    const gateway = site({ smsHookUrl: `${sms.origin}/send` });
    for (const path of ["/gateway/register", "/gateway/register?by=email"]) {
      const page = await gateway.browser().get(path);
      expect([tabsOf(page), page.$("label[for=account]").text()]).toEqual([[], "手机号"]);
    }
    expect((await askAt(gateway, "/gateway/register", freshPerson().phone)).text).toContain("获取验证码成功");
    const refused = await askAt(gateway, "/gateway/reset", freshPerson().email);
    expect([refused.status, messageBy(refused, "code")]).toEqual([
      422,
      "本站还没有开通邮件，不能向邮箱发送验证码",
    ]);
  });

  test("for both: says so in place of the form, and signing in by a code is not offered", async () => {
    const gateway = site({});
    const browser = gateway.browser();
    const closed = await browser.get("/gateway/register");
    expect([closed.status, closed.text]).toEqual([200, expect.stringContaining("暂时不能注册")]);
    const form = await browser.get("/gateway/signin");
    expect(tabsOf(form)).toEqual([]);
    const posted = await browser.post(
      "/gateway/register",
      new URLSearchParams({
        intent: "send-code",
        account: freshPerson().phone,
        formToken: String(form.$("[name=formToken]").attr("value")),
      }),
    );
    expect([posted.status, posted.text]).toEqual([422, expect.stringContaining("暂时不能注册")]);
    expect((await browser.get("/gateway/reset")).text).toContain("请联系管理员重置密码");
  });
});
