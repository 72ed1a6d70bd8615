import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

// What JavaScript adds to a topic's page.

/** The address of a demo topic by the beginning of its title, from the list of the most viewed. */
async function addressOf(page: Page, title: RegExp): Promise<string> {
  for (let number = 1; number <= 6; number += 1) {
    await page.goto(`/forum/all?order=views&page=${number}`);
    const link = page.locator('main li a[href*="/hsforum/thread-"]').filter({ hasText: title });
    if ((await link.count()) > 0)
      return (await link.first().getAttribute("href"))?.replace(/^\/h5/, "") ?? "";
  }
  throw new Error(`no topic like ${title}`);
}

const long = /新人报到帖/;

test("a like shows at once, without a reload, and is still there after a reload", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit(await addressOf(page, long));
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const like = page
    .getByRole("region", { name: "5 楼", exact: true })
    .getByRole("button", { name: /^赞/ })
    .first();
  const before = await like.getAttribute("aria-pressed");
  const after = before === "true" ? "false" : "true";
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/reactions", async (route) => {
    await held;
    await route.continue();
  });
  const answered = page.waitForResponse(/\/reactions$/);
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", after);
  release();
  expect((await answered).status()).toBe(200);
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
  await page.reload();
  await expect(like).toHaveAttribute("aria-pressed", after);
});

test("a like that fails in the network is reset, with a message", async ({
  page,
  visit,
  signIn,
  problems,
}) => {
  problems.expect(/ERR_FAILED|ERR_INTERNET/);
  await signIn("member");
  await visit(await addressOf(page, long));
  const like = page
    .getByRole("region", { name: "6 楼", exact: true })
    .getByRole("button", { name: /^赞/ })
    .first();
  const before = (await like.getAttribute("aria-pressed")) ?? "";
  await page.route("**/reactions", (route) => route.abort());
  await like.click();
  await expect(page.getByText("网络连接中断，请稍后再试")).toBeVisible();
  await expect(like).toHaveAttribute("aria-pressed", before);
});

test("Back returns to the reading position", async ({ page, visit }) => {
  await visit(await addressOf(page, long));
  const floor = page.getByRole("region", { name: "15 楼", exact: true });
  await floor.scrollIntoViewIfNeeded();
  const at = await page.evaluate(() => window.scrollY);
  expect(at).toBeGreaterThan(500);
  await page.getByRole("link", { name: "下一页" }).evaluate((link: HTMLAnchorElement) => link.click());
  await expect(page.getByRole("region", { name: "25 楼", exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(at);
  await page.goBack();
  await expect(floor).toBeInViewport();
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - at)).toBeLessThan(5);
});

test("the topic's link is copied, with its title", async ({ page, context, visit }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit(await addressOf(page, long));
  await page.getByRole("button", { name: "分享" }).first().click();
  await page.getByRole("button", { name: "复制链接" }).click();
  await expect(page.getByRole("button", { name: "已复制" })).toBeVisible();
  const link = await page.getByLabel("分享这个帖子").inputValue();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(link);
  expect(copied).toMatch(long);
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("分享这个帖子")).toBeHidden();
});

test("a picture opens large over the page, and closes with Escape", async ({ page, visit }) => {
  await visit(await addressOf(page, /SW 节点振铃/));
  await page.getByRole("img", { name: "SW 上升沿波形" }).click();
  const large = page.getByRole("dialog", { name: "图片：SW 上升沿波形" });
  await expect(large.getByRole("img")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(large).toHaveCount(0);
  expect(new URL(page.url()).pathname).toContain("/hsforum/");
});

test("people are invited in a dialog that Escape closes, at the same place of the page", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit(await addressOf(page, /SS928 四路/));
  const place = page.getByRole("link", { name: "邀请回答" });
  await place.scrollIntoViewIfNeeded();
  const at = await page.evaluate(() => window.scrollY);
  await place.click();
  const dialog = page.getByRole("dialog", { name: "邀请回答" });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("按昵称查找").fill("青芯");
  await dialog.getByRole("button", { name: "查找" }).click();
  const invite = dialog.getByRole("button", { name: /^邀请 青芯/ });
  const invited = dialog.getByText("已邀请", { exact: true });
  await expect(invite.or(invited).first()).toBeVisible();
  if ((await invite.count()) > 0) await invite.first().click();
  await expect(invited.first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - at)).toBeLessThan(5);
});

test("a topic and its dialogs are accessible", async ({ page, visit, signIn }) => {
  await signIn("admin");
  const address = await addressOf(page, /SS928 四路/);
  await visit(address);
  await expectAccessible(page);
  const report =
    (await page.getByRole("link", { name: "举报" }).last().getAttribute("href"))?.replace(/^\/h5/, "") ?? "";
  for (const dialogAddress of [report, `${address}?accomplish=1`, report.replace("report", "history")]) {
    await visit(dialogAddress.split("#")[0] ?? "");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
  }
});
