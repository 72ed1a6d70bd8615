import { expect, test } from "./support/fixtures";

test("a phone is led to h5, a choice is remembered", async ({ page, visit, origin }) => {
  await page.goto("/forum/all?order=new");
  await expect(page).toHaveURL(`${origin}/h5/forum/all?order=new`);
  await visit("/forum/all");
  await page.getByRole("button", { name: "桌面版" }).click();
  await expect(page).toHaveURL(`${origin}/forum/all`);
  await page.goto("/forum/digest");
  await expect(page).toHaveURL(`${origin}/forum/digest`);
});

test("a topic's bar stays within the thumb's reach and covers nothing for good", async ({
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
  // A press that something else would catch fails.
  await page.getByRole("button", { name: "发表回复" }).click({ trial: true });
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(bar).not.toBeInViewport();
});
