import { expectAccessible } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

// What JavaScript adds to the search: suggestions below the box, and no reload.
test("suggestions appear while typing, and keys choose among them", async ({ page, visit }) => {
  await visit("/search");
  const box = page.getByLabel("搜索内容");
  await box.focus();
  await expect(box).toHaveRole("combobox");
  await box.pressSequentially("SoftAP");
  const list = page.getByRole("listbox", { name: "搜索建议" });
  await expect(list.getByRole("option", { name: /SoftAP 配网后切 STA/ })).toBeVisible();
  await expectAccessible(page);
  await box.press("Escape");
  await expect(list).toBeHidden();
  await expect(box).toHaveAttribute("aria-expanded", "false");
  await box.press("ArrowDown");
  await expect(list).toBeVisible();
  await box.press("ArrowDown");
  const option = list.getByRole("option").first();
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expect(box).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/hsforum\/thread-\d+/);
});

test("Enter for an input method neither chooses nor searches", async ({ page, visit }) => {
  await visit("/search");
  const box = page.getByLabel("搜索内容");
  await box.pressSequentially("Hi38");
  await expect(page.getByRole("listbox")).toBeVisible();
  await box.press("ArrowDown");
  await box.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true });
  await expect(page.getByRole("listbox")).toBeVisible();
  await expect(page).toHaveURL(/\/search$/);
});

test("a search and the icon back change the page without a reload", async ({ page, visit, prefix }) => {
  await visit("/forum/digest");
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  // The desktop has a search field, a phone an icon that leads to one.
  if (prefix) {
    await page.getByRole("link", { name: "搜索", exact: true }).click();
    await expect(page.getByLabel("搜索内容")).toBeFocused();
  }
  await page.getByLabel("搜索内容").fill("Hi3861 低功耗");
  await page.getByRole("button", { name: "搜索", exact: true }).click();
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /Hi3861V100 低功耗保活实测/ })
      .first(),
  ).toBeVisible();
  // Empty filters are not in the address.
  expect(new URL(page.url()).searchParams.has("fid")).toBe(false);
  await page.getByRole("link", { name: "关闭搜索" }).click();
  await expect(page).toHaveURL(new RegExp(`${prefix}/forum/digest$`));
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
});

test("topics with similar titles appear over the form, move nothing, and close with Escape", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit("/posting");
  const title = page.getByRole("textbox", { name: "标题" });
  const content = page.getByLabel("正文");
  await expect(page.getByRole("toolbar")).toBeVisible();
  await title.click();
  const before = await content.boundingBox();
  await title.pressSequentially("WS63 星闪透传只有几十 KB/s");
  const similar = page.getByRole("link", { name: /在新标签页打开/ });
  await expect(similar.first()).toBeVisible();
  expect(await similar.count()).toBeLessThanOrEqual(5);
  await expect(page.getByText("已解决").first()).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /个相似的帖子/ })).toHaveCount(1);
  expect((await content.boundingBox())?.y).toBe(before?.y);
  await expectAccessible(page);
  // The first similar topic is the next Tab stop, and the typed text stays.
  await page.keyboard.press("Tab");
  await expect(similar.first()).toBeFocused();
  const [opened] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("Enter")]);
  await expect(opened).toHaveURL(/\/hsforum\/thread-\d+/);
  await opened.close();
  await expect(title).toHaveValue("WS63 星闪透传只有几十 KB/s");
  await page.keyboard.press("Escape");
  await expect(similar).toHaveCount(0);
  await expect(title).toBeFocused();
  await page.keyboard.type("了");
  await expect(similar.first()).toBeVisible();
  await content.click();
  await expect(similar).toHaveCount(0);
});

test("a person's card opens by pointer and by keyboard, stays under the pointer, and closes with Escape", async ({
  page,
  visit,
  isMobile,
}) => {
  await page.clock.install();
  await visit("/forum/all");
  const link = page.getByRole("main").locator('a[href*="/userhomepage?uid="]').first();
  const name = (await link.textContent()) ?? "";
  const card = page.getByRole("region", { name: `${name}的名片` });
  if (isMobile) {
    // On a touch screen the link is an ordinary link.
    await link.click();
    await expect(page).toHaveURL(/userhomepage\?uid=\d+/);
    return;
  }
  await link.hover();
  await expect(card).toBeVisible();
  for (const fact of ["帖子", "获赞", "被采纳"])
    await expect(card.getByText(fact, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await card.hover();
  await page.clock.runFor(1_000);
  await expect(card).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
  await page.mouse.move(2, 400);
  await link.hover();
  await expect(card).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(card).toBeHidden();
  // By keyboard.
  await link.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(card).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(card.getByRole("link", { name })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
  await expect(link).toBeFocused();
});

test("a member blocks a person from their card, and unblocks them there", async ({
  page,
  visit,
  join,
  isMobile,
}) => {
  test.skip(isMobile, "a touch screen has no cards");
  await join("accepted");
  await visit("/forum/all");
  const link = page.getByRole("main").locator('a[href*="/userhomepage?uid="]').first();
  await link.hover();
  const card = page.getByRole("region", { name: /的名片$/ });
  await card.getByRole("button", { name: /^屏蔽/ }).click();
  const folded = page.getByText("已屏蔽的人发的主题");
  await expect(folded.first()).toBeVisible();
  await card.getByRole("button", { name: /解除屏蔽/ }).click();
  await expect(folded).toHaveCount(0);
});
