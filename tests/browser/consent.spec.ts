import { expect, test } from "./support/fixtures";

const refusalText =
  "您选择拒绝同意此政策，系统将注销您的登录，您仅能以访客身份浏览系统页面，是否继续此操作？";

test("a new member accepts both statements and can then use the page", async ({ page, visit, join }) => {
  await join();
  await visit("/forum/all");
  const first = page.getByRole("dialog", { name: "用户声明" });
  await expect(first).toContainText("关于你的身份");
  expect(await first.evaluate((element) => Math.round(element.getBoundingClientRect().width))).toBe(
    Math.min(520, (page.viewportSize()?.width ?? 0) - 32),
  );
  // The text scrolls inside the dialog, so its buttons are visible, also before JavaScript.
  await expect(first.getByRole("button", { name: "同意" })).toBeInViewport({ ratio: 1 });
  await first.getByRole("button", { name: "同意" }).click();
  const second = page.getByRole("dialog", { name: "隐私声明" });
  await second.getByRole("button", { name: "同意" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await visit("/hsforum/thread-1-1-1.html");
  await expect(page.getByRole("button", { name: "发表回复" })).toBeVisible();
});

test("refusing asks first: 取消 leads back, 继续 logs out and the person browses as a visitor", async ({
  page,
  visit,
  join,
  scripted,
  prefix,
}) => {
  const { nickname } = await join();
  await visit("/forum/all");
  const statement = page.getByRole("dialog", { name: "用户声明" });
  const question = page.getByRole("dialog", { name: "提示" });
  await statement.getByRole("link", { name: "拒绝" }).click();
  await expect(question).toContainText(refusalText);
  await question.getByRole("link", { name: "取消" }).click();
  await expect(statement).toBeVisible();
  await expect(question).toHaveCount(0);
  // Escape counts as refusing; it must not close the dialog without a decision.
  if (scripted) await page.keyboard.press("Escape");
  else await statement.getByRole("link", { name: "关闭" }).click();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "继续" }).click();
  await expect(page).toHaveURL(new RegExp(`${prefix}/forum/all$`));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText(nickname.slice(0, 7))).toHaveCount(0);
  await expect(page.getByRole("link", { name: "登录" }).first()).toBeVisible();
});

test("the disclaimer: rejecting only closes it, accepting shows 签署成功", async ({ page, visit, join }) => {
  await join("accepted");
  await visit("/forum/all?disclaimer=1");
  const disclaimer = page.getByRole("dialog", { name: "免责声明" });
  await disclaimer.getByRole("button", { name: "拒绝" }).click();
  await expect(disclaimer).toBeHidden();
  await visit("/forum/all?disclaimer=1");
  await disclaimer.getByRole("button", { name: "同意" }).click();
  await expect(page.getByText("签署成功")).toBeVisible();
  await expect(disclaimer).toBeHidden();
  await visit("/forum/all?disclaimer=1");
  await expect(disclaimer).toHaveCount(0);
});

test("the footer's disclaimer can only be read and closed", async ({ page, visit }) => {
  await visit("/forum/all");
  await page.getByRole("contentinfo").getByRole("link", { name: "免责声明" }).click();
  const disclaimer = page.getByRole("dialog", { name: "免责声明" });
  await expect(disclaimer.getByRole("button")).toHaveText(["关闭"]);
  await disclaimer.getByRole("button", { name: "关闭" }).click();
  await expect(disclaimer).toBeHidden();
});

test("the cookie bar disappears for 30 days once it is accepted", async ({ page, visit, context }) => {
  await visit("/forum/all");
  await page.getByRole("button", { name: "我知道了" }).click();
  await expect(page.getByText("本站使用 Cookie")).toHaveCount(0);
  const cookie = (await context.cookies()).find(({ name }) => name === "cookie_policy");
  expect(cookie?.value).toBe("V1");
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
});
