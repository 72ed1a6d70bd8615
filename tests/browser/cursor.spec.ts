import { expectAccessible } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

test("after Escape the focus is on the control that opened the dialog, also for a dialog opened by an address", {
  tag: "@scripted",
}, async ({ page, visit, join }) => {
  await join("accepted");
  await visit("/personalCenter/info?tab=2");
  const way = page.getByRole("link", { name: "修改手机号" });
  const dialog = page.getByRole("dialog", { name: "身份验证" });
  for (const opened of ["by the link", "by the address"]) {
    if (opened === "by the link") {
      await way.focus();
      await page.keyboard.press("Enter");
    } else await visit("/personalCenter/info?tab=2&change=phone");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(way, opened).toBeFocused();
  }
});

test("a refused form has the focus in its first wrong field, and shows the password on request", async ({
  page,
  visit,
  join,
  scripted,
}) => {
  await join("accepted");
  await visit("/personalCenter/setting?section=password");
  if (scripted) await expectAccessible(page);
  const old = page.getByLabel("当前密码", { exact: true });
  await page.getByRole("button", { name: "修改密码" }).click();
  await expect(page.getByText("请输入当前密码")).toBeVisible();
  await expect(old).toBeFocused();
  await old.fill("not-The-old-one");
  await page.getByRole("button", { name: "修改密码" }).click();
  const next = page.getByLabel("新密码", { exact: true });
  await expect(page.getByText("请输入密码")).toBeVisible();
  await expect(next).toBeFocused();
  if (scripted) await expectAccessible(page);
  const show = page.getByRole("button", { name: "显示新密码" });
  if (!scripted) return void (await expect(show).toBeHidden());
  await next.fill("another-Member-2026");
  await show.click();
  await expect(next).toHaveAttribute("type", "text");
  await show.click();
  await expect(next).toHaveAttribute("type", "password");
  // The typed values are still there: the form was not sent.
  await expect(old).toHaveValue("not-The-old-one");
});

test("registering by keyboard: the password can be shown, and stays while a code is requested", async ({
  page,
  scripted,
}) => {
  await page.goto("/gateway/register");
  await page.getByLabel("手机号", { exact: true }).fill("13912345678");
  const password = page.getByLabel("密码", { exact: true });
  await password.fill("a-Password-2026");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toBeFocused();
  await expect(password).toHaveValue("a-Password-2026");
  await page.getByRole("button", { name: "隐藏 密码" }).click();
  await expect(password).toHaveAttribute("type", "password");
  if (scripted) await expectAccessible(page);
});
