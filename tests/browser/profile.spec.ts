import type { Locator, Page } from "@playwright/test";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { addProfileLists, profiled, wholeExtended } from "../support/profile-people";
import type { Member } from "../support/test-gateway";
import { canvas } from "../support/upload-files";
import { expectAccessible } from "./support/accessibility";
import { test as base, expect } from "./support/fixtures";

interface Portal extends GatewayPortal {
  interests: string[];
}

/** A portal that asks for complete information, on a gateway whose tables the test may write. */
const test = base.extend<{ enter: (member: Member) => Promise<void> }, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const portal = await startGatewayPortal({ registerConfig: 2 });
      await use({ ...portal, interests: await addProfileLists(portal.gateway) });
      await portal.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  origin: async ({ portal }, use) => {
    await use(portal.origin);
  },
  enter: async ({ context, portal }, use) => {
    await use(async ({ cookie }) => {
      const [name = "", value = ""] = cookie.split("=");
      await context.addCookies([{ name, value, url: portal.origin, httpOnly: true, sameSite: "Lax" }]);
    });
  },
});

/** One worker for the file: each worker starts a portal of its own, which takes longer than a test. */
test.describe.configure({ mode: "default" });

/** Chooses in a select; without scripts the button beside it loads the dependent choices. */
async function choose(
  within: Page | Locator,
  label: string,
  option: string,
  scripted: boolean,
  group: string,
): Promise<void> {
  await within.getByLabel(label, { exact: true }).selectOption({ label: option });
  if (!scripted) await within.locator(`#${group}`).getByRole("button", { name: "更新选项" }).click();
}

// Without scripts the message comes with the save.
test("a nickname that another member has shows a message while it is typed", { tag: "@scripted" }, async ({
  page,
  visit,
  portal,
  enter,
}) => {
  const other = await portal.gateway.member();
  await enter(await profiled(portal.gateway, portal.interests));
  await visit("/personalCenter/info");
  const nickname = page.getByLabel("昵称");
  await nickname.fill(other.nickname);
  await expect(page.getByText("该昵称已被使用，请换一个")).toBeVisible();
  await nickname.fill(`${other.nickname}号`);
  await expect(page.getByText("该昵称已被使用，请换一个")).toHaveCount(0);
});

test("the completion modal's buttons are visible in a low window", async ({ page, visit, portal, enter }) => {
  await enter(await profiled(portal.gateway, portal.interests, null));
  const size = page.viewportSize();
  await page.setViewportSize({ width: size?.width ?? 1000, height: 420 });
  await visit("/forum/digest");
  const dialog = page.getByRole("dialog", { name: "个人信息完善" });
  await expect(dialog.getByRole("button", { name: "下一步" })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByLabel("开发者类型")).toBeInViewport();
});

test("the completion modal is filled in, closes, and the page stays", async ({
  page,
  visit,
  portal,
  enter,
  scripted,
  prefix,
}) => {
  await enter(await profiled(portal.gateway, portal.interests, null));
  await visit("/forum/digest");
  const dialog = page.getByRole("dialog", { name: "个人信息完善" });
  await expect(dialog).toBeVisible();
  if (scripted) {
    await expectAccessible(page);
    await page.evaluate(() => {
      Object.assign(window, { stillHere: true });
      window.addEventListener("saveData", (event) =>
        Object.assign(window, { said: (event as CustomEvent).detail }),
      );
    });
  }
  await choose(dialog, "开发者类型", "个人开发者", scripted, "types");
  await choose(dialog, "身份类型", "工程师", scripted, "types");
  await dialog.getByLabel("公司名称").fill("晨星电子");
  await dialog.getByLabel("岗位").fill("驱动工程师");
  await choose(dialog, "行业大类", "芯片与器件", scripted, "industry");
  await expect(dialog.getByLabel("细分行业").getByRole("option", { name: "芯片设计" })).toBeAttached();
  await dialog.getByLabel("细分行业").selectOption({ label: "芯片设计" });
  await dialog.getByLabel("学历").selectOption({ label: "硕士" });
  await dialog.getByRole("button", { name: "下一步" }).click();
  await expect(dialog).toContainText("第 3 步，共 3 步");
  if (scripted) await expectAccessible(page);
  await dialog.getByRole("button", { name: "上一步" }).click();
  await expect(dialog.getByLabel("岗位")).toHaveValue("驱动工程师");
  await dialog.getByRole("button", { name: "下一步" }).click();
  await dialog.getByLabel("RISC-V").check();
  await dialog.getByRole("button", { name: "保存设置" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("修改成功！")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${prefix}/forum/digest$`));
  if (!scripted) return;
  expect(await page.evaluate(() => [Reflect.get(window, "stillHere"), Reflect.get(window, "said")])).toEqual([
    true,
    { saved: "2", message: "修改成功！" },
  ]);
});

test("without an email the modal's last step links to binding one, and keeps the entered values", async ({
  page,
  visit,
  portal,
  enter,
  scripted,
}) => {
  const member = await portal.gateway.member({ email: null });
  const extended = { ...wholeExtended.student, interestDirection: portal.interests.slice(0, 1) };
  await portal.gateway.ok("updateUserInfo", { editType: "2", ...extended } as never, member);
  await enter(member);
  await visit("/forum/digest");
  const dialog = page.getByRole("dialog", { name: "个人信息完善" });
  await expect(dialog).toContainText("第 1 步，共 4 步");
  // The focus is not on the hidden button that Enter presses.
  if (scripted) await expect(dialog.getByLabel("昵称")).toBeFocused();
  await choose(dialog, "省份", "广东省", scripted, "region");
  await choose(dialog, "城市", "深圳市", scripted, "region");
  await dialog.getByLabel("区县").selectOption({ label: "南山区" });
  await dialog.getByRole("button", { name: "下一步" }).click();
  await expect(dialog).toContainText("第 2 步，共 4 步");
  await dialog.getByRole("button", { name: "下一步" }).click();
  await dialog.getByLabel("RISC-V").check();
  await dialog.getByRole("button", { name: "保存设置" }).click();
  await expect(dialog).toContainText("第 4 步，共 4 步");
  const bind = dialog.getByRole("link", { name: "绑定邮箱" });
  if (scripted) await expect(bind).toBeFocused();
  await bind.click();
  await expect(page.getByRole("dialog", { name: "身份验证" })).toBeVisible();
  await visit("/forum/digest");
  await dialog.getByRole("button", { name: "上一步" }).click();
  await expect(dialog.getByLabel("RISC-V")).toBeChecked();
});

test("an error of an earlier step is shown at that step after the save", async ({
  page,
  visit,
  portal,
  enter,
  scripted,
}) => {
  const other = await portal.gateway.member();
  await enter(await profiled(portal.gateway, portal.interests, null));
  await visit("/forum/digest");
  const dialog = page.getByRole("dialog", { name: "个人信息完善" });
  await dialog.getByRole("button", { name: "上一步" }).click();
  await dialog.getByLabel("昵称").fill(other.nickname);
  await dialog.getByRole("button", { name: "下一步" }).click();
  await expect(dialog).toContainText("第 2 步");
  await choose(dialog, "开发者类型", "个人开发者", scripted, "types");
  await choose(dialog, "身份类型", "老师", scripted, "types");
  await dialog.getByLabel("学校").fill("江南大学");
  await dialog.getByLabel("所教专业").fill("嵌入式系统");
  await dialog.getByLabel("学历").selectOption({ label: "硕士" });
  await dialog.getByRole("button", { name: "下一步" }).click();
  await dialog.getByLabel("RISC-V").check();
  await dialog.getByRole("button", { name: "保存设置" }).click();
  await expect(dialog).toContainText("第 1 步");
  await expect(dialog.getByText("该昵称已被使用，请换一个")).toBeVisible();
  await expect(dialog.getByLabel("昵称")).toHaveValue(other.nickname);
});

test("leaving the completion modal logs out, after a question", async ({
  page,
  visit,
  portal,
  enter,
  scripted,
}) => {
  await enter(await profiled(portal.gateway, portal.interests, null));
  await visit("/forum/all");
  const dialog = page.getByRole("dialog", { name: "个人信息完善" });
  if (scripted) {
    const kind = dialog.getByLabel("开发者类型");
    await kind.selectOption({ label: "企业开发者" });
    await page.keyboard.press("Escape");
    await expect(dialog.getByRole("alert")).toHaveText("不完善个人信息，将退出登录。");
    await expect(dialog.getByRole("alert")).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("button", { name: "继续填写" })).toBeFocused();
    await expectAccessible(page);
    // Escape opened the question and cannot confirm it, however often it is pressed.
    await page.keyboard.press("Escape");
    await expect(dialog.getByRole("alert")).toHaveCount(0);
    await expect(kind).toHaveValue("2");
    await expect(kind).toBeFocused();
    await dialog.getByRole("button", { name: "不填写，退出登录" }).press("Enter");
    await page.keyboard.press("Enter");
    await expect(kind).toBeVisible();
    await dialog.getByRole("button", { name: "不填写，退出登录" }).click();
  }
  await dialog.getByRole("button", { name: /退出登录$/ }).click();
  await expect(page).toHaveURL(/\/forum\/all$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await visit("/forum/all");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the page: a type's set, regions level by level, and an avatar", async ({
  page,
  visit,
  portal,
  enter,
  scripted,
}) => {
  await enter(await profiled(portal.gateway, portal.interests, wholeExtended.engineer));
  await visit("/personalCenter/info");
  await page.getByLabel("公司名称").fill("还没保存的公司");
  await choose(page, "身份类型", "学生", scripted, "types");
  await expect(page.getByLabel("所学专业")).toBeVisible();
  await expect(page.getByLabel("公司名称")).toBeHidden();
  await choose(page, "身份类型", "工程师", scripted, "types");
  await expect(page.getByLabel("公司名称")).toHaveValue("还没保存的公司");

  await choose(page, "省份", "北京市", scripted, "region");
  await expect(page.getByLabel("区县")).toHaveValue("");
  await choose(page, "城市", "北京市", scripted, "region");
  await expect(page.getByLabel("区县").getByRole("option", { name: "海淀区" })).toBeAttached();
  await page.getByLabel("区县").selectOption({ label: "海淀区" });

  const picture = {
    name: "头像.png",
    mimeType: "image/png",
    buffer: await canvas(96, 96, "#b8692f").png().toBuffer(),
  };
  await page.getByLabel("头像").setInputFiles(picture);
  if (scripted) {
    await expect(page.locator("#profile-avatar img")).toHaveAttribute("src", /^blob:/);
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "修改", exact: true }).click();
  await expect(page.getByText("修改成功！")).toBeVisible();
  await expect(page.locator("#profile-avatar img")).toHaveAttribute("src", /\/gateway\/files\//);
  await expect(page.getByLabel("区县")).toHaveValue("110108");
  await expect(page.getByLabel("公司名称")).toHaveValue("还没保存的公司");
});
