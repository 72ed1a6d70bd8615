import { randomInt } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { PlainBrowser } from "../support/plain-browser";
import { codeFor, register } from "../support/register";
import { expectAccessible } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

const unique = () => String(randomInt(0, 1e9)).padStart(9, "0");

/** Presses Tab until the control has the focus; fails if it cannot be reached, or only after very many presses. */
async function tabTo(page: Page, control: Locator, most = 60): Promise<void> {
  await expect(control).toHaveCount(1);
  for (let presses = 0; presses < most; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    // In a text area Tab indents. Escape first leaves it, as the hint below it says.
    if (await page.evaluate(() => document.activeElement?.tagName === "TEXTAREA"))
      await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
  }
  const stuck = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  throw new Error(`${most} times Tab did not reach ${control}; the focus is on ${stuck}`);
}

/** Reaches a field with Tab and types: never clicks, never sets a value. */
async function typeInto(page: Page, field: Locator, text: string, most?: number): Promise<void> {
  await tabTo(page, field, most);
  await page.keyboard.insertText(text);
}

async function press(page: Page, control: Locator, most?: number): Promise<void> {
  await tabTo(page, control, most);
  await page.keyboard.press("Enter");
}

/** Skips header and menus by the first link of every page. */
async function skipToText(page: Page): Promise<void> {
  await press(page, page.getByRole("link", { name: "跳到正文" }), 3);
}

/** Another person's session, over plain HTTP. */
async function somebodyElse(origin: string): Promise<PlainBrowser> {
  const other = new PlainBrowser(origin);
  await register(other, "accepted");
  return other;
}

test("a person uses the forum with a keyboard alone: reads, searches, registers, posts, replies, accepts", async ({
  page,
  visit,
  origin,
}) => {
  test.slow();
  const [phone, nickname, password] = [`19${unique()}`, `k${unique()}`, "a-keyboard-Member-2026"];
  const title = `键盘里发的帖子 ${nickname}`;

  await test.step("read", async () => {
    await visit("/forum/all");
    await skipToText(page);
    await press(page, page.locator('main li a[href*="/hsforum/thread-"]').first(), 25);
    await expect(page.getByRole("region", { name: "1 楼" })).toBeVisible();
  });

  await test.step("search", async () => {
    await visit("/forum/all");
    await typeInto(page, page.getByRole("banner").getByLabel("搜索内容"), "WS63", 25);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/search\?.*WS63/);
    await expect(page.locator("main")).toContainText("WS63");
  });

  await test.step("register", async () => {
    await visit("/posting?fid=101");
    await press(page, page.getByRole("link", { name: "去登录" }).last());
    await press(page, page.getByRole("link", { name: /注册/ }).first());
    await typeInto(page, page.getByLabel("手机号"), phone);
    await press(page, page.getByRole("button", { name: "获取验证码" }));
    await expect(page.getByText("获取验证码成功")).toBeVisible();
    await typeInto(
      page,
      page.getByLabel("验证码", { exact: true }),
      await codeFor(new PlainBrowser(origin), phone),
    );
    await typeInto(page, page.getByLabel("昵称"), nickname);
    await typeInto(page, page.getByLabel("密码", { exact: true }), password);
    await tabTo(page, page.getByRole("checkbox", { name: /同意/ }));
    await page.keyboard.press("Space");
    await press(page, page.getByRole("button", { name: "注册" }).last());
    for (const name of ["用户声明", "隐私声明"]) {
      const statement = page.getByRole("dialog", { name });
      await press(page, statement.getByRole("button", { name: "同意" }));
      await expect(statement).toHaveCount(0);
    }
    await expect(page.getByLabel("标题")).toBeVisible();
  });

  await test.step("post", async () => {
    const kind = page.getByLabel("分类（可不选）");
    await tabTo(page, kind);
    await page.keyboard.press("ArrowDown");
    await expect(kind.locator("option:checked")).toHaveText("求助");
    await typeInto(page, page.getByLabel("标题"), title);
    await typeInto(page, page.getByLabel("正文"), "只用键盘写的正文。");
    await press(page, page.getByRole("button", { name: "发布", exact: true }).last());
    await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
  });

  await test.step("reply", async () => {
    await typeInto(page, page.getByLabel("回复", { exact: true }), "自己的第一条回复");
    await press(page, page.getByRole("button", { name: "发表回复" }));
    await expect(page.getByRole("region", { name: "2 楼" })).toContainText("自己的第一条回复");
  });

  await test.step("accept another person's answer", async () => {
    const other = await somebodyElse(origin);
    await other.submit(await other.get(page.url()), { intent: "reply" }, { content: "别人的回答" });
    await page.reload();
    const floor = page.getByRole("region", { name: "3 楼" });
    await expect(floor).toContainText("别人的回答");
    await press(page, floor.getByRole("link", { name: "采纳" }), 120);
    const dialog = page.getByRole("dialog", { name: "采纳 3 楼的回答" });
    // Without JavaScript the dialog comes after the page in the tab order.
    await press(page, dialog.getByRole("button", { name: "采纳" }), 120);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("已解决");
    await expect(floor).toContainText("已采纳");
  });
});

test("the key / moves the focus to the search, but types a character in a text field @scripted", async ({
  page,
  visit,
}) => {
  await visit("/forum/all");
  const box = page.getByLabel("搜索内容");
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("");
  await page.keyboard.type("WS/");
  await expect(box).toHaveValue("WS/");
  await box.fill("WS63");
  const list = page.getByRole("listbox", { name: "搜索建议" });
  await expect(list.getByRole("option").first()).toBeVisible();
  await expectAccessible(page);
  await box.press("Escape");
  await expect(list).toBeHidden();
  await box.press("Enter");
  await expect(page).toHaveURL(/\/search\?.*q=WS63/);
  // On the search page its own field gets the focus.
  await page.getByLabel("搜索内容").blur();
  await page.keyboard.press("/");
  await expect(page.getByLabel("搜索内容")).toBeFocused();
});

test("a dialog that an address opens has the focus, also before JavaScript", async ({
  page,
  visit,
  signIn,
}) => {
  await visit("/forum/all?view=Disclaimer");
  await page.keyboard.press("Tab");
  await expect(page.locator("dialog :focus")).toHaveCount(1);
  await signIn("member");
  await visit("/personalCenter/msg?type=inner&with=2&block=1");
  await page.keyboard.press("Tab");
  await expect(page.locator("dialog :focus")).toHaveCount(1);
});
