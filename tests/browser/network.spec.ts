import { expect, test } from "./support/fixtures";

// Runs with JavaScript only. Without it the browser shows its own error page, and Back returns to the form: see
// `scripted` in playwright.config.ts.

test("when the network fails in the editor, the form stays as it was, and can be sent again", async ({
  page,
  context,
  visit,
  signIn,
  problems,
}) => {
  problems.expect(/net::ERR_|Failed to fetch/);
  await signIn("member");
  await visit("/posting?fid=101");
  await page.getByLabel("标题").fill("断网也不丢的标题");
  await page.getByLabel("正文").fill("写了很久的正文");
  const publish = page.getByRole("button", { name: "发布", exact: true }).last();
  await context.setOffline(true);
  await publish.click();
  await expect(page.getByRole("alert")).toContainText("网络连接中断");
  await expect(page.getByLabel("标题")).toHaveValue("断网也不丢的标题");
  await expect(page.getByLabel("正文")).toHaveValue("写了很久的正文");
  await context.setOffline(false);
  await publish.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("断网也不丢的标题");
});

test("a reply that fails in the network stays in its form", async ({
  page,
  context,
  visit,
  signIn,
  problems,
}) => {
  problems.expect(/net::ERR_|Failed to fetch/);
  await signIn("member");
  await visit("/forum/all");
  await page.locator("h2 a").first().click();
  const reply = page.getByLabel("回复", { exact: true });
  await reply.fill("断网时的回复");
  await context.setOffline(true);
  await page.getByRole("button", { name: "发表回复" }).click();
  await expect(page.getByRole("alert")).toContainText("网络连接中断");
  await expect(reply).toHaveValue("断网时的回复");
});
