import { expectAccessible } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

// What the editor adds once JavaScript runs: looked at in the member's own new topic.
test("toolbar, keys, preview, draft here and on the server, restored and thrown away", async ({ page, visit, signIn }) => {
  await signIn("moderator");
  await visit("/posting?fid=101");
  const text = page.getByLabel("正文");
  await expect(page.getByRole("toolbar")).toBeVisible();
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

  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith(":topic:new")))).toBe(true);
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

test("Enter that takes a candidate sends nothing", async ({ page, context, visit, signIn, isMobile }) => {
  test.skip(isMobile, "a keyboard's key");
  await signIn("moderator");
  await visit("/posting?fid=102");
  await expect(page.getByRole("toolbar")).toBeVisible();
  let posted = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/posting")) posted += 1;
  });
  await page.getByLabel("标题").fill("正在输入的标题");
  await page.getByLabel("正文").fill("正文已经写好了");
  await page.getByLabel("标题").focus();
  const session = await context.newCDPSession(page);
  await session.send("Input.dispatchKeyEvent", { type: "keyDown", key: "Enter", code: "Enter", windowsVirtualKeyCode: 229, text: "\r" });
  await page.waitForTimeout(500);
  expect(posted).toBe(0);
});
