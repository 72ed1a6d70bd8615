import { randomInt } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";

/** The newest code that was sent to a contact; stars stand for the hidden characters of a masked contact. */
async function codeTo(request: APIRequestContext, contact: string): Promise<string> {
  const answer = await request.get("/gateway/outbox", { headers: { accept: "application/json" } });
  const { messages } = (await answer.json()) as { messages: { recipient: string; text: string }[] };
  const pattern = new RegExp(`^${contact.replace("****", "\\d{4}")}$`);
  return messages.find(({ recipient }) => pattern.test(recipient))?.text.match(/\d{6}/)?.[0] ?? "";
}

/** Presses the button that sends a code, and checks its message. */
async function send(page: Page, scripted: boolean): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "获取验证码" }).click();
  await expect(dialog.getByText("获取验证码成功")).toBeVisible();
  if (!scripted) return void (await expect(dialog.getByRole("button", { name: "重新发送" })).toBeEnabled());
  await expect(dialog.getByRole("button", { name: /^剩余\d+秒$/ })).toBeDisabled();
  // Messages disappear after three seconds (spec 9); the countdown goes on.
  await expect(dialog.getByText("获取验证码成功")).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: /^剩余[1-5]?\d秒$/ })).toBeDisabled();
}

test("a member changes a phone in two verified steps", async ({ page, visit, join, scripted }) => {
  await join("accepted");
  await visit("/personalCenter/info?tab=2");
  const masked = (await page.getByText(/^19\d\*{4}\d{4}$/).textContent()) ?? "";
  await page.getByRole("link", { name: "修改手机号" }).click();
  const identity = page.getByRole("dialog", { name: "身份验证" });
  await expect(identity).toContainText(masked);
  await send(page, scripted);
  await identity.getByLabel("验证码", { exact: true }).fill("000000");
  // Enter submits the step; it does not send another code.
  await page.keyboard.press("Enter");
  await expect(identity.getByText("验证码校验失败，请重试")).toBeVisible();
  await identity.getByLabel("验证码", { exact: true }).fill(await codeTo(page.request, masked));
  await identity.getByRole("button", { name: "下一步" }).click();
  const change = page.getByRole("dialog", { name: "修改手机号" });
  await change.getByRole("button", { name: "获取验证码" }).click();
  await expect(change.getByText("手机号不能为空")).toBeVisible();
  const phone = `17${String(randomInt(0, 1e9)).padStart(9, "0")}`;
  await change.getByLabel("新手机号").fill(phone);
  await send(page, scripted);
  await expect(change.getByLabel("新手机号")).toHaveValue(phone);
  await change.getByLabel("验证码", { exact: true }).fill(await codeTo(page.request, phone));
  await change.getByRole("button", { name: "确定" }).click();
  await expect(page.getByText("修改成功")).toBeVisible();
  await expect(page.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
