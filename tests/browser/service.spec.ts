import { expect, test } from "./support/fixtures";

// Suggestions and complaints, with and without JavaScript, in both shells.
test("a member accepts the disclaimer, sends a suggestion, and sees its number and page", async ({
  page,
  visit,
  join,
}) => {
  await join("accepted");
  await visit("/suggestion");
  const disclaimer = page.getByRole("dialog", { name: "免责声明" });
  await disclaimer.getByRole("button", { name: "同意" }).click();
  await expect(page.getByText("签署成功")).toBeVisible();
  await expect(disclaimer).toHaveCount(0);
  await page.getByLabel("建议类型").selectOption("design");
  await page.getByLabel("建议内容").fill("夜间的代码块太亮");
  await page.getByRole("button", { name: "提交建议" }).last().click();
  await expect(page.getByText(/已收到你的建议，编号 YJ/)).toBeVisible();
  await expect(page.getByText("夜间的代码块太亮")).toBeVisible();
});

test("a complaint about a post: in the complaint page's frame with JavaScript, in a form without", async ({
  page,
  visit,
  join,
  scripted,
}) => {
  await join("accepted");
  await visit("/suggestion");
  await page.getByRole("dialog", { name: "免责声明" }).getByRole("button", { name: "同意" }).click();
  await expect(page.getByText("签署成功")).toBeVisible();
  await visit("/complaint?tid=1");
  const place = scripted ? page.frameLocator('iframe[title="投诉页面"]') : page.locator("main");
  await expect(place.getByText("投诉的内容：")).toContainText("社区公约");
  await place.getByLabel("投诉原因").selectOption("fraud");
  await place.getByLabel("情况说明").fill("这不是真的公约");
  await place.getByRole("button", { name: "提交投诉" }).click();
  if (scripted) await expect(place.getByText(/^TS\d{8}-/)).toBeVisible();
  else await expect(page.getByText(/已收到你的投诉，编号 TS/)).toBeVisible();
  await visit("/suggestion/mine?kind=complaint");
  await expect(page.getByText("这不是真的公约")).toBeVisible();
});
