import { expect, test } from "./support/fixtures";

// With and without JavaScript, in both shells.

test("a member likes a floor, adds the topic to the favourites, and returns to the floor", async ({
  page,
  visit,
  signIn,
  scripted,
}) => {
  await signIn("moderator");
  await visit("/hsforum/thread-1-1-1.html");
  const floor = page.getByRole("region", { name: "2 楼", exact: true });
  const like = floor.getByRole("button", { name: /^赞/ }).first();
  const pressed = (await like.getAttribute("aria-pressed")) === "true" ? "false" : "true";
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", pressed);
  if (!scripted) {
    await expect(page).toHaveURL(/#post-\d+$/);
    await expect(floor).toBeInViewport();
  }
  const keep = page.locator("main").getByRole("button", { name: /^收藏/ }).first();
  const after = (await keep.getAttribute("aria-pressed")) === "true" ? "false" : "true";
  await keep.click();
  await expect(keep).toHaveAttribute("aria-pressed", after);
});

test("the topic's address opens without scripts", async ({ page, visit, origin }) => {
  await visit("/hsforum/thread-1-1-1.html");
  const field = page.getByLabel("分享这个帖子");
  await expect(field).toBeHidden();
  await page.getByRole("button", { name: "分享" }).first().click();
  await expect(field).toBeVisible();
  await expect(field).toHaveValue(`${origin}/hsforum/thread-1-1-1.html`);
});

test("a floor is opened by its number", async ({ page, visit, prefix }) => {
  await visit("/forum/all?order=views");
  await page.locator("main li a").filter({ hasText: "新人报到帖" }).first().click();
  await page.getByRole("textbox", { name: /跳到/ }).fill("57");
  await page.getByRole("button", { name: "去", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${prefix}/hsforum/thread-\\d+-3-1\\.html#post-\\d+$`));
  await expect(page.getByRole("region", { name: "57 楼", exact: true })).toBeInViewport();
});

test("a topic's dialog is styled before its code loads, and its question is visible", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit("/hsforum/thread-1-1-1.html");
  const report = page.getByRole("link", { name: /^举报/ }).first();
  await visit(((await report.getAttribute("href")) ?? "").replace(/^\/h5/, ""));
  const dialog = page.getByRole("dialog", { name: /举报/ });
  await expect(dialog.getByRole("button", { name: "提交举报" })).toBeInViewport({ ratio: 1 });
  // The reasons are one below the other.
  const [first, second] = await dialog.getByRole("radio").all();
  expect((await second?.boundingBox())?.x).toBe((await first?.boundingBox())?.x);
});
