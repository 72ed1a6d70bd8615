import { type BrowserContext, test as base, expect, type Page, type Response } from "@playwright/test";
import { type DemoAccount, demoAccounts } from "../../support/accounts";
import { PlainBrowser } from "../../support/plain-browser";
import { register } from "../../support/register";
import { signInWithPassword } from "../../support/sign-in";
import { type Problems, watchProblems } from "./problems";

interface Fixtures {
  /** The portal's origin. */
  origin: string;
  /** "" on desktop, "/h5" on h5: the prefix of a screen's path. */
  prefix: string;
  /** Whether this project runs the page's JavaScript. */
  scripted: boolean;
  /** Opens a screen in this project's shell; with JavaScript it waits until the page is hydrated. */
  visit: (path: string) => Promise<Response | null>;
  /** Marks a problem as expected; any other console error or 5xx fails the test. */
  problems: Problems;
  /** Whether drafts reach the server. Tests share accounts, and one test's text must not appear in another's form. */
  keepsDrafts: boolean;
  /** Signs the browser in over plain HTTP, without the sign-in pages. */
  signIn: (as: DemoAccount) => Promise<void>;
  /**
   * Registers a new member over plain HTTP and signs the browser in as that member, whose password is
   * `newMemberPassword`.
   */
  join: (policies?: "accepted" | "pending") => Promise<{ nickname: string; account: string }>;
}

export const test = base.extend<Fixtures>({
  origin: async ({ browserName: _ }, use) => {
    const origin = process.env.PORTAL_ORIGIN;
    if (!origin) throw new Error("the global setup did not say where the portal is");
    await use(origin);
  },
  baseURL: async ({ origin }, use) => {
    await use(origin);
  },
  prefix: async ({ isMobile }, use) => {
    await use(isMobile ? "/h5" : "");
  },
  scripted: async ({ javaScriptEnabled }, use) => {
    await use(javaScriptEnabled !== false);
  },
  problems: [
    async ({ page, origin }, use) => {
      const problems = watchProblems(page, origin);
      await use(problems);
      expect(problems.unexpected(), "problems on the page").toEqual([]);
    },
    { auto: true },
  ],
  visit: async ({ page, prefix, scripted }, use) => {
    await use(async (path) => {
      const response = await page.goto(`${prefix}${path}`);
      if (scripted) await page.waitForSelector("html[data-ready]");
      return response;
    });
  },
  keepsDrafts: [false, { option: true }],
  signIn: async ({ context, origin, keepsDrafts }, use) => {
    await use(async (as) => {
      if (!keepsDrafts) await context.addInitScript(savesNothing);
      const browser = new PlainBrowser(origin);
      await signInWithPassword(browser, demoAccounts[as]);
      await takeCookies(browser, context);
    });
  },
  join: async ({ context, origin }, use) => {
    await use(async (policies = "pending") => {
      const browser = new PlainBrowser(origin);
      const member = await register(browser, policies);
      await takeCookies(browser, context);
      return member;
    });
  },
});

/** Waits until the page has been drawn twice: by then it has handled the last key. */
export const framesDrawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** Answers saves of drafts inside the page: requests that are sent while it closes do not pass Playwright's routes. */
function savesNothing(): void {
  const send = window.fetch;
  window.fetch = async (input, init) =>
    String(input).endsWith("/editor/draft")
      ? Response.json({ revision: 1, savedAt: new Date().toISOString() })
      : send(input, init);
}

async function takeCookies({ jar, origin }: PlainBrowser, context: BrowserContext): Promise<void> {
  const cookies = await jar.getCookies(origin);
  await context.addCookies(
    cookies.map(({ key, value, httpOnly }) => ({
      name: key,
      value,
      httpOnly,
      url: origin,
      sameSite: "Lax" as const,
    })),
  );
}

export { expect };
