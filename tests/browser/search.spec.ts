import { expectAccessible } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

// What JavaScript adds to the search: suggestions beneath the box, and no reload.
test("suggestions come while typing, and keys choose among them", async ({ page, visit }) => {
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

test("Enter that belongs to an input method neither chooses nor searches", async ({ page, visit }) => {
  await visit("/search");
  const box = page.getByLabel("搜索内容");
  await box.pressSequentially("Hi38");
  await expect(page.getByRole("listbox")).toBeVisible();
  await box.press("ArrowDown");
  await box.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true });
  await expect(page.getByRole("listbox")).toBeVisible();
  await expect(page).toHaveURL(/\/search$/);
});

test("a search and the icon back change the page without loading it anew", async ({
  page,
  visit,
  prefix,
}) => {
  await visit("/forum/digest");
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await page.getByRole("link", { name: "搜索", exact: true }).click();
  await page.getByLabel("搜索内容").fill("Hi3861 低功耗");
  await page.getByRole("button", { name: "搜索", exact: true }).click();
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /Hi3861V100 低功耗保活实测/ })
      .first(),
  ).toBeVisible();
  // What was not chosen is not in the address.
  expect(new URL(page.url()).searchParams.has("fid")).toBe(false);
  await page.getByRole("link", { name: "关闭搜索" }).click();
  await expect(page).toHaveURL(new RegExp(`${prefix}/forum/digest$`));
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
});
