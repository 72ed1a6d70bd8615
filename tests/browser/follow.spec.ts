import { expectAccessible, isLookedAt } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

// Following without a reload, and axe on the screens of tags, people and the personal centre.
test("following a tag keeps the page, changes its count, and can be undone", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("moderator");
  await visit("/tags/2");
  const button = page.locator("#follow-tag-2 button");
  if ((await button.getAttribute("value")) === "unfollow") {
    await button.click();
    await expect(button).toHaveAttribute("value", "follow");
  }
  const counted = page.locator("header").getByText(/人关注/);
  const before = Number.parseInt((await counted.textContent()) ?? "", 10);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await button.click();
  await expect(button).toHaveAttribute("value", "unfollow");
  await expect(counted).toHaveText(`${before + 1} 人关注`);
  await button.press("Enter");
  await expect(button).toHaveAttribute("value", "follow");
  await expect(counted).toHaveText(`${before} 人关注`);
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
});

test("a visitor who follows is asked to sign in on the same page, at every press", async ({
  page,
  visit,
}) => {
  await visit("/tags/2");
  for (let count = 0; count < 2; count += 1) {
    await page.locator("#follow-tag-2 button").click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "先看看" }).click();
    await expect(dialog).toBeHidden();
  }
});

test("a follow that fails in the network shows a message and changes nothing", async ({
  page,
  visit,
  signIn,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  await signIn("moderator");
  await visit("/tags/3");
  const button = page.locator("#follow-tag-3 button");
  const before = (await button.getAttribute("value")) ?? "";
  await page.route("**/follow", (route) => route.abort());
  await button.click();
  await expect(page.getByRole("alert")).toContainText("网络连接中断");
  await expect(button).toHaveAttribute("value", before);
});

for (const path of [
  "/tags",
  "/tags?q=uart",
  "/tags/1",
  "/userhomepage?uid=2",
  "/userhomepage?uid=2&tab=followers",
]) {
  if (!isLookedAt(path)) continue;
  test(`${path} for a visitor`, async ({ page, visit }) => {
    await visit(path);
    await expectAccessible(page, path);
  });
}

const own = [
  "/tags?mine=1",
  "/userhomepage?uid=3&tab=favorites",
  "/personalCenter/posts?tab=replies",
  "/personalCenter/Community",
];
for (const path of [...own, "/personalCenter/follow", "/personalCenter/fans", "/personalCenter/collection"]) {
  if (!isLookedAt(path)) continue;
  test(`${path} for a member`, async ({ page, visit, signIn }) => {
    await signIn("member");
    await visit(path);
    await expectAccessible(page, path);
  });
}
