import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { expect, framesDrawn, test } from "./support/fixtures";

// Reading, quoting and answering: with scripts and without, in both shells.

const long = /新人报到帖/;

async function addressOf(page: Page, title: RegExp): Promise<string> {
  await page.goto("/forum/all?order=views");
  const link = page.locator('main li a[href*="/hsforum/thread-"]').filter({ hasText: title });
  return (await link.first().getAttribute("href"))?.replace(/^\/h5/, "") ?? "";
}

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("the reply form is styled and no wider than the page, and 回复 moves the focus into its field", async ({
  page,
  visit,
  signIn,
  scripted,
}) => {
  await signIn("member");
  await visit(await addressOf(page, long));
  const field = page.getByLabel("回复", { exact: true });
  await page
    .getByRole("region", { name: "3 楼", exact: true })
    .getByRole("link", { name: "回复", exact: true })
    .first()
    .click();
  await expect(page.locator("#reply")).toContainText("回复 3 楼");
  await expect(field).toBeFocused();
  if (scripted) await expect(page.getByRole("toolbar")).toBeVisible();
  expect(await width(page)).toBeLessThanOrEqual(0);
  const padding = await page.locator("#reply").evaluate((form) => getComputedStyle(form).padding);
  expect(padding).not.toBe("0px");
  const border = await page.locator("#reply-content").evaluate((text) => getComputedStyle(text).fontFamily);
  expect(border).toMatch(/mono/i);
  // The topic's own 回复 answers the topic again.
  await page
    .getByRole("region", { name: "1 楼", exact: true })
    .getByRole("link", { name: "回复", exact: true })
    .first()
    .click();
  await expect(page.locator("#reply")).not.toContainText("回复 3 楼");
  await expect(field).toBeFocused();
});

test("Esc returns the focus to the control that opened a dialog @scripted", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit(await addressOf(page, long));
  const opener = page.getByRole("link", { name: "举报" }).nth(1);
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /举报/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("selected words are quoted into a reply to their floor @scripted", async ({ page, visit, signIn }) => {
  await signIn("member");
  await visit(await addressOf(page, long));
  const floor = page.getByRole("region", { name: "4 楼", exact: true });
  const text = floor.locator("[data-text]").first();
  const words = ((await text.textContent()) ?? "").trim().split("\n")[0] ?? "";
  await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.querySelector("p") ?? element);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
  });
  await page.getByRole("button", { name: "引用", exact: true }).last().click();
  await expect(page.locator("#reply")).toContainText("回复 4 楼");
  await expect(page.locator("#reply-content")).toHaveValue(new RegExp(`^> ${words.slice(0, 4)}`));
});

test("the keys j and k move between floors, and ? opens the help @scripted", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit(await addressOf(page, long));
  await page.keyboard.press("j");
  await expect(page.locator("section[data-floor]:focus")).toHaveCount(1);
  const first = Number(await page.locator("section[data-floor]:focus").getAttribute("data-floor"));
  await page.keyboard.press("j");
  await expect(page.locator("section[data-floor]:focus")).toHaveAttribute("data-floor", String(first + 1));
  await page.keyboard.press("k");
  await expect(page.locator("section[data-floor]:focus")).toHaveAttribute("data-floor", String(first));
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "键盘快捷键" });
  await expect(help).toBeVisible();
  await expectAccessible(page);
  await help.getByLabel("关闭单个字母的快捷键").check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await framesDrawn(page);
  await expect(page.locator("section[data-floor]:focus")).toHaveAttribute("data-floor", String(first));
});

test("text pasted after 代码块 is inside the fence, whose language is chosen @scripted", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit("/posting");
  await page.getByRole("button", { name: "代码块" }).click();
  await page.keyboard.insertText("第一行日志\n第二行");
  const text = page.getByLabel("正文");
  await expect(text).toHaveValue("```\n第一行日志\n第二行\n```\n");
  await page.getByLabel("代码语言").selectOption("log");
  await expect(text).toHaveValue("```log\n第一行日志\n第二行\n```\n");
  await expectAccessible(page);
});

test("text copied from a document becomes Markdown at the caret, in one step that can be undone; code stays code @scripted", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit("/posting");
  const text = page.getByLabel("正文");
  const paste = (html: string, plain: string) =>
    text.evaluate(
      (textarea, [html, plain]) => {
        const data = new DataTransfer();
        data.setData("text/html", html);
        data.setData("text/plain", plain);
        textarea.dispatchEvent(
          new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }),
        );
      },
      [html, plain] as const,
    );
  await text.fill("前文");
  await page.getByRole("button", { name: "代码块" }).waitFor();
  await paste("<h2>标题</h2><table><tr><td>型号</td></tr><tr><td>QX1</td></tr></table>", "标题\n型号\nQX1");
  await expect(text).toHaveValue("前文\n\n## 标题\n\n| 型号 |\n| - |\n| QX1 |\n");
  await expect(page.getByText("粘贴的格式已转成 Markdown")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text).toHaveValue("前文");
  // Within a block of code the browser pastes the text itself; a synthetic event does not.
  await text.fill("```\n");
  await paste("<ul><li>一</li></ul>", "一");
  await expect(text).toHaveValue("```\n");
});

test("no field is red before it was used, and a question starts with the template @scripted", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit("/posting");
  await page.getByLabel("版块").selectOption("101");
  await expect(page.getByLabel("分类（可不选）").getByRole("option", { name: "求助" })).toBeAttached();
  // Waits until the form's checks have loaded.
  await page.waitForLoadState("networkidle");
  await page.getByLabel("标题").fill("一个标题");
  await page.getByLabel("标签（可不填）").fill("uart");
  await expect(page.getByText("请输入正文")).toHaveCount(0);
  await page.getByLabel("分类（可不选）").selectOption({ label: "求助" });
  await expect(page.getByLabel("正文")).toHaveValue(/SDK 版本/);
  await page.getByLabel("分类（可不选）").selectOption({ label: "经验" });
  await expect(page.getByLabel("正文")).toHaveValue("");
});

test("a draft stored in this browser returns with its class, is announced once, and is deleted without a message @scripted", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit("/posting");
  await page.getByLabel("版块").selectOption("101");
  const classes = page.getByLabel("分类（可不选）");
  await expect(classes.getByRole("option", { name: "经验" })).toBeAttached();
  await classes.selectOption({ label: "经验" });
  await page.getByLabel("正文").fill("只在这台机器上");
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(localStorage).some(
          ([name, value]) => name.startsWith("draft:") && value.includes("只在这台机器上"),
        ),
      ),
    )
    .toBe(true);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith("draft:"))) {
      const draft = JSON.parse(localStorage.getItem(key) ?? "{}");
      localStorage.setItem(key, JSON.stringify({ ...draft, synced: false, at: Date.now() }));
    }
  });
  await visit("/posting");
  await expect(page.getByLabel("正文")).toHaveValue("只在这台机器上");
  await expect(page.locator("select[name=classId] option:checked")).toHaveText("经验");
  await expect(page.getByText(/已恢复.*的草稿/).and(page.locator(":visible"))).toHaveCount(1);
  await page.getByRole("button", { name: "丢弃" }).click();
  await expect(page.getByLabel("正文")).toHaveValue("");
  await page.getByRole("link", { name: "我的草稿" }).first().click();
  await expect(page.getByRole("heading", { name: "我的草稿" })).toBeVisible();
});

test("the preview beside the text follows it @scripted", async ({ page, visit, signIn, isMobile }) => {
  await signIn("member");
  await visit("/posting");
  const toggle = page.getByRole("button", { name: "并排预览" });
  if (isMobile) return expect(toggle).toBeHidden();
  await toggle.click();
  await page.getByLabel("正文").fill("**粗**");
  await expect(page.getByRole("region", { name: "并排预览" }).locator("strong")).toHaveText("粗");
  await expectAccessible(page);
});
