import { addTime } from "contract/base/time";
import { gatewaySessionCookie } from "contract/base/wire";
import { and, eq, isNull } from "drizzle-orm";
import { accounts, sessions } from "gateway/database/schema";
import { startSession } from "gateway/server/sessions/sessions";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { PlainBrowser } from "../support/plain-browser";
import { askForCode, currentUser, passTime, portalOrigin, signIn, signInGateways } from "../support/signin";

const gatewayWith = signInGateways();
afterEach(() => vi.useRealTimers());

const conflict = { status: 401, uid: null, errorCode: "SESSION_CONFLICT" };

async function cookieOf(browser: PlainBrowser): Promise<string | undefined> {
  const cookies = await browser.jar.getCookies(portalOrigin);
  return cookies.find(({ key }) => key === gatewaySessionCookie)?.value;
}

describe("sessions of one account", () => {
  test.each([1, 2, 5])(
    "with a limit of %i, one more ends the oldest, which answers 401 from then on",
    async (sessionsPerAccount) => {
      const gateway = gatewayWith({ sessionsPerAccount });
      const person = await gateway.account();
      const browsers = Array.from({ length: sessionsPerAccount + 1 }, () => gateway.browser());
      for (const [index, browser] of browsers.entries()) {
        passTime(index);
        await signIn(browser, person.phone);
      }
      const [oldest, ...others] = browsers;
      if (!oldest) throw new Error("no browser");
      expect(await currentUser(oldest)).toEqual(conflict);
      expect(await currentUser(oldest)).toEqual(conflict);
      for (const browser of others)
        expect(await currentUser(browser)).toEqual({ status: 200, uid: person.id });
      // The person may sign in again at once, which ends the next oldest session.
      const again = await oldest.get("/gateway/signin");
      expect(again.status).toBe(200);
    },
  );

  test("sign-ins at the same moment do not leave more than the limit", async () => {
    const gateway = gatewayWith({ sessionsPerAccount: 1 });
    const person = await gateway.account();
    const browsers = Array.from({ length: 3 }, () => gateway.browser());
    const answers = await Promise.all(browsers.map((browser) => signIn(browser, person.phone)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const users = await Promise.all(browsers.map(currentUser));
    expect(users.filter(({ uid }) => uid === person.id).length).toBe(1);
    expect(users.filter(({ errorCode }) => errorCode === "SESSION_CONFLICT").length).toBe(2);
  });

  test("of many started together one stays: none assumes that there is room for two", async () => {
    const gateway = gatewayWith({ sessionsPerAccount: 1 });
    const { id } = await gateway.account();
    const [account] = await gateway.services.database.select().from(accounts).where(eq(accounts.id, id));
    if (!account) throw new Error("no account");
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        Array.from({ length: 8 }, () =>
          startSession(gateway.services, account, { address: "", userAgent: "" }),
        ),
      );
      const live = and(eq(sessions.accountId, id), isNull(sessions.endedAt));
      expect((await gateway.services.database.select().from(sessions).where(live)).length).toBe(1);
    }
  });

  test("other accounts' sessions stay", async () => {
    const gateway = gatewayWith({ sessionsPerAccount: 1 });
    const [one, two] = [await gateway.account(), await gateway.account()];
    const browser = gateway.browser();
    await signIn(browser, one.phone);
    await signIn(gateway.browser(), two.phone);
    expect((await currentUser(browser)).uid).toBe(one.id);
  });
});

describe("the session cookie", () => {
  test("is httpOnly, Lax, for the whole site and thirty days; only its digest is stored", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    const answer = await signIn(browser, person.phone);
    const line = answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith(`${gatewaySessionCookie}=`));
    expect(line).toMatch(/^gateway_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const rows = await gateway.services.database
      .select()
      .from(sessions)
      .where(eq(sessions.accountId, person.id));
    expect(JSON.stringify(rows)).not.toContain(await cookieOf(browser));
  });

  test.each([
    ["https itself", { origin: "https://portal.test" }, false, true],
    ["a trusted proxy's word", { proxied: true, headers: { "x-forwarded-proto": "https" } }, true, true],
    ["an untrusted one's", { headers: { "x-forwarded-proto": "https" } }, false, false],
    ["plain http", {}, true, false],
  ])("by %s: Secure is %j → %s", async (_, options, trustForwardedAddress, secure) => {
    const gateway = gatewayWith({ trustForwardedAddress });
    const person = await gateway.account();
    const browser = gateway.browser(options);
    const form = await browser.get("/gateway/signin");
    const formCookie = form.headers.getSetCookie()[0] ?? "";
    expect(formCookie.startsWith("__Host-gateway_form=")).toBe(secure);
    expect(formCookie).toContain("HttpOnly");
    const answer = await signIn(browser, person.phone);
    expect(answer.status).toBe(303);
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(gatewaySessionCookie));
    expect(/; Secure/.test(line ?? "")).toBe(secure);
  });

  test("changes at every sign-in, is never the browser's own value, and the earlier one is invalid", async () => {
    const gateway = gatewayWith();
    const [one, two] = [await gateway.account(), await gateway.account()];
    const browser = gateway.browser();
    const planted = "p".repeat(43);
    await browser.jar.setCookie(`${gatewaySessionCookie}=${planted}`, portalOrigin);
    const form = await browser.get("/gateway/signin");
    await signIn(browser, one.phone);
    const first = await cookieOf(browser);
    expect(first).not.toBe(planted);
    await browser.submit(
      form,
      { intent: "submit" },
      { account: two.phone, password: "correct horse 电池" },
      { follow: false },
    );
    const second = await cookieOf(browser);
    expect(second).not.toBe(first);
    expect((await currentUser(browser)).uid).toBe(two.id);
    const thief = gateway.browser();
    await thief.jar.setCookie(`${gatewaySessionCookie}=${first}`, portalOrigin);
    expect(await currentUser(thief)).toEqual({ status: 200, uid: null });
  });

  test("is valid for thirty days, then counts as a visitor's, and its row is deleted at the next sign-in", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    await signIn(browser, person.phone);
    const token = await cookieOf(browser);
    const { database } = gateway.services;
    const own = eq(sessions.accountId, person.id);
    const [row] = await database.select().from(sessions).where(own);
    expect(Math.round(Number(row?.expiresAt) - Number(row?.createdAt)) / 86_400_000).toBeCloseTo(30, 3);
    // Ages the row instead of the clock: the embedded database's timers fail when the clock goes back a month.
    const endsIn = (seconds: number) =>
      database
        .update(sessions)
        .set({ expiresAt: addTime(new Date(), seconds, "second") })
        .where(own);
    await endsIn(60);
    const keeper = gateway.browser();
    await keeper.jar.setCookie(`${gatewaySessionCookie}=${token}`, portalOrigin);
    expect((await currentUser(keeper)).uid).toBe(person.id);
    await endsIn(-1);
    passTime(2);
    expect(await currentUser(keeper)).toEqual({ status: 200, uid: null });
    await signIn(gateway.browser(), person.phone);
    expect((await database.select().from(sessions).where(own)).length).toBe(1);
  });

  test.each(["", "x", "'; drop table sessions; --", "a".repeat(5_000), "%00"])(
    "%j names no session",
    async (token) => {
      const browser = gatewayWith().browser();
      await browser.jar.setCookie(`${gatewaySessionCookie}=${token}; Path=/`, portalOrigin, { loose: true });
      expect(await currentUser(browser)).toEqual({ status: 200, uid: null });
    },
  );
});

describe("logout", () => {
  test("ends the session, so that a stolen cookie is useless, and redirects back", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    await signIn(browser, person.phone);
    const thief = gateway.browser();
    await thief.jar.setCookie(`${gatewaySessionCookie}=${await cookieOf(browser)}`, portalOrigin);
    expect((await currentUser(thief)).uid).toBe(person.id);
    const answer = await browser.get("/gateway/logout?redirect=/forum/all", { follow: false });
    expect([answer.status, answer.headers.get("location"), answer.headers.get("cache-control")]).toEqual([
      303,
      "/forum/all",
      "no-store",
    ]);
    // The browser's cached pages of this person are cleared too; waiting scans of an entrance stay in its storage.
    expect(answer.headers.get("clear-site-data")).toBe('"cache"');
    expect(await cookieOf(browser)).toBeUndefined();
    expect(await currentUser(thief)).toEqual({ status: 200, uid: null });
  });

  test.each([
    ["/", "/"],
    ["https://forum.example/home", "https://forum.example/home"],
    ["https://evil.example/", "/"],
    ["//evil.example", "/"],
    ["/gateway/logout", "/"],
  ])("redirect=%s → %s, also without a session", async (redirect, location) => {
    const browser = gatewayWith().browser();
    const answer = await browser.get(`/gateway/logout?redirect=${encodeURIComponent(redirect)}`, {
      follow: false,
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, location]);
  });

  test.each(["same-origin", "same-site", "none"])(
    "a navigation that is %s logs out at once",
    async (site) => {
      const browser = gatewayWith().browser();
      expect(
        (await browser.get("/gateway/logout", { follow: false, headers: { "sec-fetch-site": site } })).status,
      ).toBe(303);
    },
  );

  test("another site's link shows a button, which logs out; a forged one does not", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    await signIn(browser, person.phone);
    const page = await browser.get("/gateway/logout?redirect=/forum/all", {
      follow: false,
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("确定要退出登录吗？")]);
    const forged = await browser.submit(page, { intent: "submit" }, { formToken: "forged" });
    expect([forged.status, forged.text]).toEqual([403, expect.stringContaining("页面已过期，请重新确认")]);
    expect((await currentUser(browser)).uid).toBe(person.id);
    const done = await browser.submit(forged, { intent: "submit" }, {}, { follow: false });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/forum/all"]);
    expect((await currentUser(browser)).uid).toBeNull();
  });

  test.each([
    [
      "of a browser that says so",
      {
        "sec-fetch-site": "same-origin",
        "sec-fetch-dest": "image",
        accept: "image/avif,image/webp,*/*;q=0.8",
      },
    ],
    ["over plain http", { accept: "image/avif,image/webp,*/*;q=0.8" }],
    ["in a frame", { "sec-fetch-site": "same-origin", "sec-fetch-dest": "iframe", accept: "text/html" }],
  ])("a picture in a post does not log its readers out: %s", async (_, headers) => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    await signIn(browser, person.phone);
    await browser.get("/gateway/logout", { follow: false, headers });
    expect((await currentUser(browser)).uid).toBe(person.id);
    const navigation = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document", accept: "text/html" };
    expect((await browser.get("/gateway/logout", { follow: false, headers: navigation })).status).toBe(303);
  });

  test("a browser that prefetches the page does not log out", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const browser = gateway.browser();
    await signIn(browser, person.phone);
    const answer = await browser.get("/gateway/logout", {
      follow: false,
      headers: { "sec-purpose": "prefetch;prerender" },
    });
    expect(answer.status).toBe(503);
    expect((await currentUser(browser)).uid).toBe(person.id);
  });

  test("after a conflict, the ended session's cookie is cleared and the person signs in again by code", async () => {
    const gateway = gatewayWith({ sessionsPerAccount: 1 });
    const person = await gateway.account();
    const browser = gateway.browser();
    await signIn(browser, person.phone);
    await signIn(gateway.browser(), person.phone);
    expect(await currentUser(browser)).toEqual(conflict);
    await browser.get("/gateway/logout", { follow: false });
    expect(await currentUser(browser)).toEqual({ status: 200, uid: null });
    const { page, code } = await askForCode(gateway, browser, "/gateway/signin?mode=code", person.phone);
    await browser.submit(page, { intent: "submit" }, { code }, { follow: false });
    expect((await currentUser(browser)).uid).toBe(person.id);
  });
});
