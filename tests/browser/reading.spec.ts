import { PlainBrowser } from "../support/plain-browser";
import { register } from "../support/register";
import { expect, test } from "./support/fixtures";

test("an open page shows the number of new replies, and links to them @scripted", async ({
  page,
  visit,
  prefix,
  origin,
}) => {
  await page.clock.install();
  await visit("/forum/all");
  const href = (await page.locator('main h2 a[href*="/hsforum/thread-"]').last().getAttribute("href")) ?? "";
  const other = new PlainBrowser(origin);
  await register(other, "accepted");
  await page.goto(href);
  await page.waitForLoadState("networkidle");
  const status = page.locator('[role="status"]', { hasText: "条新回复" });
  const island = page.waitForResponse((response) => response.url().includes("new-replies"));
  await page.clock.fastForward(11_000);
  await island;
  await expect(status).toBeHidden();
  const text = `刚刚写的回复 ${Date.now()}`;
  const topic = await other.get(href);
  await other.submit(topic, { intent: "reply" }, { content: text });
  await expect(async () => {
    await page.clock.fastForward(60_000);
    await expect(status).toHaveText(/^有 \d+ 条新回复$/, { timeout: 1_000 });
  }).toPass();
  await status.getByRole("link").click();
  await expect(page.getByText(text)).toBeVisible();
  await expect(status).toBeHidden();
  expect(page.url()).toContain(`${prefix}/hsforum/`);
});
