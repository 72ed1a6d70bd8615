import type { Page } from "@playwright/test";
import { hashPassword } from "gateway/account/password";
import { ownContact } from "../support/contacts";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { expectAccessible } from "./support/accessibility";
import { test as base, expect } from "./support/fixtures";

/** Passkeys belong to a name: the portal is opened by one, and not by its number. */
const test = base.extend<object, { portal: GatewayPortal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const portal = await startGatewayPortal({ registerConfig: 1, trustForwardedAddress: true });
      await use(portal);
      await portal.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  origin: async ({ portal }, use) => {
    await use(portal.origin.replace("127.0.0.1", "localhost"));
  },
});

/** Chromium's own authenticator, which says yes by itself. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is made and named, signs in, and shows later who one is", { tag: "@scripted" }, async ({
  page,
  context,
  visit,
  portal,
  origin,
  prefix,
}) => {
  const password = "a-Password-of-2026";
  const member = await portal.gateway.member({ passwordHash: await hashPassword(password) });
  const [name = "", value = ""] = member.cookie.split("=");
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: "Lax" }]);
  await plugInAuthenticator(page);
  await visit("/personalCenter/security");
  await page.getByRole("button", { name: "添加通行密钥" }).click();
  await expectAccessible(page);
  // Refused without a name: the next press makes another passkey, for the new challenge.
  await page.getByRole("button", { name: "在这台设备上创建" }).click();
  await expect(page.getByText("请给它起个名字")).toBeVisible();
  await page.getByLabel("名称").fill("工位的电脑");
  await page.getByRole("button", { name: "在这台设备上创建" }).click();
  await expect(page.getByRole("status", { name: "新的恢复码" }).locator("code")).toHaveCount(10);
  await expect(page.getByRole("listitem").filter({ hasText: "工位的电脑" })).toContainText("还没用过");

  await context.clearCookies();
  await page.goto("/gateway/signin");
  await page.getByLabel("手机号或邮箱").fill(await ownContact(portal.gateway, member, "phone"));
  await page.getByLabel("密码", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "登录" }).last().click();
  await expect(page.getByRole("heading", { name: "两步验证" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "用通行密钥登录" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/gateway/"));
  await visit("/personalCenter/security");
  await expect(page.getByRole("listitem").filter({ hasText: "工位的电脑" })).toContainText("用过");

  portal.gateway.pass(10 * 60 + 1);
  // A second visit has its styles in files, which go with the screen that an error replaces.
  await page.waitForLoadState("load");
  await page.reload();
  await page.getByRole("button", { name: /移除\s*通行密钥 工位的电脑/ }).click();
  await page.getByRole("button", { name: "确认移除" }).click();
  await expect(page.getByRole("heading", { name: "请再次确认身份" })).toBeVisible();
  const signInAgain = page.getByRole("link", { name: "退出后重新登录" });
  await expect(signInAgain).toHaveCSS("text-decoration-line", "underline");
  await expectAccessible(page);
  await page.getByRole("button", { name: "用通行密钥确认" }).click();
  await expect(page.getByText("身份已确认")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`${prefix}/personalCenter/security`);
  await page.getByRole("button", { name: /移除\s*通行密钥 工位的电脑/ }).click();
  await page.getByRole("button", { name: "确认移除" }).click();
  await expect(page.getByText("通行密钥已移除")).toBeVisible();
  await expect(page.getByText("工位的电脑")).toHaveCount(0);
});
