import { randomInt } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { codeFor, newMember, shellsOf, signedIn, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const number = () => `17${String(randomInt(0, 1e9)).padStart(9, "0")}`;
const mail = () => `contact-${number()}@example.com`;
const headingOf = (page: Page) => page.$("dialog[open] h2").text();
const addressOf = (page: Page) => page.url.pathname + page.url.search;

/** Proves the person's identity by a code to `contact`; gives the page of the second step. */
async function verified(browser: PlainBrowser, contact: string, address: string): Promise<Page> {
  const sent = await browser.submit(await browser.get(address), { intent: "identity-send" });
  expect(sent.text).toContain("获取验证码成功");
  return browser.submit(
    sent,
    { intent: "identity-verify" },
    { captchaCode: await codeFor(browser, contact) },
  );
}

/** Completes the second step. */
async function changed(
  browser: PlainBrowser,
  page: Page,
  field: "phone" | "email",
  contact: string,
): Promise<Page> {
  const sent = await browser.submit(page, { intent: "new-send" }, { [field]: contact });
  return browser.submit(sent, { intent: "new-change" }, { captchaCode: await codeFor(browser, contact) });
}

describe.each(shells)("the account tab in the $shell shell", ({ prefix, headers }) => {
  const tab = `${prefix}/personalCenter/info?tab=2`;

  test("changes a phone in two verified steps, and the person signs in with the new one", async () => {
    const { browser, account: phone } = await newMember(headers);
    const page = await browser.get(tab);
    expect(page.$("title").text()).toContain("账户信息");
    expect(page.text).toContain(`${phone.slice(0, 3)}****${phone.slice(-4)}`);
    expect(page.html).not.toContain(phone);
    expect(page.$('a[aria-label="修改手机号"]').text()).toBe("修改");
    expect(page.$('a[aria-label="绑定邮箱"]').text()).toBe("绑定");
    const first = await browser.get(page.$('a[aria-label="修改手机号"]').attr("href") ?? "");
    expect(headingOf(first)).toBe("身份验证");
    const second = await verified(browser, phone, addressOf(first));
    expect(headingOf(second)).toBe("修改手机号");
    const next = number();
    const sent = await browser.submit(second, { intent: "new-send" }, { phone: next });
    expect([sent.text.includes("获取验证码成功"), sent.$("[name=phone]").attr("value")]).toEqual([
      true,
      next,
    ]);
    expect(sent.text).toContain("开发模式：验证码在 /gateway/outbox");
    // No step has a secret in its address or its fields.
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/;
    for (const step of [first, second, sent])
      expect(`${step.url} ${step.$("dialog").html()}`).not.toMatch(uuid);
    const done = await browser.submit(
      sent,
      { intent: "new-change" },
      { captchaCode: await codeFor(browser, next) },
    );
    expect([done.status, addressOf(done)]).toEqual([200, tab]);
    expect(done.text).toContain("修改成功");
    expect(done.text).toContain(`${next.slice(0, 3)}****${next.slice(-4)}`);
    const { html } = await browser.get("/gateway/outbox", { headers: { accept: "application/json" } });
    const told = (JSON.parse(html).messages as { recipient: string; text: string }[]).find(
      ({ recipient }) => recipient === phone,
    );
    expect(told?.text).toContain("绑定的手机号已改为");
    const again = visitor(headers);
    const codePage = await again.submit(
      await again.get("/gateway/signin?mode=code"),
      { intent: "send-code" },
      { account: next },
    );
    const code = await codeFor(again, next);
    expect((await again.submit(codePage, { intent: "submit" }, { code }, { follow: false })).status).toBe(
      303,
    );
  });

  test("shows phone and email masked on both tabs, and whole after a verification", async () => {
    const { browser, account: phone } = await newMember(headers);
    const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`;
    const personal = await browser.get(`${prefix}/personalCenter/info`);
    expect([personal.$("[name=phone]").attr("value"), personal.html.includes(phone)]).toEqual([
      masked,
      false,
    ]);
    const link = personal.$('a[aria-label="显示完整的联系号码"]').attr("href") ?? "";
    expect((await browser.get(tab)).$('a[aria-label="显示完整的手机号"]').attr("href")).toBe(link);
    const first = await browser.get(link);
    expect([headingOf(first), first.html.includes(phone)]).toEqual(["身份验证", false]);
    const page = await verified(browser, phone, link);
    expect([addressOf(page), page.text.includes(phone)]).toEqual([tab, true]);
    expect(page.$('a[aria-label="显示完整的手机号"]').length).toBe(0);
    const again = await browser.get(`${prefix}/personalCenter/info`);
    expect(again.$("[name=phone]").attr("value")).toBe(phone);
    // The verification that shows the contact does not count as the first step of a change.
    expect(headingOf(await browser.get(`${tab}&change=phone&step=new`))).toBe("身份验证");
  });

  test("binds an email, then verifies by either contact, and changes it", async () => {
    const { browser, account: phone } = await newMember(headers);
    const [email, next] = [mail(), mail()];
    const bound = await changed(
      browser,
      await verified(browser, phone, `${tab}&change=email`),
      "email",
      email,
    );
    // The first one is bound; the next one changes it.
    expect([bound.text.includes("绑定成功"), bound.text.includes("修改成功")]).toEqual([true, false]);
    const page = await browser.get(`${tab}&change=email`);
    const other = page.$('dialog a:contains("改用邮箱验证")').attr("href") ?? "";
    const byEmail = await browser.get(other);
    expect(byEmail.$("dialog").text()).toContain(`${email[0]}***@example.com`);
    expect(byEmail.text).toContain("改用手机号验证");
    const second = await verified(browser, email, other);
    expect(headingOf(second)).toBe("修改邮箱");
    expect((await changed(browser, second, "email", next)).text).toContain("修改成功");
  });

  test("shows each error by its field, and keeps what was typed", async () => {
    const { browser, account: phone } = await newMember(headers);
    const first = await browser.get(`${tab}&change=phone`);
    for (const [captchaCode, status, message] of [
      ["", 400, "请输入验证码"],
      ["12345", 400, "验证码校验失败，请重试"],
      ["000000", 422, "验证码校验失败，请重试"],
    ] as const) {
      const wrong = await browser.submit(first, { intent: "identity-verify" }, { captchaCode });
      expect([wrong.status, problemBy(wrong, "captchaCode")]).toEqual([status, message]);
      expect(wrong.$("[name=captchaCode]").attr("maxlength")).toBe("6");
    }
    const second = await verified(browser, phone, `${tab}&change=phone`);
    expect(second.$("[name=phone]").attr("maxlength")).toBe("11");
    for (const [intent, typed, message] of [
      ["new-send", "", "手机号不能为空"],
      ["new-send", "12800138000", "手机格式有误"],
      ["new-change", "", "请输入手机号"],
      ["new-change", "1380013800", "请输入正确的手机号"],
    ] as const) {
      const wrong = await browser.submit(second, { intent }, { phone: typed });
      expect([wrong.status, problemBy(wrong, "phone"), wrong.$("[name=phone]").attr("value") ?? ""]).toEqual([
        400,
        message,
        typed,
      ]);
    }
    const noCode = await browser.submit(second, { intent: "new-change" }, { phone: number() });
    expect(problemBy(noCode, "captchaCode")).toBe("请输入验证码");
    const email = await browser.get(`${tab}&change=email&step=new`);
    expect([headingOf(email), email.$("[name=email]").attr("maxlength")]).toEqual(["绑定邮箱", "500"]);
    for (const [intent, typed, message] of [
      ["new-send", "", "邮箱不能为空"],
      ["new-send", "a@b", "邮箱格式有误"],
      ["new-change", "", "请输入邮箱"],
      ["new-change", "a@b", "请输入正确的邮箱地址"],
      ["new-change", `${"a".repeat(500)}@example.com`, "请输入正确的邮箱地址"],
    ] as const) {
      const wrong = await browser.submit(email, { intent }, { email: typed });
      expect([wrong.status, problemBy(wrong, "email"), wrong.$("[name=email]").attr("value") ?? ""]).toEqual([
        400,
        message,
        typed,
      ]);
    }
  });

  test("tells a person who has proved a contact that another account has it; they can type another at once", async () => {
    const [{ browser, account: phone }, other] = [await newMember(headers), await newMember(headers)];
    const taken = await changed(
      browser,
      await verified(browser, phone, `${tab}&change=phone`),
      "phone",
      other.account,
    );
    expect([taken.status, problemBy(taken, "phone")]).toEqual([422, "该手机号已经绑定账号，请换一个"]);
    expect(taken.$("[name=phone]").attr("value")).toBe(other.account);
    expect((await changed(browser, taken, "phone", number())).text).toContain("修改成功");
  });

  test("refuses an email that another account has", async () => {
    const { browser, account: phone } = await newMember(headers);
    const taken = await changed(
      browser,
      await verified(browser, phone, `${tab}&change=email`),
      "email",
      "member@example.com",
    );
    expect([taken.status, problemBy(taken, "email")]).toEqual([422, "该邮箱已经绑定账号，请换一个"]);
  });

  test("shows the second step only after the first", async () => {
    const { browser } = await newMember(headers);
    const page = await browser.get(`${tab}&change=phone&step=new`);
    expect([addressOf(page), headingOf(page)]).toEqual([`${tab}&change=phone`, "身份验证"]);
    expect(page.text).toContain("身份验证已失效，请重新验证");
  });

  test("leads visitors to the sign-in", async () => {
    const page = await visitor(headers).get(tab);
    expect(page.$("dialog[open] h2").text()).toBe("登录");
  });
});

test("lets an account without a phone verify by email", async () => {
  const browser = await signedIn("nophone");
  const page = await browser.get("/personalCenter/info?tab=2&change=phone");
  expect(page.$("dialog").text()).toContain("验证码会发到邮箱 n***@example.com");
  expect(page.text).not.toContain("改用");
  expect(page.text).toContain("未绑定");
});

test("a forged form changes nothing, and unexpected fields are refused", async () => {
  const { browser } = await newMember();
  const address = "/personalCenter/info?tab=2&change=phone";
  const forged = await browser.post(address, new URLSearchParams({ intent: "identity-send", csrf: "no" }));
  expect([forged.status, forged.text.includes("表单已过期")]).toEqual([403, true]);
  const elsewhere = await browser.post(address, new URLSearchParams({ intent: "identity-send" }), {
    headers: { origin: "https://evil.example" },
  });
  expect(elsewhere.status).toBe(403);
});

/** The message by a field. */
function problemBy(page: Page, field: string): string | null {
  const input = page.$(`[name="${field}"]`);
  if (
    input.attr("aria-invalid") !== "true" ||
    !input.attr("aria-describedby")?.split(" ").includes(`${field}-problem`)
  )
    return null;
  return page.$(`#${field}-problem`).text().trim();
}
