import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { expectAccessible, isLookedAt } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

/** The newest code in the outbox for a new member, whose phone is found by the nickname. */
async function codeFor(page: Page, nickname: string): Promise<string> {
  const answer = await page.request.get("/gateway/outbox", { headers: { accept: "application/json" } });
  const { messages } = (await answer.json()) as { messages: { recipient: string; text: string }[] };
  const mine = messages.find(({ recipient }) => recipient === nickname.replace(/^m/, "19"));
  return mine?.text.match(/\d{6}/)?.[0] ?? "";
}

test("a member chooses the colours, and the list of sessions contains this session", async ({
  page,
  visit,
  join,
}) => {
  await join("accepted");
  await visit("/personalCenter/setting");
  await page.getByLabel("深色").check();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await page.getByRole("link", { name: "登录设备" }).click();
  await expect(page.getByText("当前登录")).toBeVisible();
});

test("a member exports their data after a code, and the page says when it can be downloaded", async ({
  page,
  visit,
  join,
  scripted,
}) => {
  const { nickname } = await join("accepted");
  await visit("/personalCenter/setting?section=data");
  await page.getByRole("link", { name: "验证身份并导出" }).click();
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(page.getByText("获取验证码成功")).toBeVisible();
  await page.getByLabel("验证码", { exact: true }).fill(await codeFor(page, nickname));
  await page.getByRole("button", { name: "验证", exact: true }).click();
  const link = page.getByRole("link", { name: "下载 ZIP" });
  // The page reloads itself; without JavaScript its person does.
  await expect(async () => {
    if (!scripted) await page.reload();
    await expect(link).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const download = page.waitForEvent("download");
  await link.click();
  const files = unzipSync(new Uint8Array(await readFile(await (await download).path())));
  expect(JSON.parse(new TextDecoder().decode(files["account.json"]))).toMatchObject({ nickname });
});

test("a member requests the end of the account with a code and typed words, and cancels it", async ({
  page,
  visit,
  join,
}) => {
  const { nickname } = await join("accepted");
  await visit("/personalCenter/setting?section=close");
  await page.getByRole("link", { name: "我要注销账号" }).click();
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(page.getByText("获取验证码成功")).toBeVisible();
  await page.getByLabel("验证码", { exact: true }).fill(await codeFor(page, nickname));
  await page.getByRole("button", { name: "确认注销" }).last().click();
  await expect(page.getByText("请输入“注销账号”四个字")).toBeVisible();
  await page.getByLabel("验证码", { exact: true }).fill(await codeFor(page, nickname));
  await page.getByLabel("输入“注销账号”确认").fill("注销账号");
  await page.getByRole("button", { name: "确认注销" }).last().click();
  await expect(page.getByText("回执编号")).toBeVisible();
  await expect(page.getByText(/你的账号将于 \d{4}-\d\d-\d\d 注销/)).toBeVisible();
  await page.getByRole("button", { name: "撤销注销" }).click();
  await expect(page.getByText("已撤销注销，账号一切照旧")).toBeVisible();
  await expect(page.getByText("你的账号将于")).toHaveCount(0);
});

for (const section of [
  "general",
  "sessions",
  "data",
  "password",
  "password&step=verify",
  "close",
  "close&step=verify",
]) {
  const path = `/personalCenter/setting?section=${section}`;
  if (!isLookedAt(path)) continue;
  test(`the settings' section ${section} is accessible`, { tag: "@scripted" }, async ({
    page,
    visit,
    signIn,
  }) => {
    await signIn("member");
    await visit(path);
    await expectAccessible(page, path);
  });
}
