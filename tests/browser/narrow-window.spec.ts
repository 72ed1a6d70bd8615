import { expect, test } from "./support/fixtures";

test("a narrow window is led to h5 by script", async ({ page, visit, origin }) => {
  await page.setViewportSize({ width: 700, height: 800 });
  await page.goto("/forum/all?order=new");
  await expect(page).toHaveURL(`${origin}/h5/forum/all?order=new`);
  await page.setViewportSize({ width: 768, height: 800 });
  await visit("/forum/all");
  await expect(page).toHaveURL(`${origin}/forum/all`);
});
