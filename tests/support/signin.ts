import { foldNickname } from "contract/account/identity";
import { policyTitles, registrationPolicies } from "contract/site/constants";
import { desc, eq } from "drizzle-orm";
import { hashPassword } from "gateway/account/password";
import { createGateway } from "gateway/app";
import { pictures } from "gateway/captcha/picture";
import type { OpenDatabase } from "gateway/database/open";
import { accounts, outbox, policies } from "gateway/database/schema";
import { domains } from "gateway/domains";
import { databaseOnly } from "gateway/files/stores/file-stores";
import type { GatewaySettings, Services } from "gateway/server/context";
import { type Delivery, outboxDelivery } from "gateway/server/delivery";
import { createLimits } from "gateway/server/limits";
import { afterAll, beforeAll, vi } from "vitest";
import { cloneDatabase } from "./database";
import { type Page, PlainBrowser } from "./plain-browser";
import { pdfs, texts } from "./texts";

export const portalOrigin = "http://portal.test";
/** Every page with a form. */
export const signInPages = [
  "/gateway/signin",
  "/gateway/signin?mode=code",
  "/gateway/register",
  "/gateway/register?by=email",
  "/gateway/reset",
];
export const password = "correct horse 电池";

let passwordHash: Promise<string> | undefined;
let count = 0;
/** A phone, email and nickname that no other test of this process has. */
export function freshPerson() {
  count += 1;
  const number = `${process.pid % 10_000}`.padStart(4, "0") + `${count}`.padStart(5, "0");
  return { phone: `13${number}`, email: `person${number}@example.com`, nickname: `n${number}` };
}

export interface SignInGateway {
  services: Services;
  /**
   * A browser without JavaScript, at an address of its own unless one is given. With `proxied` it uses https to a
   * proxy, which uses http.
   */
  browser(options?: {
    address?: string;
    headers?: Record<string, string>;
    origin?: string;
    proxied?: boolean;
  }): PlainBrowser;
  /** An account with `password`, a phone and an email. */
  account(): Promise<{ id: number; phone: string; email: string; nickname: string }>;
  /** The code of the last message to the recipient; null when there is none. */
  codeSentTo(recipient: string): Promise<string | null>;
}

/** Opens the file's database once. Each gateway made on it has limits of its own. For virtual time see `passTime`. */
export function signInGateways(): (
  settings?: Partial<GatewaySettings>,
  delivery?: Delivery,
) => SignInGateway {
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await cloneDatabase();
    const texts = { version: "1", source: "正文", html: "<p>正文</p>" };
    await open.database
      .insert(policies)
      .values(registrationPolicies.map((id) => ({ id, title: policyTitles[id], ...texts })));
  });
  afterAll(() => open.close());
  return (settings = {}, delivery) => gatewayOn(open, settings, delivery);
}

let addresses = 0;

function gatewayOn(
  { database }: OpenDatabase,
  settings: Partial<GatewaySettings>,
  delivery?: Delivery,
): SignInGateway {
  const services: Services = {
    domains,
    database,
    files: databaseOnly,
    settings: {
      siteName: "测试社区",
      allowedOrigins: ["https://forum.example"],
      sessionsPerAccount: 5,
      accessConfig: 1,
      registerConfig: 2,
      profileReview: [],
      trustForwardedAddress: false,
      demo: false,
      contentPack: null,
      ...settings,
    },
    delivery: delivery ?? outboxDelivery(database, () => {}),
    limits: createLimits(),
    texts,
    pdfs,
    hasRoom: () => Promise.resolve(true),
    wakeJobs: () => undefined,
    pagesChanged: () => undefined,
    now: () => new Date(),
  };
  const app = createGateway(services);
  return {
    services,
    browser({ address, headers, proxied, origin = proxied ? "https://portal.test" : portalOrigin } = {}) {
      addresses += 1;
      const peer = address ?? `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
      return new PlainBrowser(origin, headers, (url, init) => {
        // The company's provider is a server of its own.
        if (url.hostname === "127.0.0.1" && url.origin !== origin) return fetch(url, init);
        const inner = proxied ? url.href.replace("https:", "http:") : url;
        return app.fetch(new Request(inner, { ...init, duplex: "half" } as RequestInit), { address: peer });
      });
    },
    async account() {
      const person = freshPerson();
      passwordHash ??= hashPassword(password);
      const values = {
        ...person,
        nicknameFolded: foldNickname(person.nickname),
        passwordHash: await passwordHash,
      };
      const [row] = await database.insert(accounts).values(values).returning({ id: accounts.id });
      return { id: row?.id ?? 0, ...person };
    },
    async codeSentTo(recipient) {
      const [message] = await database
        .select()
        .from(outbox)
        .where(eq(outbox.recipient, recipient))
        .orderBy(desc(outbox.id))
        .limit(1);
      return message?.text.match(/\d{6}/)?.[0] ?? null;
    },
  };
}

/** Moves the clock forward and stops it there. A file that uses it calls `vi.useRealTimers` after each test. */
export function passTime(seconds: number): void {
  const now = Date.now() + seconds * 1000;
  if (vi.isFakeTimers()) vi.setSystemTime(now);
  else vi.useFakeTimers({ toFake: ["Date"], now });
}

/** Watches the drawing of captchas; gives the answer of the newest one. */
export function watchCaptchas(): () => string {
  const drawn = vi.spyOn(pictures, "draw");
  return () => {
    const newest = drawn.mock.calls.at(-1);
    if (!newest) throw new Error("no captcha was drawn");
    return newest[0];
  };
}

/** The message that `aria-describedby` connects to a field; null without one. */
export function messageBy(page: Page, field: string): string | null {
  const input = page.$(`[name="${field}"]`);
  const ids = (input.attr("aria-describedby") ?? "").split(" ");
  if (!ids.includes(`${field}-error`)) return null;
  if (input.attr("aria-invalid") !== "true")
    throw new Error(`${field} has a message but is not marked as wrong`);
  return page.$(`#${field}-error`).text().trim();
}

/** The message about the whole form. */
export const alertOf = (page: Page): string => page.$("[role=alert]").text().trim();

/** Requests a code for the typed account. Returns the page, and the code from the outbox. */
export async function askForCode(
  gateway: SignInGateway,
  browser: PlainBrowser,
  path: string,
  account: string,
) {
  const before = await gateway.codeSentTo(account);
  const page = await browser.submit(await browser.get(path), { intent: "send-code" }, { account });
  return { page, code: await codeAfter(gateway, account, before, page.status === 200) };
}

/**
 * Waits for a code in the outbox that differs from `before`. If the answer must not tell whether an account exists, the
 * gateway sends the code after the answer. So for an unknown account this waits a little longer than a code would take.
 */
async function codeAfter(
  gateway: SignInGateway,
  account: string,
  before: string | null,
  sent: boolean,
): Promise<string | null> {
  const { database, delivery } = gateway.services;
  const channel = account.includes("@") ? "email" : "phone";
  const [known] = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts[channel], account))
    .limit(1);
  const until = performance.now() + (!sent || !delivery.usesOutbox(channel) ? 0 : known ? 5_000 : 300);
  for (;;) {
    const code = await gateway.codeSentTo(account);
    if (code !== before || performance.now() > until) return code;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Signs in with the test password; gives the page or the redirect. */
export async function signIn(browser: PlainBrowser, account: string, using = password): Promise<Page> {
  return browser.submit(
    await browser.get("/gateway/signin"),
    { intent: "submit" },
    { account, password: using },
    { follow: false },
  );
}

/** The account that the gateway finds for the browser's cookie: the call's status and the uid. */
export async function currentUser(
  browser: PlainBrowser,
): Promise<{ status: number; uid: number | null; errorCode?: string }> {
  const page = await browser.get("/gateway/rest/user/current");
  const body = JSON.parse(page.html);
  return {
    status: page.status,
    uid: body.user?.uid ?? null,
    ...(body.errorCode ? { errorCode: body.errorCode } : {}),
  };
}
