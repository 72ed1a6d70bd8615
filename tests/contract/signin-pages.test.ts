import { describe, expect, test } from "vitest";
import { expectConsole } from "../support/console";
import {
  askForCode,
  freshPerson,
  signInPages as pages,
  password,
  signIn,
  signInGateways,
  watchCaptchas,
} from "../support/signin";
import { problemsOf } from "../support/signin-html";

const gatewayWith = signInGateways();

const submit = { intent: "submit" };
const html = "text/html; charset=UTF-8";
describe("pages", () => {
  test.each(pages)(
    "%s is valid, may not be cached or framed, runs no script and loads one stylesheet",
    async (path) => {
      const gateway = gatewayWith();
      const page = await gateway.browser().get(`${path}${path.includes("?") ? "&" : "?"}redirect=/forum/all`);
      expect([page.status, page.headers.get("content-type")]).toEqual([200, html]);
      expect(await problemsOf(page)).toEqual([]);
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.headers.get("content-security-policy")).toBe(
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self' https://forum.example; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(page.headers.get("x-frame-options")).toBe("DENY");
      expect(page.$("script, [style], style").length).toBe(0);
      expect(page.$("html").attr("lang")).toBe("zh-CN");
      for (const link of page.$("form, a[href^='/gateway']").toArray()) {
        expect(page.$(link).attr("action") ?? page.$(link).attr("href")).toContain("redirect=%2Fforum%2Fall");
      }
      for (const input of page.$("input:not([type=hidden])").toArray()) {
        const isCheckbox = page.$(input).attr("type") === "checkbox";
        const label = isCheckbox
          ? page.$(input).closest("label")
          : page.$(`label[for="${page.$(input).attr("id")}"]`);
        expect(label.text().trim()).not.toBe("");
        if (!isCheckbox) expect(page.$(input).attr("autocomplete")).toBeTruthy();
      }
      const sheet = await gateway.browser().get(page.$("link[rel=stylesheet]").attr("href") ?? "");
      expect([sheet.status, sheet.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
      expect(sheet.headers.get("cache-control")).toContain("immutable");
    },
  );

  test("pages with messages, with a captcha and with a sent code are valid as well", async () => {
    watchCaptchas();
    const gateway = gatewayWith();
    const browser = gateway.browser();
    for (const path of pages) {
      const refused = await browser.submit(await browser.get(path), submit);
      expect([path, refused.status, await problemsOf(refused)]).toEqual([path, 400, []]);
    }
    for (let count = 0; count < 3; count += 1) await signIn(browser, freshPerson().phone);
    const withCaptcha = await browser.get("/gateway/signin");
    expect(withCaptcha.$("[name=captcha]").length).toBe(1);
    expect(await problemsOf(withCaptcha)).toEqual([]);
    const { page } = await askForCode(gateway, browser, "/gateway/register", freshPerson().phone);
    expect(await problemsOf(page)).toEqual([]);
    expect(await problemsOf(await browser.get("/gateway/signin?done=reset"))).toEqual([]);
  });

  test.each([
    ["/gateway/signin", { account: "username", password: "current-password" }],
    ["/gateway/signin?mode=code", { account: "username", code: "one-time-code" }],
    [
      "/gateway/register",
      { account: "username", code: "one-time-code", nickname: "nickname", password: "new-password" },
    ],
    ["/gateway/reset", { account: "username", code: "one-time-code", password: "new-password" }],
  ])(
    "%s tells password managers and keyboards what is what",
    async (path, fields: Record<string, string>) => {
      const page = await gatewayWith().browser().get(path);
      for (const [name, value] of Object.entries(fields))
        expect(page.$(`[name=${name}]`).attr("autocomplete")).toBe(value);
      if (fields.code) expect(page.$("[name=code]").attr("inputmode")).toBe("numeric");
    },
  );

  test("the Enter key presses the form's own button, never the one that sends a code", async () => {
    for (const path of pages) {
      const page = await gatewayWith().browser().get(path);
      expect(page.$("form button").first().attr("value")).toBe("submit");
    }
  });

  test.each(["/gateway/signin/none", "/gateway/register/x", "/gateway/reset/"])(
    "%s is a not-found page",
    async (path) => {
      const page = await gatewayWith().browser().get(path);
      expect([page.status, page.headers.get("content-type"), page.$("h1").text()]).toEqual([
        404,
        html,
        "没有这个页面",
      ]);
      expect(await problemsOf(page)).toEqual([]);
    },
  );

  test("calls are still refused in JSON", async () => {
    const page = await gatewayWith().browser().get("/gateway/none");
    expect([page.status, JSON.parse(page.html).errorCode]).toEqual([404, "CALL_NOT_FOUND"]);
  });

  test("an internal failure is a page too, without its cause", async () => {
    const gateway = gatewayWith();
    const browser = gateway.browser();
    const form = await browser.get("/gateway/signin");
    expectConsole("error", /\[网关\] POST \/gateway\/signin/);
    gateway.services.limits.take = () => Promise.reject(new Error("the counter is broken"));
    const page = await browser.submit(form, submit, { account: freshPerson().phone, password });
    expect([page.status, page.headers.get("content-type")]).toEqual([500, html]);
    expect(page.text).toContain("服务器开小差了，请稍后再试");
    expect(page.html).not.toContain("broken");
  });
});
