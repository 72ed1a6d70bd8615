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
