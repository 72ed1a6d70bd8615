import { randomUUID } from "node:crypto";
import { companySignInPath, gatewaySessionCookie, logoutPath } from "contract/base/wire";
import { eq } from "drizzle-orm";
import { hashPassword } from "gateway/account/password";
import { accountPersonalData } from "gateway/account/personal-data";
import { accounts, authenticators, companyAccounts, companySpent } from "gateway/database/schema";
import { startAuthenticator } from "gateway/factors/authenticator";
import { makeRecoveryCodes } from "gateway/factors/recovery";
import { hashToken } from "gateway/server/sessions/sessions";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type CompanyProvider, companyClient, startCompanyProvider } from "../support/company-provider";
import { proveOwn } from "../support/contacts";
import { type Member, TestGateway } from "../support/gateway";
import type { PlainBrowser } from "../support/plain-browser";
import {
  currentUser,
  freshPerson,
  passTime,
  password,
  type SignInGateway,
  signIn,
  signInGateways,
} from "../support/signin";

const gatewayWith = signInGateways();
let provider: CompanyProvider;
let gateway: SignInGateway;
beforeAll(async () => {
  provider = await startCompanyProvider();
});
afterAll(() => provider.stop());
beforeEach(() => use(gatewayWith({ company: provider.settings() })));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Makes this gateway receive the provider's logout tokens. */
function use(one: SignInGateway): void {
  gateway = one;
  provider.deliver = (body) => tell(new URLSearchParams(body).get("logout_token") ?? "");
}
async function tell(token: string): Promise<Response> {
  const page = await gateway
    .browser()
    .post("/gateway/oidc/backchannel-logout", new URLSearchParams({ logout_token: token }));
  return new Response(null, { status: page.status });
}
const statusOf = async (token: string) => (await tell(token)).status;

let serial = 0;
function employee() {
  serial += 1;
  const { email, nickname } = freshPerson();
  provider.person = {
    subject: `member-${serial}`,
    claims: { name: nickname, nickname, email, email_verified: true },
  };
  return { subject: `member-${serial}`, email };
}
const uidOf = async (browser: PlainBrowser) => (await currentUser(browser)).uid ?? 0;
/** A new person, signed in through the company in this browser. */
async function join() {
  const person = employee();
  const browser = gateway.browser();
  const page = await browser.get(companySignInPath);
  await browser.submit(page, { intent: "submit" }, { agree: "yes" }, { follow: false });
  return { ...person, browser, uid: await uidOf(browser) };
}
/** The id of the person's session at the provider, as its ID tokens and logout tokens name it. */
async function sidOf(browser: PlainBrowser): Promise<string> {
  const { companySessions } = await import("gateway/database/schema");
  const token = await tokenOf(browser);
  const [row] = await gateway.services.database
    .select({ sid: companySessions.sid })
    .from(companySessions)
    .where(eq(companySessions.tokenHash, hashToken(token)));
  return row?.sid ?? "";
}
async function tokenOf(browser: PlainBrowser): Promise<string> {
  const { cookies } = await browser.jar.serialize();
  return cookies.find(({ key }) => key === gatewaySessionCookie)?.value ?? "";
}
/** The same person as a caller of the gateway's calls. */
async function memberOf(browser: PlainBrowser): Promise<Member> {
  const cookie = `${gatewaySessionCookie}=${await tokenOf(browser)}`;
  const page = await browser.get("/gateway/rest/workspace/current");
  return {
    id: await uidOf(browser),
    nickname: "",
    cookie,
    csrfToken: page.headers.get("x-csrf-token") ?? "",
  };
}

describe("a logout at the provider", () => {
  test("of one session ends the session that it began, and no other", async () => {
    const { subject, browser, uid } = await join();
    const elsewhere = gateway.browser();
    await elsewhere.get(companySignInPath);
    expect(await uidOf(elsewhere)).toBe(uid);
    const sid = await sidOf(browser);
    expect(sid).not.toBe("");
    expect(await provider.logOut(subject, sid)).toBe(200);
    expect(await currentUser(browser)).toMatchObject({ status: 401 });
    expect(await uidOf(elsewhere)).toBe(uid);
  });

  test("of a person ends all sessions that the provider began for them, and a token is valid once", async () => {
    const { subject, browser, uid } = await join();
    const elsewhere = gateway.browser();
    await elsewhere.get(companySignInPath);
    const token = await provider.sign(logoutClaims({ sub: subject }));
    expect(await statusOf(token)).toBe(200);
    expect([(await currentUser(browser)).status, (await currentUser(elsewhere)).status]).toEqual([401, 401]);
    const again = gateway.browser();
    await again.get(companySignInPath);
    expect(await statusOf(token)).toBe(400);
    expect(await uidOf(again)).toBe(uid);
  });

  test("ends a sign-in with a second factor only if the company was its first factor", async () => {
    const { subject, browser, uid } = await join();
    const { services } = gateway;
    const passwordHash = await hashPassword(password);
    const [account] = await services.database
      .update(accounts)
      .set({ passwordHash })
      .where(eq(accounts.id, uid))
      .returning();
    if (!account?.email) throw new Error("no account");
    const [code = "", other = ""] = await factorOf(account);
    const give = async (on: PlainBrowser, typed: string) => {
      const page = await on.get("/gateway/second-factor?way=recovery");
      await on.submit(page, { intent: "submit" }, { code: typed }, { follow: false });
      expect(await uidOf(on)).toBe(uid);
    };
    const byCompany = gateway.browser();
    await byCompany.get(companySignInPath);
    await give(byCompany, code);
    const byPassword = gateway.browser();
    await byPassword.get(companySignInPath);
    await signIn(byPassword, account.email);
    await give(byPassword, other);
    expect(await provider.logOut(subject, "")).toBe(200);
    expect((await currentUser(browser)).status).toBe(401);
    expect((await currentUser(byCompany)).status).toBe(401);
    expect(await uidOf(byPassword)).toBe(uid);
  });

  /** Turns an authenticator on. Returns recovery codes. */
  async function factorOf({ id, nickname }: { id: number; nickname: string }): Promise<string[]> {
    const { services } = gateway;
    await startAuthenticator(services, { id, nickname });
    await services.database
      .update(authenticators)
      .set({ confirmedAt: services.now() })
      .where(eq(authenticators.accountId, id));
    return makeRecoveryCodes(services.database, id, services.now());
  }

  const logoutClaims = (changed: Record<string, unknown> = {}) => ({
    iss: provider.issuer,
    aud: companyClient.id,
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    ...changed,
  });

  test("with a token that is not this provider's logout token for this client ends nothing", async () => {
    const { subject: sub, browser, uid } = await join();
    const other = await startCompanyProvider();
    const seconds = Math.floor(Date.now() / 1000);
    const tokens = [
      await other.sign(logoutClaims({ sub })),
      await other.sign(logoutClaims({ sub, iss: other.issuer })),
      await provider.sign(logoutClaims({ sub, aud: "another-client" })),
      await provider.sign(logoutClaims({ sub, iat: seconds - 3_600 })),
      await provider.sign(logoutClaims({ sub, events: {} })),
      await provider.sign(logoutClaims({ sub, nonce: "of an ID token" })),
      await provider.sign(logoutClaims({ sub, jti: undefined })),
      await provider.sign(logoutClaims()),
      await provider.sign(logoutClaims({ sub }), "at+jwt"),
      `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify(logoutClaims({ sub }))).toString("base64url")}.`,
      "no token",
      "",
    ];
    await other.stop();
    for (const [at, token] of tokens.entries()) expect([at, await statusOf(token)]).toEqual([at, 400]);
    expect(await uidOf(browser)).toBe(uid);
  });

  test("whose keys cannot be fetched is answered with a request to retry", async () => {
    const { subject } = await join();
    const token = await provider.sign(logoutClaims({ sub: subject }));
    use(gatewayWith({ company: provider.settings() }));
    await provider.stop();
    expect(await statusOf(token)).toBe(503);
    await provider.start();
    expect(await statusOf(token)).toBe(200);
  });

  test("deletes used token ids once they are too old to be valid", async () => {
    const { subject } = await join();
    await statusOf(await provider.sign(logoutClaims({ sub: subject })));
    passTime(3_600);
    await join();
    const spentRows = await gateway.services.database.select().from(companySpent);
    expect(spentRows.every(({ expiresAt }) => expiresAt.getTime() > Date.now())).toBe(true);
  });
});

describe("a logout here", () => {
  test("redirects a person who came through the provider to its logout, and back", async () => {
    const { browser } = await join();
    const token = await tokenOf(browser);
    const page = await browser.get(`${logoutPath}?redirect=/tags`, {
      follow: false,
      headers: { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" },
    });
    expect(page.$("h1").text()).toBe("已退出本站");
    const address = new URL((page.headers.get("refresh") ?? "").replace("0; url=", ""));
    expect(address.origin).toBe(provider.issuer);
    expect([...address.searchParams.keys()].sort()).toEqual([
      "client_id",
      "post_logout_redirect_uri",
      "state",
    ]);
    expect(await uidOf(browser)).toBe(0);
    const form = await fetch(address, {
      headers: { cookie: await browser.jar.getCookieString(address.href) },
    });
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await form.text())?.[1] ?? "";
    for (const cookie of form.headers.getSetCookie()) await browser.jar.setCookie(cookie, address.href);
    const confirmed = await fetch(`${provider.issuer}/session/end/confirm`, {
      method: "POST",
      body: new URLSearchParams({ xsrf, logout: "yes" }),
      headers: { cookie: await browser.jar.getCookieString(address.href) },
      redirect: "manual",
    });
    const back = new URL(confirmed.headers.get("location") ?? "");
    expect(back.href).toContain("http://portal.test/gateway/oidc/signed-out?");
    const end = await browser.get(back, { follow: false });
    expect(end.headers.get("location")).toBe("/tags");
    expect(token).not.toBe("");
    // A forged state redirects nowhere else.
    const made = await browser.get("/gateway/oidc/signed-out?state=https://evil.example", { follow: false });
    expect(made.headers.get("location")).toBe("/");
  });

  test("stays here for other people, if it is switched off, and while the provider cannot be reached", async () => {
    const { browser, uid } = await join();
    const [row] = await gateway.services.database.select().from(accounts).where(eq(accounts.id, uid));
    const out = async (one: PlainBrowser) =>
      (await one.get(`${logoutPath}?redirect=/tags`, { follow: false })).headers.get("location");
    const local = await new TestGateway(gateway.services.database, {}).signIn(
      row ?? { id: 0, nickname: "", passwordHash: null },
    );
    const own = gateway.browser();
    await own.jar.setCookie(`${local.cookie}; Path=/`, "http://portal.test");
    expect(await uidOf(own)).toBe(uid);
    expect(await out(own)).toBe("/tags");
    const silent = gatewayWith({ company: provider.settings({ endsProviderSession: false }) });
    use(silent);
    const second = silent.browser();
    await second.get(companySignInPath);
    expect(await uidOf(second)).toBe(uid);
    expect(await out(second)).toBe("/tags");
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await provider.stop();
    use(gatewayWith({ company: provider.settings() }));
    const third = gateway.browser();
    for (const { key, value } of (await browser.jar.serialize()).cookies)
      if (key === gatewaySessionCookie)
        await third.jar.setCookie(`${key}=${value}; Path=/`, "http://portal.test");
    expect(await out(third)).toBe("/tags");
    await provider.start();
    expect(warned.mock.calls.join()).toContain("没有退出公司的登录");
  });
});

describe("in the personal centre", () => {
  const calls = () =>
    new TestGateway(gateway.services.database, { company: gateway.services.settings.company });

  test("a company account is listed, and unlinked with a code; sessions that it began elsewhere end", async () => {
    const { browser, email } = await join();
    const elsewhere = gateway.browser();
    await elsewhere.get(companySignInPath);
    const member = await memberOf(browser);
    const list = await calls().ok("companyAccountList", {}, member);
    expect(list).toMatchObject({
      name: "公司账号",
      canLink: false,
      accounts: [{ last: false, provider: new URL(provider.issuer).host }],
    });
    const id = list.accounts[0]?.id ?? 0;
    await calls().refused("unlinkCompanyAccount", { id, uuid: "made up" }, "PROOF_INVALID", member);
    const uuid = await proveOwn(calls(), member, "unlink", "email");
    await calls().refused(
      "unlinkCompanyAccount",
      { id: id + 1_000, uuid },
      "COMPANY_ACCOUNT_NOT_FOUND",
      member,
    );
    await calls().ok("unlinkCompanyAccount", { id, uuid }, member);
    expect((await calls().ok("companyAccountList", {}, member)).accounts).toEqual([]);
    expect(await uidOf(browser)).toBe(member.id);
    expect((await currentUser(elsewhere)).status).toBe(401);
    const { outbox } = await import("gateway/database/schema");
    const sent = await gateway.services.database.select().from(outbox).where(eq(outbox.recipient, email));
    expect(sent.map(({ text }) => text).join()).toContain("解除了与公司账号");
  });

  test("the last way to sign in cannot be unlinked, even with two requests at once", async () => {
    use(gatewayWith({ company: provider.settings({ only: true }) }));
    const { browser } = await join();
    const member = await memberOf(browser);
    const uuid = await proveOwn(calls(), member, "unlink", "email");
    const { accounts: listed } = await calls().ok("companyAccountList", {}, member);
    expect(listed).toMatchObject([{ last: true }]);
    await calls().refused("unlinkCompanyAccount", { id: listed[0]?.id, uuid }, "LAST_WAY_IN", member);
    // A linked account does not count as a way to sign in if its provider is not configured any more.
    await gateway.services.database
      .insert(companyAccounts)
      .values({ accountId: member.id, issuer: "https://gone.example", subject: "x" });
    await calls().refused("unlinkCompanyAccount", { id: listed[0]?.id, uuid }, "LAST_WAY_IN", member);
  });

  test("is exported with an account, and deleted with it", async () => {
    const { uid, subject } = await join();
    const { database } = gateway.services;
    const [account] = await database.select().from(accounts).where(eq(accounts.id, uid));
    if (!account) throw new Error("no account");
    const file = await accountPersonalData.files?.["company-accounts.json"]?.read(database, account);
    expect(file).toMatchObject([{ issuer: provider.issuer, subject }]);
    expect(JSON.stringify(file)).not.toContain("accountId");
    await accountPersonalData.erase?.(database, account, new Date());
    expect(await database.select().from(companyAccounts).where(eq(companyAccounts.accountId, uid))).toEqual(
      [],
    );
  });
});
