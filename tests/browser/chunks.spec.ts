import { expect, test } from "./support/fixtures";

// Code chunks that fail to load (spec 2.1, 8, 9). Runs with JavaScript only.

test("a screen whose code has not loaded after 120 s is requested as a document", async ({ page, visit }) => {
  await page.clock.install();
  await visit("/tags");
  let requestCount = 0;
  // The first request for it gets no answer.
  await page.route(/\/assets\/home-[^/]*\.js/, (route) => {
    requestCount += 1;
    if (requestCount > 1) return route.continue();
  });
  await page.locator('header a[href$="/home"]:visible').first().click();
  await expect.poll(() => requestCount).toBe(1);
  await expect(page.getByText("数据加载中...")).toHaveCount(1);
  await page.clock.runFor(119_000);
  expect(new URL(page.url()).pathname).toMatch(/\/tags$/);
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.locator("html[data-ready]")).toHaveCount(1);
});

test("text typed shortly before hydration stays, and the page hydrates", async ({ page, signIn, visit }) => {
  await signIn("member");
  await visit("/forum/all");
  const topic = (await page.locator("h2 a").first().getAttribute("href")) ?? "";
  // Types a letter each time React is about to hydrate, as may happen to a person by chance.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    let letters = 0;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      queueMicrotask(() => {
        const field = document.querySelector<HTMLTextAreaElement>("textarea[name=content]");
        if (!field || letters === 4) return;
        letters += 1;
        field.value += "早";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      return post.apply(this, message as never);
    };
  });
  await page.goto(topic);
  await expect(page.locator("html[data-ready]")).toHaveCount(1);
  await expect(page.getByLabel("回复", { exact: true })).toHaveValue(/^早+$/);
});

test("the reply form's checks load when somebody goes into it, and leave what is typed as it is", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit("/forum/all");
  const topic = (await page.locator("h2 a").first().getAttribute("href")) ?? "";
  let requestCount = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/form-checks-[^/]*\.js/, async (route) => {
    requestCount += 1;
    await held;
    await route.continue();
  });
  const posted: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/hsforum/")) posted.push(request.url());
  });
  const written = page.waitForResponse(/\/assets\/writing-[^/]*\.js/);
  await page.goto(topic);
  await written;
  await expect(page.locator("html[data-ready]")).toHaveCount(1);
  expect(requestCount).toBe(0);
  const field = page.getByLabel("回复", { exact: true });
  await field.pressSequentially("写到一半");
  await expect.poll(() => requestCount).toBe(1);
  await field.evaluate((element: HTMLTextAreaElement) => {
    Object.assign(window, { typedIn: element });
  });
  release();
  // Until the checks are there, the server refuses an empty reply; then the browser does, without asking it.
  await expect(async () => {
    posted.length = 0;
    await field.press("Control+a");
    await field.press("Delete");
    await page.getByRole("button", { name: "发表回复" }).click();
    await expect(field).toHaveAttribute("aria-invalid", "true", { timeout: 1_000 });
    await expect(field).toBeFocused({ timeout: 1_000 });
    expect(posted).toEqual([]);
  }).toPass();
  await field.pressSequentially("写完了");
  await expect(field).not.toHaveAttribute("aria-invalid");
  expect(await field.evaluate((element) => element === (window as { typedIn?: Element }).typedIn)).toBe(true);
});

test("a reply whose checks do not load is checked by the server, and published once", async ({
  page,
  visit,
  signIn,
  problems,
}) => {
  problems.expect(/net::ERR_|Failed to fetch|Failed to load/);
  await signIn("member");
  await visit("/forum/all");
  const topic = (await page.locator("h2 a").first().getAttribute("href")) ?? "";
  await page.route(/\/assets\/form-checks-[^/]*\.js/, (route) => route.abort());
  await page.goto(topic);
  await expect(page.locator("html[data-ready]")).toHaveCount(1);
  const field = page.getByLabel("回复", { exact: true });
  await field.focus();
  await page.getByRole("button", { name: "发表回复" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  const reply = `没有检查也能发出去 ${Date.now()}`;
  await field.pressSequentially(reply);
  await page.getByRole("button", { name: "发表回复" }).click();
  await expect(page.getByText(reply)).toHaveCount(1);
  await expect(field).toHaveValue("");
});

test("a chunk that fails reloads the page once, and the typed text stays", async ({
  page,
  visit,
  signIn,
  problems,
}) => {
  problems.expect(/net::ERR_|Failed to fetch|Failed to load|ChunkLoadError/);
  await signIn("member");
  await visit("/forum/all");
  const topic = (await page.locator("h2 a").first().getAttribute("href")) ?? "";
  const typed = `代码没有加载时写的回复 ${Date.now()}`;
  let fail: () => void = () => undefined;
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  let documentCount = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documentCount += 1;
  });
  let requestCount = 0;
  // Each request of the first document fails. After a failed preload the import makes one of its own.
  await page.route(/\/assets\/writing-[^/]*\.js/, async (route) => {
    if (documentCount > 1) return route.continue();
    requestCount += 1;
    await failing;
    await route.abort();
  });
  await page.goto(topic, { waitUntil: "commit" });
  // The form of the server's HTML, before its own code has loaded.
  await page.getByLabel("回复", { exact: true }).fill(typed);
  await page.evaluate(() => document.documentElement.setAttribute("data-first", ""));
  await expect.poll(() => requestCount).toBeGreaterThan(0);
  fail();
  await expect(page.locator("html[data-ready]:not([data-first])")).toHaveCount(1);
  await expect(page.getByLabel("回复", { exact: true })).toHaveValue(typed);
  await page.getByRole("button", { name: "发表回复" }).click();
  await expect(page.locator("main section", { hasText: typed })).toHaveCount(1);
  expect(documentCount).toBe(2);
});

test("a screen whose code fails leaves the page before it with its typed text", async ({
  page,
  visit,
  signIn,
  problems,
}) => {
  problems.expect(/net::ERR_|Failed to fetch|Error loading route module/);
  await signIn("member");
  await visit("/personalCenter/info");
  const text = page.locator("[name=hobby]");
  await text.fill("还没有保存的爱好");
  await page.route(/\/assets\/home-[^/]*\.js/, (route) => route.abort());
  const reloaded = page.waitForEvent("load");
  await page.locator('header a[href$="/home"]:visible').first().click();
  await reloaded;
  await expect(page).toHaveURL(/\/personalCenter\/info$/);
  await expect(text).toHaveValue("还没有保存的爱好");
});
