import { demoAccounts } from "../support/accounts";
import { expectAccessible } from "./support/accessibility";
import { expect, framesDrawn, test } from "./support/fixtures";

// The editor's functions with JavaScript. The tests use one draft a shell, so they run one after another, each shell
// with its own account.
test.describe.configure({ mode: "serial" });
test.use({ keepsDrafts: true });

let account: "moderator" | "admin";
test.beforeEach(async ({ page, visit, signIn, isMobile }) => {
  account = isMobile ? "admin" : "moderator";
  await signIn(account);
  await visit("/posting?fid=101");
  await expect(page.getByRole("toolbar")).toBeVisible();
  const discard = page.getByRole("button", { name: "丢弃" });
  if ((await discard.count()) > 0) await discard.first().click();
  await expect(page.getByLabel("正文")).toHaveValue("");
});

test("a member uses the toolbar, keys and preview; the draft is saved here and on the server, restored and deleted", async ({
  page,
}) => {
  const text = page.getByLabel("正文");
  await text.click();
  await page.keyboard.type("- 一");
  await page.keyboard.press("Enter");
  await page.keyboard.type("二");
  await expect(text).toHaveValue("- 一\n- 二");
  await page.keyboard.press("Control+b");
  await expect(text).toHaveValue("- 一\n- 二**粗体文字**");
  await page.keyboard.press("Control+z");
  await expect(text).toHaveValue("- 一\n- 二");
  await page.keyboard.press("Tab");
  await expect(text).toHaveValue("- 一\n  - 二");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(text).not.toBeFocused();

  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes(":topic:new"))))
    .toBe(true);
  await expect(page.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
  await page.getByRole("tab", { name: "预览" }).click();
  await expect(page.getByRole("tabpanel").locator("li li")).toHaveText("二");
  await expectAccessible(page);

  await page.reload();
  await expect(text).toHaveValue("- 一\n  - 二");
  await expect(page.getByText(/已恢复 .*的草稿/).first()).toBeVisible();
  await expect(page.getByRole("toolbar")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "丢弃" }).click();
  await expect(text).toHaveValue("");
});

test("Enter that chooses an input method's candidate does not submit the form", async ({ page, context }) => {
  let posted = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/posting")) posted += 1;
  });
  await page.getByLabel("标题").fill("正在输入的标题");
  await page.getByLabel("正文").fill("正文已经写好了");
  await page.getByLabel("标题").focus();
  await page.evaluate(() =>
    document.addEventListener(
      "submit",
      () => document.documentElement.setAttribute("data-submits", "some"),
      true,
    ),
  );
  const session = await context.newCDPSession(page);
  await session.send("Input.dispatchKeyEvent", {
    type: "keyDown",
    key: "Enter",
    code: "Enter",
    windowsVirtualKeyCode: 229,
    text: "\r",
  });
  await framesDrawn(page);
  expect([posted, await page.evaluate(() => document.documentElement.dataset.submits)]).toEqual([
    0,
    undefined,
  ]);
});

test("with two windows the later one compares the texts, and keeps its own", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("toolbar")).toBeVisible();
  await other.getByLabel("正文").fill("另一个窗口");
  await other.getByRole("button", { name: "存草稿" }).click();
  await expect(other.getByText(/草稿已保存/)).toBeVisible();
  await page.getByLabel("正文").fill("这个窗口");
  await page.getByRole("button", { name: "存草稿" }).click();
  const comparison = page.getByRole("region", { name: "比较两份内容" });
  await expect(comparison).toContainText("另一个窗口");
  await expectAccessible(page);
  await comparison.getByRole("button", { name: "保留我的" }).click();
  await expect(page.getByText(/草稿已保存/)).toBeVisible();
  await expect(page.getByLabel("正文")).toHaveValue("这个窗口");
});

test("an ended session keeps the text; after a sign-in in another tab the same page publishes", async ({
  page,
  context,
  origin,
}) => {
  const text = page.getByLabel("正文");
  await text.fill("过期以前写的");
  await context.clearCookies();
  await text.press("End");
  await page.keyboard.type("，过期以后写的");
  await expect(page.getByText("登录状态已失效")).toBeVisible();
  const [beside] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "重新登录" }).click(),
  ]);
  await beside.getByLabel("手机号或邮箱").fill(demoAccounts[account].account);
  await beside.locator("[name=password]").fill(demoAccounts[account].password);
  await beside.locator("[name=password]").press("Enter");
  await expect
    .poll(
      () =>
        beside.isClosed() ||
        beside.url().startsWith(`${origin}/posting/signedIn`) ||
        beside.url().includes("/h5/posting/signedIn"),
    )
    .toBe(true);
  if (!beside.isClosed()) await beside.close();
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText(/草稿已保存/)).toBeVisible();
  await page.getByLabel("标题").fill("登录失效以后接着写的帖子");
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await expect(page).toHaveURL(/\/hsforum\/thread-/);
  await expect(page.getByText("过期以前写的，过期以后写的").first()).toBeVisible();
});
