import { inject, vi } from "vitest";
import { type DemoAccount, demoAccounts } from "../support/accounts";
import { type Page, PlainBrowser } from "../support/plain-browser";
import { register } from "../support/register";
import { signInWithPassword } from "../support/sign-in";
import { isWhole, numberOf } from "../support/tier";

export { codeFor } from "../support/register";

export const phoneAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";

/** A desktop's browser: what says of itself that it is a program is not counted. */
export const desktopAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36";

/** Both shells: the prefix of their addresses, and the headers of their usual devices. */
export const shells = [
  { shell: "desktop", prefix: "", headers: {} },
  { shell: "h5", prefix: "/h5", headers: { "user-agent": phoneAgent } },
] as const;

/**
 * The shells that a test file tests: both in a whole run, otherwise one, always the same for a file
 * (`import.meta.url`). Both shells mount the same screens. Tests of the differences use `shells` in every run.
 */
export const shellsOf = (file: string) => oneShellOf(file, shells);

/** The same for lists of shells with further fields. */
export const oneShellOf = <T>(file: string, all: readonly T[]): T[] =>
  all.filter((_, index) => isWhole || index === numberOf(file.split("/").at(-1) ?? "") % all.length);

/** A browser without a session. */
export function visitor(headers: Record<string, string> = {}): PlainBrowser {
  return new PlainBrowser(inject("portalOrigin"), headers);
}

/** A browser signed in as one of the demo accounts. */
export async function signedIn(as: DemoAccount, headers: Record<string, string> = {}): Promise<PlainBrowser> {
  const browser = visitor(headers);
  await signInWithPassword(browser, demoAccounts[as]);
  return browser;
}

/** A browser in which a new member has just registered (`register`). */
export async function newMember(
  headers: Record<string, string> = {},
  policies: "accepted" | "pending" = "accepted",
): Promise<{ browser: PlainBrowser; nickname: string; account: string }> {
  const browser = visitor(headers);
  return { browser, ...(await register(browser, policies)) };
}

/** The address of a demo topic that no other file closes or deletes; the newest topics may be. */
export async function someTopic(browser: PlainBrowser, prefix = ""): Promise<string> {
  return linkOn(await browser.get(`${prefix}/forum/digest`), /\/hsforum\/thread-\d{1,2}-/);
}

/** The address of the first link on a page that matches, without its fragment. */
export function linkOn(page: Page, pattern: RegExp): string {
  const address = page
    .$("a[href]")
    .toArray()
    .map((element) => page.$(element).attr("href") ?? "")
    .find((href) => pattern.test(href));
  if (!address) throw new Error(`no link like ${pattern} on ${page.url.pathname}`);
  return address.split("#")[0] ?? address;
}

let topics = 0;
/** Publishes a topic through the editor and gives its page. */
export async function publishTopic(
  browser: PlainBrowser,
  prefix = "",
  content = "一段正文。",
  title?: string,
): Promise<Page> {
  topics += 1;
  const editor = await browser.get(`${prefix}/posting`);
  const fid = editor.$('select[name="fid"] option[value!=""]').first().attr("value") ?? "";
  const page = await browser.submit(
    editor,
    { intent: "publish" },
    { fid, title: title ?? `测试用的帖子 ${process.pid}-${topics}`, content, tags: "测试" },
  );
  if (page.status !== 200 || !/thread-\d+/.test(page.url.pathname))
    throw new Error(`publishing answered ${page.status}: ${page.text.slice(0, 500)}`);
  return page;
}

/** The id of a topic by its page's address. */
export function tidOf(page: Page): number {
  return Number(/thread-(\d+)/.exec(page.url.pathname)?.[1]);
}

/**
 * Repeats a comparison of two requests to a page that all tests share until both agree: another file may write in
 * between, and the times shown on the page change.
 */
export const untilUndisturbed = (look: () => Promise<void>): Promise<void> =>
  vi.waitFor(look, { timeout: 120_000, interval: 10 });
