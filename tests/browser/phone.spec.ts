import { expect, test } from "./support/fixtures";

test("a phone is redirected to h5, and a choice of shell is remembered", async ({ page, visit, origin }) => {
  await page.goto("/forum/all?order=new");
  await expect(page).toHaveURL(`${origin}/h5/forum/all?order=new`);
  await visit("/forum/all");
  await page.getByText("更多链接与显示设置").click();
  await page.getByRole("button", { name: "桌面版" }).click();
  await expect(page).toHaveURL(`${origin}/forum/all`);
  await page.goto("/forum/digest");
  await expect(page).toHaveURL(`${origin}/forum/digest`);
});

test("a topic's bar stays in the thumb's reach and hides nothing permanently", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("moderator");
  await visit("/hsforum/thread-1-1-1.html");
  const bar = page.getByRole("navigation", { name: "帖子操作" });
  await expect(bar).toBeInViewport();
  await bar.getByRole("link", { name: "写回复…" }).click();
  await expect(page.getByLabel("回复", { exact: true })).toBeInViewport();
  // Fails if another element would catch the press.
  await page.getByRole("button", { name: "发表回复" }).click({ trial: true });
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(bar).not.toBeInViewport();
});

for (const path of ["/forum/all", "/forum/101"])
  test(`a phone shows the first topic of ${path} within 250 px, with the cookie bar open`, async ({
    page,
    visit,
  }) => {
    await visit(path);
    await expect(page.getByRole("button", { name: "我知道了" })).toBeInViewport();
    const first = await page.locator("#topics > li").first().boundingBox();
    expect(first?.y).toBeLessThanOrEqual(250);
    const bar = await page.locator("form", { hasText: "我知道了" }).boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(52);
  });
