import { describe, expect, test } from "vitest";
import {
  alertOf,
  currentUser,
  freshPerson,
  messageBy,
  signInPages as pages,
  password,
  portalOrigin,
  signInGateways,
} from "../support/signin";
import { problemsOf } from "../support/signin-html";

const gatewayWith = signInGateways();

const submit = { intent: "submit" };
const expired = "页面已过期或不是从本站打开的，请检查后重新提交";
const html = "text/html; charset=UTF-8";
describe("forged forms", () => {
  test.each(pages)(
    "%s: a missing, wrong or foreign token, or no cookie, is a 403 that keeps what was typed",
    async (path) => {
      const gateway = gatewayWith();
      const person = freshPerson();
      const account = path.includes("email") ? person.email : person.phone;
      const browser = gateway.browser();
      const form = await browser.get(path);
      const foreign = (await gateway.browser().get(path)).$("[name=formToken]").attr("value") ?? "";
      for (const intent of ["submit", ...(form.$("button[value=send-code]").length ? ["send-code"] : [])]) {
        for (const formToken of [null, "", "x", foreign, `${form.$("[name=formToken]").attr("value")}x`]) {
          const answer = await browser.submit(form, { intent }, { account, formToken });
          expect([answer.status, alertOf(answer)]).toEqual([403, expired]);
          expect(answer.$("[name=account]").attr("value")).toBe(account);
          expect(await problemsOf(answer)).toEqual([]);
        }
      }
      await browser.jar.removeAllCookies();
      const withoutCookie = await browser.submit(form, submit, { account });
      expect(withoutCookie.status).toBe(403);
      expect(await gateway.codeSentTo(account)).toBeNull();
      // The page that is shown again works.
      expect((await browser.submit(withoutCookie, submit, {})).status).toBe(400);
    },
  );

  test.each([
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "same-origin" }, 303],
    [{ "sec-fetch-site": "none" }, 303],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "http://portal.test.evil.example" }, 403],
    [{ origin: "https://forum.example" }, 303],
    [{ origin: "https://portal.test" }, 303],
  ])("a right token with %j: %i", async (headers: Record<string, string>, status) => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    const form = await browser.get("/gateway/signin");
    const answer = await browser.submit(
      form,
      submit,
      { account: person.phone, password },
      { follow: false, headers },
    );
    expect(answer.status).toBe(status);
    if (status === 403) expect((await currentUser(browser)).uid).toBeNull();
    if (status === 403) expect(answer.html).not.toContain(password);
  });

  test("with a shared secret a form works after a restart; without one it expires", async () => {
    for (const [secrets, status] of [
      [["a secret of the deployment"], 400],
      [undefined, 403],
    ] as const) {
      const [before, after] = [gatewayWith({ secrets }).browser(), gatewayWith({ secrets }).browser()];
      const form = await before.get("/gateway/signin");
      for (const cookie of await before.jar.getCookies(`${portalOrigin}/gateway/signin`))
        await after.jar.setCookie(cookie, portalOrigin);
      expect((await after.submit(form, submit)).status).toBe(status);
    }
  });
});

describe("bad input", () => {
  const post = async (
    path: string,
    body: (token: string) => BodyInit,
    headers: Record<string, string> = {},
  ) => {
    const browser = gatewayWith().browser();
    const token = (await browser.get(path)).$("[name=formToken]").attr("value") ?? "";
    return browser.post(path, body(token), { headers });
  };
  const fields = (token: string, more: Record<string, string> = {}) =>
    new URLSearchParams({ formToken: token, intent: "submit", ...more });

  test.each(pages)("%s: a body over 1 MB is a 413 page, with and without a declared length", async (path) => {
    const large = new Uint8Array(1024 * 1024 + 1).fill(97);
    const browser = gatewayWith().browser();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const declared = await browser.post(path, large, {
      headers: { ...type, "content-length": String(large.length) },
    });
    expect([declared.status, declared.headers.get("content-type")]).toEqual([413, html]);
    expect(declared.text).toContain("提交的内容过大，请精简后再试");
    const app = gatewayWith().browser();
    const streamed = await app.post(path, new Blob([large]).stream(), { headers: type });
    expect(streamed.status).toBe(413);
  });

  test.each(pages)(
    "%s: a field of almost 1 MB is refused by its field, and the shown value is cut",
    async (path) => {
      const long = "长a".repeat(15_000);
      const answer = await post(path, (token) =>
        fields(token, {
          account: long,
          password: long,
          nickname: long,
          code: long,
          captcha: long,
          messageId: long,
        }),
      );
      expect(answer.status).toBe(400);
      expect(messageBy(answer, "account")).toMatch(/^请输入正确的/);
      expect(answer.html.length).toBeLessThan(20_000);
      expect(answer.$("[name=account]").attr("value")).toBe(long.slice(0, 1_000));
    },
  );

  test.each(pages)("%s: a repeated field is refused, the first value kept", async (path) => {
    const answer = await post(path, (token) => {
      const body = fields(token, { account: "13800000001" });
      body.append("account", "13800000002");
      return body;
    });
    expect([answer.status, alertOf(answer)]).toEqual([400, "表单里有重复的内容，请检查后重新提交"]);
    expect(answer.$("[name=account]").attr("value")).toBe("13800000001");
  });

  test.each(pages)(
    "%s: JSON, text, a broken multipart body or one with a file, and no body at all are 4xx pages",
    async (path) => {
      const bodies: [BodyInit, Record<string, string>][] = [
        ['{"account":{"$ne":1}}', { "content-type": "application/json" }],
        ["account=1", { "content-type": "text/plain" }],
        ["--x\r\nbroken", { "content-type": "multipart/form-data; boundary=x" }],
        ["", { "content-type": "application/x-www-form-urlencoded" }],
        ["%%%=%E0%A4%A&&==&account", { "content-type": "application/x-www-form-urlencoded" }],
      ];
      for (const [body, headers] of bodies) expect((await post(path, () => body, headers)).status).toBe(403);
      const file = await post(path, (token) => {
        const form = new FormData();
        form.set("formToken", token);
        form.set("account", new Blob(["13800000001"]), "account.txt");
        return form;
      });
      expect(file.status).toBe(400);
      expect(messageBy(file, "account")).toMatch(/^请输入/);
    },
  );

  test.each(pages)("%s: NUL bytes, markup, invisible characters and odd intents are inert", async (path) => {
    const values = [
      "\u0000",
      "13800000001\u0000",
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "javascript:alert(1)",
      "\u202e\u200b",
      "' or 1=1 --",
      "{{7*7}}",
    ];
    for (const value of values) {
      const all = {
        account: value,
        password: value,
        nickname: value,
        code: value,
        captcha: value,
        captchaToken: value,
        messageId: value,
        agree: value,
      };
      for (const intent of ["submit", "send-code", "new-captcha", value]) {
        const answer = await post(path, (token) => fields(token, { ...all, intent }));
        expect([200, 400, 422]).toContain(answer.status);
        expect(answer.$("script, img[onerror], [src^='javascript']").length).toBe(0);
        expect(answer.html).not.toContain("\u0000");
      }
    }
  });

  test("a multipart form works like any other", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    const page = await browser.get("/gateway/signin");
    const body = new FormData();
    for (const [name, value] of Object.entries({
      formToken: page.$("[name=formToken]").attr("value") ?? "",
      account: person.phone,
      password,
    }))
      body.set(name, value);
    expect((await browser.post("/gateway/signin", body)).status).toBe(303);
  });

  test.each([
    "mode=code&mode=password",
    "mode=%00",
    "by=x",
    "done=reset&done=x",
    "redirect=%00",
    "redirect=a&redirect=b",
    `redirect=${"a".repeat(9_000)}`,
  ])("an odd query ?%s is a page", async (query) => {
    for (const page of ["signin", "register", "reset"])
      expect((await gatewayWith().browser().get(`/gateway/${page}?${query}`)).status).toBe(200);
  });
});
