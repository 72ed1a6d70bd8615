import { expect, test } from "./support/fixtures";

// Runs with JavaScript only: see `scripted` in playwright.config.ts.
test.use({ serviceWorkers: "allow" });

/** Waits until the service worker has stored the open page. */
async function waitForCache(page: import("@playwright/test").Page): Promise<void> {
  const look = async () => Boolean(await caches.match(location.href.replace(/#.*$/, "")));
  await expect.poll(() => page.evaluate(look)).toBe(true);
}

test("a topic that was read opens offline and says so; an unread topic's page links to the stored pages", async ({
  page,
  context,
  visit,
  prefix,
  problems,
}) => {
  problems.expect(/net::ERR_|Failed to fetch|503/);
  await visit("/forum/all");
  await waitForCache(page);
  await page.locator("h2 a").first().click();
  await expect(page).toHaveURL(/thread-/);
  await waitForCache(page);
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  const address = page.url();

  await context.setOffline(true);
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
  await page.waitForSelector("html[data-ready]");
  // Until the notice appears, a stored page would look like a new one.
  await expect(page.locator("#notice-offline")).toHaveText(/^离线：这是 \d\d:\d\d 时的样子$/, {
    timeout: 8_000,
  });
  await page.goto(`${prefix}/tags`);
  await expect(page.getByRole("heading", { name: "现在没有网络" })).toBeVisible();
  await page
    .getByRole("link")
    .filter({ hasText: (title ?? "").slice(-10) })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");

  await context.setOffline(false);
  await page.goto(address);
  await expect(page.locator("html[data-ready]")).toBeAttached();
  await expect(page.locator("#notice-offline")).toHaveCount(0);
});

test("signing out deletes the stored pages", async ({ page, visit, signIn }) => {
  await signIn("member");
  await visit("/forum/all");
  await waitForCache(page);
  await page.goto("/logout");
  const left = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
    const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return pages.flat().filter(({ url }) => url.includes("/forum/all")).length;
  };
  await expect.poll(() => page.evaluate(left)).toBe(0);
});

test("a topic written offline is stored, and sent once when the member confirms", async ({
  page,
  context,
  visit,
  signIn,
  problems,
}) => {
  problems.expect(/net::ERR_|Failed to fetch/);
  await signIn("member");
  await visit("/posting?fid=101");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const title = `离线写的帖子 ${Date.now()}`;
  await page.getByLabel("标题").fill(title);
  await page.getByLabel("正文").fill("在地铁里写的正文");
  await context.setOffline(true);
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  const notice = page.locator("#notice-unsent");
  await expect(page.getByRole("alert")).toContainText("已存在本机");
  await expect(notice).toContainText(title.slice(0, 10));
  await notice.getByRole("button", { name: "发送" }).click();
  await expect(notice).toContainText("还没有网络");

  await context.setOffline(false);
  await visit("/forum/all");
  await page.locator("#notice-unsent").getByRole("button", { name: "发送" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
  await expect(page.locator("#notice-unsent")).toHaveCount(0);
  await visit("/forum/101");
  await expect(page.getByRole("link", { name: title })).toHaveCount(1);
});
