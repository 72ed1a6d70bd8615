import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

// Behaviour of scripts alone: the messages with the complaint frame (spec 2.7), and the record of where people come
// from (spec 4).

/** Replaces the frame's page by one that stores each message it gets. */
async function frameIs(page: Page, script: string): Promise<void> {
  const body = `<!doctype html><title>t</title><script>window.told=[];addEventListener("message",({data,origin})=>told.push({data,origin}));${script}</script>`;
  await page.route("**/gateway/complaint", (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body }),
  );
}
const told = (page: Page) =>
  page
    .frames()
    .find((frame) => frame.url().endsWith("/gateway/complaint"))
    ?.evaluate(() => (window as unknown as { told: unknown[] }).told);

test.beforeEach(async ({ page, visit, join }) => {
  await join("accepted");
  await visit("/suggestion");
  await page.getByRole("dialog", { name: "免责声明" }).getByRole("button", { name: "同意" }).click();
  await expect(page.getByText("签署成功")).toBeVisible();
});

test("the frame that sends a report gets the complaint's data, with the spec's keys", async ({
  page,
  visit,
  origin,
}) => {
  await frameIs(page, 'parent.postMessage({type:"loaded"},"*")');
  await visit("/complaint?tid=1");
  await expect(page.locator('iframe[title="投诉页面"]')).toBeVisible();
  const deviceId = await page.evaluate(() => localStorage.getItem("visitorId"));
  await expect
    .poll(() => told(page))
    .toEqual([
      {
        origin,
        data: {
          appId: "developer-portal",
          sceneId: "community-content",
          subSceneId: "topic",
          businessKey: expect.stringMatching(/^post-\d+$/),
          deviceId: expect.stringMatching(/^[0-9a-f]{32}$/),
          additionalContext: {
            contentTitle: expect.stringContaining("社区公约"),
            postId: expect.stringMatching(/^\d+$/),
            postURL: expect.stringContaining(`${origin}/hsforum/thread-1-`),
          },
        },
      },
    ]);
  expect(deviceId).toMatch(/^[0-9a-f]{32}$/);
});

test("messages of other windows and origins are ignored; without a report the form comes back", async ({
  page,
  visit,
}) => {
  await frameIs(page, "");
  await visit("/complaint?tid=1");
  await page.waitForSelector('iframe[title="投诉页面"]', { state: "attached" });
  await page.evaluate(() => {
    const source = document.querySelector("iframe")?.contentWindow ?? null;
    window.postMessage({ type: "loaded" }, "*");
    window.dispatchEvent(
      new MessageEvent("message", { data: { type: "loaded" }, origin: "https://evil.example", source }),
    );
    window.dispatchEvent(
      new MessageEvent("message", { data: { type: "other" }, origin: location.origin, source }),
    );
  });
  await expect(page.locator('iframe[title="投诉页面"]')).toBeHidden();
  await expect(page.getByText("投诉页面没有打开，请直接填写下面的表单。")).toBeVisible();
  await page.getByLabel("投诉原因").selectOption("abuse");
  await page.getByLabel("情况说明").fill("一直在骂人，请处理");
  await page.getByRole("button", { name: "提交投诉" }).click();
  await expect(page.getByText(/已收到你的投诉，编号 TS/)).toBeVisible();
});

test("a complaint page that fails in the network leaves the form; so does choosing the form", async ({
  page,
  visit,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  // Chromium shows its own error page in the frame, which may load before the island reacts.
  problems.expect(/does not match the recipient window's origin \('null'\)/);
  await page.route("**/gateway/complaint", (route) => route.abort());
  await visit("/complaint");
  await expect(page.getByLabel("情况说明")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/gateway/complaint");
  await visit("/complaint");
  await expect(page.locator('iframe[title="投诉页面"]')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "改用表单填写" }).click();
  await expect(page.getByLabel("被投诉内容的地址（可不填）")).toBeVisible();
});

test("a member's arrival is recorded once and then deleted from the browser", async ({ page, visit }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/traffic") && sent.push(request.postData() ?? ""));
  await visit("/tags?from=%3Cb%3Email");
  expect(new URL(page.url()).search).toBe("");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("trafficRecord"))).toBeNull();
  await expect.poll(() => sent.length).toBe(1);
  const record = Object.fromEntries(new URLSearchParams(sent[0]));
  expect(record).toEqual({
    accessSource: "&lt;b&gt;mail",
    visitorId: expect.stringMatching(/^[0-9a-f]{32}$/),
    accessTime: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
  });
});

test("a guest's arrival is stored, sent once with unlogincount, and not sent on a reload", async ({
  page,
  visit,
  context,
}) => {
  await context.clearCookies();
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/traffic") && sent.push(request.postData() ?? ""));
  await page.route("**/traffic", (route) => route.fulfill({ status: 204 }));
  await visit("/tags?from=%22mail%22");
  await expect.poll(() => sent.length).toBe(1);
  expect(Object.fromEntries(new URLSearchParams(sent[0]))).toMatchObject({
    accessSource: "&quot;mail&quot;",
    unlogincount: "1",
  });
  const storedRecord = () => page.evaluate(() => JSON.parse(localStorage.getItem("trafficRecord") ?? "null"));
  expect(await storedRecord()).toMatchObject({ accessSource: "&quot;mail&quot;", unlogincount: 1 });
  await visit("/tags");
  // Runs before the reloaded page's scripts, because the page before it may still read the value.
  await page.addInitScript(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (navigation?.type !== "reload") return;
    const record = { accessSource: "a", visitorId: "b".repeat(32), accessTime: "2026-01-01 00:00:00" };
    localStorage.setItem("trafficRecord", JSON.stringify(record));
  });
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  // The islands start when the browser is idle.
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  );
  expect(sent.length).toBe(1);
  await visit("/tags");
  await expect.poll(() => sent.length).toBe(2);
});

for (const path of ["/suggestion", "/suggestion/mine"])
  test(`${path} is accessible`, async ({ page, visit }) => {
    await visit(path);
    await expectAccessible(page);
  });

test("a topic's complaint dialog closes by a visible button, and by Esc from within its frame", async ({
  page,
  visit,
}) => {
  await visit("/hsforum/thread-1-1-1.html");
  const report = (await page.getByRole("link", { name: "举报" }).first().getAttribute("href")) ?? "";
  const pid = /report=(\d+)/.exec(report)?.[1] ?? "";
  await visit(`/hsforum/thread-1-1-1.html?complain=${pid}`);
  const text = page.frameLocator("iframe").getByLabel("情况说明");
  await expect(text).toBeVisible();
  await expect(page.getByRole("link", { name: "关闭", exact: true })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await text.focus();
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog[open]")).toHaveCount(0);
});
