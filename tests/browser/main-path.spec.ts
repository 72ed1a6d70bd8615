import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";

const unique = () => String(randomInt(0, 1e9)).padStart(9, "0");

/** The newest code that was sent to a phone, read on the outbox page as a person at this computer does. */
async function codeFor(page: Page, origin: string, phone: string): Promise<string> {
  const answer = await page.request.get(`${origin}/gateway/outbox`, {
    headers: { accept: "application/json" },
  });
  const { messages } = (await answer.json()) as { messages: { recipient: string; text: string }[] };
  const code = messages.find(({ recipient }) => recipient === phone)?.text.match(/\d{6}/)?.[0];
  if (!code) throw new Error(`no code for ${phone} in the outbox`);
  return code;
}

test("read, register with a code from the outbox, post, reply, edit, log out", async ({
  page,
  visit,
  origin,
  prefix,
  scripted,
}) => {
  test.slow();
  const [phone, nickname, password] = [`19${unique()}`, `b${unique()}`, "a-browser-Member-2026"];

  await test.step("read", async () => {
    await visit("/forum/all");
    await expect(page).toHaveTitle(/^技术论坛 - /);
    const first = page
      .locator("main")
      .getByRole("link")
      .filter({ hasNotText: /^\d|全部|精华|热门/ });
    await expect(first.first()).toBeVisible();
    await page.locator('main li a[href*="/hsforum/thread-"]').first().click();
    await expect(page).toHaveURL(new RegExp(`^${origin}${prefix}/hsforum/thread-\\d+`));
    // Another test may close the newest topic meanwhile.
    await visit("/hsforum/thread-1-1-1.html");
    await expect(page.getByRole("link", { name: "登录后回复" }).first()).toBeVisible();
  });

  await test.step("a visitor who wants to post is asked to sign in, and registers", async () => {
    await visit("/posting");
    await page.getByRole("link", { name: "去登录" }).last().click();
    await expect(page).toHaveURL(/\/gateway\/signin\?redirect=/);
    await page.getByRole("link", { name: /注册/ }).first().click();
    await page.getByLabel("手机号").fill(phone);
    await page.getByRole("button", { name: "获取验证码" }).click();
    await expect(page.getByText("获取验证码成功")).toBeVisible();
    await page.getByLabel("验证码", { exact: true }).fill(await codeFor(page, origin, phone));
    await page.getByLabel("昵称").fill(nickname);
    await page.getByLabel("密码").fill(password);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "注册" }).last().click();
    await expect(page).toHaveURL(`${origin}${prefix}/posting`);
    for (const name of ["用户声明", "隐私声明"]) {
      const statement = page.getByRole("dialog", { name });
      await statement.getByRole("button", { name: "同意" }).click();
      await expect(statement).toHaveCount(0);
    }
  });

  const title = `浏览器里发的帖子 ${nickname}`;
  await test.step("post a topic with code and an image link, after looking at the preview", async () => {
    await page.getByLabel("版块").selectOption({ label: "无线连接" });
    await page.getByLabel("标题").fill(title);
    await page.getByLabel("标签").fill("浏览器 测试");
    await page
      .getByLabel("正文")
      .fill("先看代码：\n\n```c\nint main(void) { return 0; }\n```\n\n![示意图](/avatar-default.svg)\n");
    await page.getByRole(scripted ? "tab" : "button", { name: "预览" }).click();
    await expect(
      page.getByRole(scripted ? "tabpanel" : "region", { name: "预览" }).locator("pre code"),
    ).toContainText("int main");
    await expect(page.getByLabel("标题")).toHaveValue(title);
    await page.getByRole("button", { name: "发布", exact: true }).last().click();
    await expect(page).toHaveURL(/\/hsforum\/thread-\d+/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
    await expect(page.locator("main pre code")).toContainText("return 0");
    await expect(page.getByRole("img", { name: "示意图" })).toBeVisible();
  });

  await test.step("reply, and reply to the reply", async () => {
    await page.getByLabel("回复", { exact: true }).fill("第一条回复");
    await page.getByRole("button", { name: "发表回复" }).click();
    const floor = page.getByRole("region", { name: "2 楼" });
    await expect(floor).toContainText("第一条回复");
    await expect(floor).toContainText(nickname);
    await floor.getByRole("link", { name: "回复" }).first().click();
    await expect(page.getByText(/回复 2 楼 @/)).toBeVisible();
    await page.getByLabel("回复", { exact: true }).fill("楼中楼");
    await page.getByRole("button", { name: "发表回复" }).click();
    await expect(page.getByRole("region", { name: "2 楼" }).getByRole("listitem")).toContainText("楼中楼");
  });

  await test.step("edit the reply", async () => {
    await page.getByRole("region", { name: "2 楼" }).getByRole("link", { name: "编辑" }).first().click();
    await expect(page.getByRole("textbox", { name: "内容" })).toHaveValue(/第一条回复/);
    await page.getByRole("textbox", { name: "内容" }).fill("改过的回复");
    await page.getByRole("button", { name: "保存修改" }).click();
    await expect(page.getByRole("region", { name: "2 楼" })).toContainText("改过的回复");
  });

  await test.step("delete it, after being asked", async () => {
    await page.getByRole("region", { name: "2 楼" }).getByRole("link", { name: "删除" }).first().click();
    const dialog = page.getByRole("dialog", { name: "确认删除" });
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "删除" }).click();
    await expect(page.getByText("该楼层已删除")).toBeVisible();
    await expect(page.getByText("改过的回复")).toHaveCount(0);
  });

  await test.step("log out", async () => {
    if (prefix) await page.getByLabel("菜单", { exact: true }).click();
    else await page.getByLabel(`${nickname}的菜单`).click();
    await page.getByRole("link", { name: "退出登录" }).click();
    await expect(page).toHaveURL(new RegExp(`^${origin}(/h5)?/forum/all`));
    await visit("/posting");
    await expect(page.getByRole("dialog", { name: "登录" })).toBeVisible();
  });
});

test("a refused form keeps what was typed, with the message beside its field", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit("/posting");
  // The demo's member has a draft with a section, so the test clears it.
  await page.getByLabel("版块").selectOption("");
  await page.getByLabel("正文").fill("写好的正文");
  await page.getByLabel("标题").fill("短");
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await expect(page.getByText("标题至少 4 个字")).toBeVisible();
  await expect(page.getByText("请选择版块", { exact: true }).last()).toBeVisible();
  await expect(page.getByLabel("正文")).toHaveValue("写好的正文");
  const title = page.getByLabel("标题");
  await expect(title).toHaveAttribute("aria-invalid", "true");
  await expect(title).toHaveAccessibleDescription(/标题至少 4 个字/);
});

test("the phone prompt stops people without a phone, and links to binding one", async ({
  page,
  visit,
  signIn,
  prefix,
  origin,
}) => {
  await signIn("nophone");
  await visit("/posting");
  const dialog = page.getByRole("dialog", { name: "提示" });
  await expect(dialog).toContainText("您还未绑定手机号码，无法正常发帖和回帖，请完成绑定！");
  await dialog.getByRole("link", { name: "确认" }).click();
  await expect(page).toHaveURL(`${origin}${prefix}/personalCenter/info?tab=0`);
});

test("dialogs close without leaving the page", async ({ page, visit, signIn }) => {
  await signIn("nophone");
  await visit("/posting");
  const dialog = page.getByRole("dialog", { name: "提示" });
  await dialog.getByRole("button", { name: "关闭" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("标题")).toBeVisible();
});

test("a preview needs only the text", async ({ page, visit, signIn, scripted }) => {
  await signIn("member");
  await visit("/posting");
  // Another test of the same member may have left a draft.
  await page.getByLabel("正文").fill("");
  await page.getByRole(scripted ? "tab" : "button", { name: "预览" }).click();
  await expect(page.getByText("请先输入正文，再预览")).toBeVisible();
  if (scripted) await page.getByRole("tab", { name: "编辑" }).click();
  await page.getByLabel("正文").fill("**只有**正文");
  await page.getByRole(scripted ? "tab" : "button", { name: "预览" }).click();
  await expect(
    page.getByRole(scripted ? "tabpanel" : "region", { name: "预览" }).locator("strong"),
  ).toHaveText("只有");
  await expect(page.getByText("请选择版块", { exact: true })).toHaveCount(1);
});
