import { expect, test } from "./support/fixtures";

test("a script redirects a narrow window to h5", async ({ page, visit, origin }) => {
  await page.setViewportSize({ width: 700, height: 800 });
  await page.goto("/forum/all?order=new");
  await expect(page).toHaveURL(`${origin}/h5/forum/all?order=new`);
  await page.setViewportSize({ width: 768, height: 800 });
  await visit("/forum/all");
  await expect(page).toHaveURL(`${origin}/forum/all`);
});

test("the rail stays visible beside a long list", async ({ page, visit }) => {
  await visit("/forum/all");
  const boxes = page.getByRole("complementary", { name: "论坛导览" }).locator(":scope > section");
  // The rail is longer than the window, so its end is what stays visible.
  for (const y of [1600, 2000]) {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await expect(page.locator("#topics > li").last()).toBeVisible();
    const end = await boxes.last().boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    expect((end?.y ?? -1) + (end?.height ?? 0)).toBeGreaterThan(0);
  }
});
