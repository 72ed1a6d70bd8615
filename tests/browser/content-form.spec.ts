import { expect, test } from "./support/fixtures";

test("@scripted what is typed is not lost by a link without a question", async ({ page, visit, signIn }) => {
  await signIn("admin");
  await visit("/moderator/content/news/new");
  const all = page.getByRole("link", { name: "全部资讯" });
  const title = page.locator('input[name="title"]');
  await title.fill("还没保存的资讯");
  const questions: string[] = [];
  let isLeft = false;
  page.on("dialog", async (dialog) => {
    questions.push(dialog.message());
    await (isLeft ? dialog.accept() : dialog.dismiss());
  });
  await all.click();
  await expect.poll(() => questions.length).toBe(1);
  expect(questions[0]).toContain("有没保存的修改");
  await expect(title).toHaveValue("还没保存的资讯");
  // A form that came back is not saved either.
  await page.locator('input[name="productText"]').fill("WS63");
  await page.getByRole("button", { name: "查找", exact: true }).click();
  await expect(page.getByText("已列在上面")).toBeVisible();
  isLeft = true;
  await all.click();
  await expect(page).toHaveURL(/\/moderator\/content\/news$/);
  expect(questions.length).toBe(2);
});

test("@scripted what is wrong with a field stands above the bar of buttons", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("admin");
  await visit("/moderator/content/products/new");
  await page.locator('input[name="title"]').fill("芯片");
  await page.locator('select[name="class"]').selectOption("1101");
  for (const name of ["rate", "supply", "sram"])
    await page.locator(`input[name="params_${name}"]`).fill("1 kg");
  await page.getByRole("button", { name: "保存草稿" }).click();
  const bar = page.getByText("还没有保存：有 3 处要改");
  await expect(bar).toBeVisible();
  await expect(page.locator('input[name="params_rate"]')).toBeFocused();
  const bottom = await page
    .getByText("单位应为 bit/s")
    .evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan(await bar.evaluate((element) => element.getBoundingClientRect().top));
});
