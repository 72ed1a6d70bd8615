import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { companySignInPath } from "contract/base/wire";
import { eq } from "drizzle-orm";
import { accounts, companyAccounts, outbox } from "gateway/database/schema";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type CompanyProvider, startCompanyProvider } from "../support/company-provider";
import type { Page, PlainBrowser } from "../support/plain-browser";
import {
  alertOf,
  askForCode,
  currentUser,
  freshPerson,
  messageBy,
  passTime,
  type SignInGateway,
  signIn,
  signInGateways,
} from "../support/signin";
import { problemsOf } from "../support/signin-html";

const gatewayWith = signInGateways();
let provider: CompanyProvider;
let gateway: SignInGateway;
let warned: string[];
beforeAll(async () => {
  provider = await startCompanyProvider();
});
afterAll(() => provider.stop());
beforeEach(() => {
  gateway = gatewayWith({ company: provider.settings() });
  warned = [];
  vi.spyOn(console, "warn").mockImplementation((line) => void warned.push(String(line)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

let serial = 0;
/** A person of the company. The provider will sign this person in. */
function employee(claims: Record<string, unknown> = {}) {
  serial += 1;
  const { email, nickname } = freshPerson();
  const person = {
    subject: `employee-${serial}`,
    claims: { name: nickname, nickname, email, email_verified: true, ...claims },
  };
  provider.person = person;
  return { ...person, email, nickname };
}

const accountPath = "/gateway/oidc/account";
const create = { intent: "submit" };
const agree = { agree: "yes" };
/** Goes to the provider and back. */
const come = (browser: PlainBrowser, query: Record<string, string> = {}) =>
  browser.get(`${companySignInPath}?${new URLSearchParams(query)}`);
/** Follows the provider's redirects up to the one back to us. Returns this address, which has the code. */
async function comeBack(browser: PlainBrowser): Promise<URL> {
  let page = await browser.get(companySignInPath, { follow: false });
  for (;;) {
    const next = new URL(page.headers.get("location") ?? "", page.url);
    if (next.pathname === "/gateway/oidc/callback") return next;
    page = await browser.get(next, { follow: false });
  }
}
const rowsOf = (subject: string) =>
  gateway.services.database
    .select({ account: accounts })
    .from(companyAccounts)
    .innerJoin(accounts, eq(accounts.id, companyAccounts.accountId))
    .where(eq(companyAccounts.subject, subject));
/** Creates an account through the company's sign-in. */
async function join(browser = gateway.browser()) {
  const person = employee();
  const page = await browser.submit(await come(browser), create, agree, { follow: false });
  expect([page.status, page.text]).toEqual([303, ""]);
  return { person, browser, uid: (await currentUser(browser)).uid };
}
const refusedAs = (page: Page) => [page.status, page.$("h1").text()];

describe("the first sign-in", () => {
  test("makes an account with the provider's verified data, signs it in, and returns to the page before", async () => {
    const person = employee();
    const browser = gateway.browser();
    const page = await come(browser, { redirect: "/forum/all" });
    expect(page.url.pathname).toBe(accountPath);
    expect(page.text).toContain(`账号会绑定 ${person.email}`);
    expect(page.$("[name=nickname]").attr("value")).toBe(person.nickname);
    expect(await problemsOf(page)).toEqual([]);
    const refused = await browser.submit(page, create);
    expect(messageBy(refused, "agree")).toContain("请阅读并同意");
    const entered = await browser.submit(refused, create, agree, { follow: false });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/forum/all"]);
    const [row] = await rowsOf(person.subject);
    expect(row?.account).toMatchObject({
      email: person.email,
      phone: null,
      nickname: person.nickname,
      passwordHash: null,
    });
    expect((await currentUser(browser)).uid).toBe(row?.account.id);
  });

  test("takes over a long name without half a character", async () => {
    const label = `${"名".repeat(99)}😀`;
    const { subject } = employee({ name: label });
    const browser = gateway.browser();
    await browser.submit(
      await come(browser),
      create,
      { ...agree, nickname: freshPerson().nickname },
      { follow: false },
    );
    const [row] = await gateway.services.database
      .select({ label: companyAccounts.label })
      .from(companyAccounts)
      .where(eq(companyAccounts.subject, subject));
    expect(row?.label).toBe("名".repeat(99));
  });

  test("posted twice makes one account", async () => {
    const person = employee();
    const browser = gateway.browser();
    const page = await come(browser);
    const cookies = await browser.jar.serialize();
    await browser.submit(page, create, agree, { follow: false });
    for (const cookie of cookies.cookies)
      if (cookie.key === "gateway_arrival")
        await browser.jar.setCookie(`gateway_arrival=${cookie.value}; Path=/gateway`, page.url.href);
    const again = await browser.submit(page, create, agree, { follow: false });
    expect(again.status).toBe(303);
    expect(await rowsOf(person.subject)).toHaveLength(1);
  });

  test.each([{ email_verified: false }, { email_verified: undefined }])(
    "treats an email without the provider's confirmation as unverified (%o), and asks for a code",
    async (claims) => {
      const somebody = await gateway.account();
      const person = employee({ ...claims, email: somebody.email });
      const browser = gateway.browser();
      const page = await come(browser);
      // The page does not tell who has this email.
      expect(page.text).not.toContain("已有本站账号。");
      expect(page.$("[name=account]")).toHaveLength(1);
      const { page: sent, code } = await askForCode(
        gateway,
        browser,
        `${accountPath}?by=email`,
        person.email,
      );
      const done = await browser.submit(sent, create, { ...agree, code: code ?? "" }, { follow: false });
      expect(done.status).toBe(303);
      const [row] = await rowsOf(person.subject);
      expect(row?.account.email).toBe(person.email);
      expect(row?.account.id).not.toBe(somebody.id);
    },
  );

  test("with the verified email of an account here requires its sign-in, and then links it", async () => {
    const old = await gateway.account();
    const person = employee({ email: old.email });
    const browser = gateway.browser();
    const page = await come(browser, { redirect: "/tags" });
    expect(page.text).toContain("已有本站账号");
    expect(await rowsOf(person.subject)).toEqual([]);
    const form = await browser.get(page.$("a:contains(登录它并关联)").first().attr("href") ?? "");
    const signedIn = await browser.submit(form, create, {
      account: old.phone,
      password: "correct horse 电池",
    });
    expect(signedIn.url.pathname).toBe(accountPath);
    const linked = await browser.submit(signedIn, { intent: "link" }, {}, { follow: false });
    expect(linked.headers.get("location")).toBe("/tags");
    const other = gateway.browser();
    await come(other);
    expect((await currentUser(other)).uid).toBe(old.id);
    const sent = await gateway.services.database.select().from(outbox).where(eq(outbox.recipient, old.phone));
    expect(sent.map(({ text }) => text).join()).toContain("关联了公司账号");
  });

  test("links only after a sign-in of the last ten minutes", async () => {
    const old = await gateway.account();
    const browser = gateway.browser();
    await signIn(browser, old.phone);
    passTime(660);
    const person = employee();
    const page = await come(browser, { link: "1" });
    expect(page.text).toContain("请先重新登录这个账号");
    expect(page.$("[value=link]")).toHaveLength(0);
    expect(await rowsOf(person.subject)).toEqual([]);
  });

  test("creates no account while registration is closed, but can link one", async () => {
    gateway = gatewayWith({ company: provider.settings(), registerConfig: 0 });
    employee();
    const browser = gateway.browser();
    const page = await come(browser);
    expect(page.text).toContain("本站暂未开放注册");
    expect(page.$("[name=nickname]")).toHaveLength(0);
  });
});

describe("later sign-ins", () => {
  test("find the account only by issuer and subject, not by email or name", async () => {
    const { person, uid } = await join();
    const victim = await gateway.account();
    provider.person = {
      ...person,
      claims: { email: victim.email, email_verified: true, preferred_username: victim.nickname },
    };
    const browser = gateway.browser();
    await come(browser);
    expect((await currentUser(browser)).uid).toBe(uid);
    // Another subject with the same email does not get that account.
    employee({ email: victim.email });
    const other = gateway.browser();
    await come(other);
    expect((await currentUser(other)).uid).toBeNull();
  });

  test("work at another gateway with the same secret", async () => {
    const secrets = ["a secret that both gateways have, long enough"];
    gateway = gatewayWith({ company: provider.settings(), secrets });
    const { person } = await join();
    const browser = gateway.browser();
    provider.person = person;
    const back = await comeBack(browser);
    const second = gatewayWith({ company: provider.settings(), secrets });
    const elsewhere = second.browser();
    for (const one of (await browser.jar.serialize()).cookies)
      await elsewhere.jar.setCookie(`${one.key}=${one.value}; Path=${one.path}`, back.href);
    expect((await elsewhere.get(back, { follow: false })).status).toBe(303);
    expect((await currentUser(elsewhere)).uid).not.toBeNull();
  });

  test("a banned person reads why", async () => {
    const { person, uid } = await join();
    await gateway.services.database
      .update(accounts)
      .set({ bannedUntil: new Date(Date.now() + 86_400_000) })
      .where(eq(accounts.id, uid ?? 0));
    provider.person = person;
    const page = await come(gateway.browser());
    expect(page.text).toContain("账号已被禁止访问");
  });
});

describe("an invalid sign-in gets a page, and nobody is signed in", () => {
  const failed = async (browser: PlainBrowser, back: URL | string) => {
    const page = await browser.get(back);
    expect((await currentUser(browser)).uid).toBeNull();
    expect(page.$("a.primary").attr("href")).toMatch(/^\/gateway\/oidc\/start/);
    return refusedAs(page);
  };

  test("a callback that was used before, in this browser or another", async () => {
    const { person } = await join();
    provider.person = person;
    const browser = gateway.browser();
    const back = await comeBack(browser);
    const cookies = (await browser.jar.serialize()).cookies;
    const thief = gateway.browser();
    expect(await failed(thief, back)).toEqual([400, "这次登录已经失效"]);
    expect((await browser.get(back, { follow: false })).status).toBe(303);
    // The same state, with its cookie restored.
    for (const one of cookies.filter(({ key }) => key?.startsWith("gateway_trip_")))
      await thief.jar.setCookie(`${one.key}=${one.value}; Path=/gateway`, back.href);
    expect(await failed(thief, back)).toEqual([400, "这次登录已经失效"]);
  });

  test("a used code with an unused state", async () => {
    const { person } = await join();
    provider.person = person;
    const first = await comeBack(gateway.browser());
    const browser = gateway.browser();
    const second = await comeBack(browser);
    second.searchParams.set("code", first.searchParams.get("code") ?? "");
    expect(await failed(browser, second)).toEqual([400, "这次登录已经失效"]);
    expect(warned.join()).toContain("invalid_grant");
  });

  test("a callback that came too late, or without a begun sign-in", async () => {
    const { person } = await join();
    provider.person = person;
    const browser = gateway.browser();
    const back = await comeBack(browser);
    passTime(16 * 60);
    expect(await failed(browser, back)).toEqual([400, "这次登录已经失效"]);
    expect(await failed(gateway.browser(), "/gateway/oidc/callback")).toEqual([400, "这次登录已经失效"]);
    expect(await failed(gateway.browser(), "/gateway/oidc/callback?state=%00&code=x&state=y")).toEqual([
      400,
      "这次登录已经失效",
    ]);
  });

  test("a wrong nonce", async () => {
    const { person } = await join();
    provider.person = person;
    const browser = gateway.browser();
    const begun = await browser.get(companySignInPath, { follow: false });
    const tampered = new URL(begun.headers.get("location") ?? "");
    tampered.searchParams.set("nonce", "another nonce");
    expect(await failed(browser, tampered)).toEqual([400, "登录没有通过核对"]);
  });

  test("a foreign issuer, and one without its name in the answer", async () => {
    const { person } = await join();
    provider.person = person;
    for (const issuer of ["https://elsewhere.example", null]) {
      const browser = gateway.browser();
      const back = await comeBack(browser);
      if (issuer) back.searchParams.set("iss", issuer);
      else back.searchParams.delete("iss");
      expect(await failed(browser, back)).toEqual([400, "登录没有通过核对"]);
    }
  });

  test("a cancelled consent", async () => {
    provider.person = null;
    expect(await failed(gateway.browser(), companySignInPath)).toEqual([403, "没有登录"]);
  });

  test("a provider that is unreachable for a while, before or after its page", async () => {
    const { person } = await join();
    provider.person = person;
    const browser = gateway.browser();
    const back = await comeBack(browser);
    await provider.stop();
    try {
      const page = await browser.get(back);
      expect([...refusedAs(page), page.headers.get("retry-after")]).toEqual([
        503,
        "公司账号登录暂时不可用",
        "30",
      ]);
      expect(page.text).toContain("用本站账号登录");
      const fresh = gatewayWith({ company: provider.settings() }).browser();
      expect(refusedAs(await come(fresh))).toEqual([503, "公司账号登录暂时不可用"]);
    } finally {
      await provider.start();
    }
    expect((await come(browser)).status).toBe(404);
    expect((await currentUser(browser)).uid).not.toBeNull();
  });

  test("a provider that went away after it was last asked: nobody is sent there", async () => {
    await join();
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + 60_000);
    await provider.stop();
    try {
      expect(refusedAs(await come(gateway.browser()))).toEqual([503, "公司账号登录暂时不可用"]);
    } finally {
      await provider.start();
    }
    const sent = await gateway.browser().get(companySignInPath, { follow: false });
    expect(new URL(sent.headers.get("location") ?? "").origin).toBe(provider.issuer);
  });

  test("a provider that does not answer, after a short time", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const clients = { cn: { issuer, clientId: "portal", clientSecret: undefined } };
    const page = await come(gatewayWith({ company: provider.settings({ clients }) }).browser());
    expect(refusedAs(page)).toEqual([503, "公司账号登录暂时不可用"]);
    expect(warned.join()).toContain("OAUTH_TIMEOUT");
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  test("the log has no code, token or secret", async () => {
    const { person } = await join();
    provider.person = person;
    const browser = gateway.browser();
    const back = await comeBack(browser);
    const state = back.searchParams.get("state") ?? "-";
    back.searchParams.set("code", "made-up-code");
    await browser.get(back);
    expect(warned).toHaveLength(1);
    for (const secret of ["made-up-code", state, "secret", "eyJ"])
      expect(warned.join()).not.toContain(secret);
  });
});

describe("two domains", () => {
  test("each uses its own client, and the account is the same", async () => {
    const { person, uid } = await join();
    provider.person = person;
    const com = gateway.browser({ origin: "http://portal.com" });
    const begun = await com.get(companySignInPath, { follow: false });
    const { searchParams } = new URL(begun.headers.get("location") ?? "");
    expect([searchParams.get("client_id"), searchParams.get("redirect_uri")]).toEqual([
      "developer-portal-com",
      "http://portal.com/gateway/oidc/callback",
    ]);
    expect([searchParams.get("code_challenge_method"), searchParams.get("response_type")]).toEqual([
      "S256",
      "code",
    ]);
    await come(com);
    expect((await currentUser(com)).uid).toBe(uid);
  });
});

describe("the company's sign-in as the only one", () => {
  test("replaces signing in and registering here", async () => {
    gateway = gatewayWith({ company: provider.settings({ only: true }) });
    const old = await gateway.account();
    const browser = gateway.browser();
    const page = await browser.get("/gateway/signin?redirect=/tags");
    expect(page.headers.get("refresh")).toBe("0; url=/gateway/oidc/start?redirect=%2Ftags");
    expect(page.$("form")).toHaveLength(0);
    for (const path of ["/gateway/register", "/gateway/reset"])
      expect((await browser.get(path)).url.pathname).toBe("/gateway/signin");
    const beside = gatewayWith({ company: provider.settings() });
    const form = await beside.browser().get("/gateway/signin");
    expect(form.text).toContain("用公司账号登录");
    const token = form.$("[name=formToken]").attr("value") ?? "";
    const posted = await browser.post(
      "/gateway/signin",
      new URLSearchParams({
        formToken: token,
        intent: "submit",
        account: old.phone,
        password: "correct horse 电池",
      }),
    );
    expect(posted.status).toBeGreaterThanOrEqual(400);
    expect((await currentUser(browser)).uid).toBeNull();
    expect(alertOf(posted)).not.toBe("");
  });
});
