import { expect, test } from "./support/fixtures";

test("when the network fails under a form, what was typed is on the page that says so", async ({
  page,
  visit,
  signIn,
  scripted,
  problems,
}) => {
  test.skip(!scripted, "without JavaScript the browser's own error page comes, and Back shows the form");
  problems.expect(/net::ERR_|Failed to fetch/);
  await signIn("member");
  await visit("/posting");
  await page.getByLabel("版块").selectOption({ label: "无线连接" });
  await page.getByLabel("标题").fill("断网也不丢的标题");
  await page.getByLabel("正文").fill("写了很久的正文");
  await page.route(/\/posting/, (route) => (route.request().method() === "POST" ? route.abort("internetdisconnected") : route.continue()));
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await expect(page.getByLabel("标题")).toHaveValue("断网也不丢的标题");
  await expect(page.getByLabel("内容")).toHaveValue("写了很久的正文");
});
