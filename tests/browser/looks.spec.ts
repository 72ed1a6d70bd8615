import type { Page } from "@playwright/test";
import { sampleOf } from "../support/tier";
import { expect, test } from "./support/fixtures";

/** The largest allowed sum of layout shifts, including the shifts that a press causes. */
const allowedShift = 0.02;

/** Adds up all layout shifts of the page from its first byte on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { sum: 0, of: [] as string[] };
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[]) {
        seen.sum += entry.value;
        const nodes = entry.sources.map(({ node }) => (node as Element | null)?.className || node?.nodeName);
        seen.of.push(`${entry.value.toFixed(4)} ${nodes.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function expectStill(page: Page, where: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  // Two frames later the last change has been laid out and observed.
  const { sum, of } = await page.evaluate(
    () =>
      new Promise<{ sum: number; of: string[] }>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            resolve((window as unknown as { shifts: { sum: number; of: string[] } }).shifts),
          ),
        ),
      ),
  );
  expect(sum, `${where}: ${of.join("; ")}`).toBeLessThanOrEqual(allowedShift);
}

const still = [
  "/home",
  "/forum/all",
  "/forum/101",
  "/hsforum/thread-65-1-1.html",
  "/search?q=Hi3861",
  "/trainingClass/lessons/10101",
  "/trainingClass",
  "/eventActivities/details/1",
];
for (const path of sampleOf(still, 3, (path) => path)) {
  test(`${path} does not move while it loads, and when the cookie bar disappears`, async ({
    page,
    visit,
  }) => {
    await watchShifts(page);
    await visit(path);
    await expectStill(page, "at first");
    await page.mouse.wheel(0, 1200);
    await expectStill(page, "scrolled");
    await page.getByRole("button", { name: "我知道了" }).click();
    await expect(page.getByRole("button", { name: "我知道了" })).toHaveCount(0);
    await page.waitForSelector("html[data-ready]");
    await expectStill(page, "without the bar");
  });
}

test("/posting does not move while it loads", async ({ page, visit, signIn }) => {
  await signIn("member");
  await watchShifts(page);
  await visit("/posting");
  await expectStill(page, "the editor");
});

test("a message is shown over the page, does not move it, and can be closed", async ({
  page,
  visit,
  join,
}) => {
  await join("accepted");
  await watchShifts(page);
  await visit("/personalCenter/collection");
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.boundingBox();
  await page.getByRole("button", { name: "公开我的收藏" }).click();
  const message = page.getByRole("status").filter({ hasText: "收藏已公开" });
  await expect(message).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
  await expectStill(page, "with the message");
  await page.getByRole("checkbox", { name: "收起提示" }).press("Space");
  await expect(message).toBeHidden();
});

test("no banner's text covers its picture", async ({ page, visit }) => {
  for (const path of ["/forum/all", "/home"]) {
    await visit(path);
    const banners = page.locator('section[aria-label$="横幅"] > a');
    await expect(banners.first()).toBeVisible();
    const over = await banners.evaluateAll(
      (all) =>
        all.filter((banner) => {
          const [words, picture] = ["span", "img"].map((name) =>
            banner.querySelector(name)?.getBoundingClientRect(),
          );
          return !words || !picture || words.right > picture.left + 0.5;
        }).length,
    );
    expect(over, path).toBe(0);
  }
});

test("the keyboard reaches the first topic soon, and no menu opens by itself", async ({
  page,
  visit,
  prefix,
}) => {
  await visit("/forum/all");
  const at = () =>
    page.evaluate(() => ({
      inTopics: document.activeElement?.closest("#topics") !== null,
      text: document.activeElement?.textContent?.trim(),
    }));
  const panels = page.locator("#navigation-products, #navigation-resources");
  let tabs = 0;
  // The menu's six areas come first (spec 2.2); a phone has the row of sections before its list.
  const most = prefix ? 35 : 28;
  while (!(await at()).inTopics && tabs < most) {
    await page.keyboard.press("Tab");
    tabs += 1;
    for (const panel of await panels.all()) await expect(panel).toBeHidden();
  }
  expect((await at()).inTopics, `${tabs} presses of Tab`).toBe(true);
  // By the two skip links it takes three presses of Tab.
  await visit("/forum/digest");
  await page.keyboard.press("Tab");
  expect((await at()).text).toBe("跳到正文");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect((await at()).text).toBe("跳到帖子");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect((await at()).inTopics).toBe(true);
  if (prefix) return;
  const menu = page.getByRole("button", { name: "产品菜单" });
  await menu.focus();
  await expect(panels.first()).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(panels.first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(panels.first().getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panels.first()).toBeHidden();
  await expect(menu).toBeFocused();
});
