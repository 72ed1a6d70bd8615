import type { Page } from "@playwright/test";
import { demoAccounts } from "../support/accounts";
import { PlainBrowser } from "../support/plain-browser";
import { type RunningPortal, startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";
import { isWhole, sampleOf } from "../support/tier";
import { test as base, expect } from "./support/fixtures";
import { tabTo, walk } from "./support/keyboard-walk";

// The moderators' screens by keyboard alone: only chosen decisions are made. The tests read the log, in which all tests
// write, so they run on a portal of their own.
const test = base.extend<object, { portal: RunningPortal }>({
  portal: [
    async ({ browserName: _ }, use) => {
      const portal = await startPortal();
      await use(portal);
      await portal.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  origin: async ({ portal }, use) => use(portal.origin),
});
test.describe.configure({ mode: "default" });

/** The nine screens, each with something to decide. */
const screens = [
  ...["/moderator/audit", "/moderator/audit?of=replies", "/moderator/audit?of=profiles"],
  ...["/moderator/report", "/moderator/report?appeals=open"],
  ...["/moderator/theme?fid=203", "/moderator/recycle", "/moderator/recycle?of=replies"],
  ...["/moderator/forbiddenUser", "/moderator/forbiddenUser?uid=5", "/moderator/forbiddenUser?networks=1"],
  "/moderator/userAuth?fid=101&person=3",
  ...["/moderator/module", "/moderator/module?part=classes", "/moderator/module?part=people"],
  ...["/moderator/module?part=settings", "/moderator/module?part=topics"],
  ...["/moderator/log", "/moderator/overview"],
];

/** Presses every single key that the lists know, and clears the selection again. */
async function pressKeys(page: Page): Promise<void> {
  for (const key of "jxaeidynocb") {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press(key);
    await page.keyboard.press("Escape");
  }
}

test("@scripted every moderators' screen is walked by keyboard: typing, Enter, Tab and the keys decide nothing", async ({
  page,
  visit,
  signIn,
  origin,
}) => {
  test.setTimeout(300_000);
  await signIn("admin");
  const log = new PlainBrowser(origin);
  await signInWithPassword(log, demoAccounts.admin);
  const lastRow = async () => (await log.get("/moderator/log")).$("main ol > li .facts").first().text();
  const was = await lastRow();
  expect(was).toMatch(/#\d+/);
  const sent: string[] = [];
  let at = "";
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/moderator/"))
      sent.push(`${at}: ${request.postData()}`);
  });
  let fields = 0;
  const walked = sampleOf(screens, 3, (path) => path);
  for (at of walked) {
    await visit(at);
    await pressKeys(page);
    fields += await walk(page);
  }
  expect(sent).toEqual([]);
  expect(fields).toBeGreaterThan(isWhole ? 60 : 2);
  expect(await lastRow()).toBe(was);
});

test("@scripted a decision chosen by keyboard is made, and undone by keyboard in the message that follows", async ({
  page,
  visit,
  signIn,
}) => {
  test.setTimeout(300_000);
  await signIn("admin");
  /** The lists in which one row is chosen, with the button that decides. */
  const lists: [path: string, intent: string][] = [
    ["/moderator/audit", "refuse"],
    ["/moderator/report", "reject"],
    ["/moderator/report?appeals=open", "appeal-reject"],
    ["/moderator/theme?fid=203", "operate"],
    ["/moderator/recycle", "recover"],
  ];
  for (const [path, intent] of sampleOf(lists, 2, ([path]) => path)) {
    await visit(path);
    const form = page.locator("main form:has(input[name=ids])");
    await tabTo(page, form.locator("input[name=ids]").first());
    await page.keyboard.press("Space");
    if (intent === "operate") {
      await tabTo(page, form.locator("select[name=operation]"));
      await form.locator("select[name=operation]").press("ArrowDown");
    }
    await tabTo(page, form.locator("input[name=reason]"));
    await page.keyboard.insertText("键盘上选的");
    const button = form.locator(`button[name=intent][value=${intent}]`);
    await tabTo(page, button);
    await page.keyboard.press("Enter");
    const message = page.getByRole("status").filter({ hasText: "已处理 1 项" });
    await expect(message, path).toBeVisible();
    await tabTo(page, message.getByRole("button", { name: "撤销" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("已撤销，1 项恢复成处理前的样子"), path).toBeVisible();
  }
});
