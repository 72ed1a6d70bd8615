import { PlainBrowser } from "../support/plain-browser";
import { register } from "../support/register";
import { writeWaiting } from "../support/waiting-texts";
import { expectAccessible, isLookedAt } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

// Each screen of the moderation area, and a decision made by mouse or finger, with JavaScript and without.
const screens = [
  "/moderator/audit",
  "/moderator/audit?of=profiles",
  "/moderator/report",
  "/moderator/report?appeals=open",
  "/moderator/theme",
  "/moderator/recycle",
  "/moderator/forbiddenUser",
  "/moderator/forbiddenUser?uid=5",
  "/moderator/forbiddenUser?networks=1",
  "/moderator/userAuth?fid=101&person=3",
  "/moderator/module",
  "/moderator/module?part=classes",
  "/moderator/module?part=settings",
  "/moderator/advice",
  "/moderator/overview",
  "/moderator/administrators",
  "/moderator/traffic",
  "/moderator/log",
  "/moderator/words",
  "/moderator/words?level=review&edited=1",
  "/moderator/words?scan=1",
  "/moderator/content",
  "/moderator/content/news",
  "/moderator/content/notices?only=conflict",
  "/moderator/content/news/new",
  "/moderator/content/notices/EOL-2025-001",
  "/moderator/content/news/1/versions",
  "/moderator/content/products/110101",
  "/moderator/content/products/new",
  "/moderator/content/classes/1101",
];

test("every screen of the moderation area is accessible and as wide as its window", async ({
  page,
  visit,
  signIn,
  scripted,
}) => {
  await signIn("admin");
  for (const path of screens.filter(isLookedAt)) {
    await visit(path);
    await expect(page.locator("h1#moderator-title")).toBeVisible();
    const [wide, window] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(wide, path).toBeLessThanOrEqual(window ?? 0);
    if (scripted) await expectAccessible(page, path);
  }
});

test("topics are chosen and changed in three requests, and the change is undone from the log", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("admin");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) requests.push(request.method());
  });
  await visit("/moderator/theme?fid=203");
  const boxes = page.locator("input[name=ids]");
  const count = Math.min(20, await boxes.count());
  expect(count).toBeGreaterThan(1);
  for (let at = 0; at < count; at += 1) await boxes.nth(at).check();
  const form = page.locator("form:has([name=ids])");
  await form.locator("[name=operation]").selectOption("raise");
  await form.locator("[name=reason]").fill("试一试批量提升");
  await form.getByRole("button", { name: "执行" }).click();
  await expect(page.getByText(`已处理 ${count} 项`).first()).toBeVisible();
  // The list, the form, and the list with the result.
  expect(requests).toEqual(["GET", "POST", "GET"]);
  await visit("/moderator/log?action=raise");
  await page
    .getByRole("link", { name: /^第 \d+ 次操作$/ })
    .first()
    .click();
  await page.getByLabel("撤销的理由").fill("只是试一试");
  await page.getByRole("button", { name: "撤销这次操作" }).click();
  await expect(page.getByText(`已处理 ${count} 项`).first()).toBeVisible();
});

test("a moderator reads and chooses from a list by keys alone", async ({ page, visit, signIn, scripted }) => {
  test.skip(!scripted, "keys come with JavaScript");
  await signIn("admin");
  await visit("/moderator/theme?fid=203");
  const boxes = page.locator("input[name=ids]");
  await page.keyboard.press("j");
  await expect(boxes.nth(0)).toBeFocused();
  await page.keyboard.press("x");
  await expect(boxes.nth(0)).toBeChecked();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(boxes.nth(1)).toBeChecked();
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await expect(boxes.nth(0)).not.toBeChecked();
  await page.keyboard.press("r");
  await expect(page.locator("form:has([name=ids]) [name=reason]")).toBeFocused();
});

test("twenty texts are decided in three requests", async ({ page, visit, signIn, origin, scripted }) => {
  const author = new PlainBrowser(origin);
  const { nickname } = await register(author, "accepted");
  await writeWaiting(author, 20);
  await signIn("admin");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) requests.push(request.method());
  });
  await visit(`/moderator/audit?author=${encodeURIComponent(nickname)}`);
  const boxes = page.locator("input[name=ids]");
  await expect(boxes).toHaveCount(20);
  if (scripted) {
    await page.getByLabel("全选本页").check();
    await expect(page.getByText("已选 20 项")).toBeVisible();
    await page.keyboard.press("a");
    await expect(page.getByText("回车：通过（选中 20 项）")).toBeVisible();
    await expect(page.locator("form:has([name=ids]) [name=reason]")).toBeFocused();
    await page.keyboard.press("Enter");
  } else {
    await expect(page.getByText("全选本页")).toHaveCount(0);
    for (const box of await boxes.all()) await box.check();
    await page
      .getByRole("group", { name: "处理选中的内容" })
      .getByRole("button", { name: "通过", exact: true })
      .click();
  }
  await expect(page.getByText("已处理 20 项").first()).toBeVisible();
  expect(requests).toEqual(["GET", "POST", "GET"]);
});

test("keys choose a decision, and nothing is decided before Enter", async ({
  page,
  visit,
  signIn,
  scripted,
}) => {
  test.skip(!scripted, "keys come with JavaScript");
  await signIn("admin");
  await visit("/moderator/audit?of=replies");
  const reason = page.locator("form:has([name=ids]) [name=reason]");
  const status = page.locator("[data-chosen-decision]");
  await page.keyboard.press("j");
  await page.keyboard.press("d");
  await expect(page.locator("input[name=ids]").first()).toBeChecked();
  await expect(reason).toBeFocused();
  await expect(status).toHaveText("回车：删除（选中 1 项）；Esc 取消");
  await expect(reason).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(status).toHaveText("");
  await reason.blur();
  await page.keyboard.press("Shift+X");
  await expect(page.locator("input[name=ids]:not(:checked)")).toHaveCount(0);
  await page.keyboard.press("c");
  await expect(page.getByRole("button", { name: "领取" })).toBeFocused();
  await page.keyboard.press("Shift+?");
  const help = page.getByRole("dialog");
  await expect(help).toContainText("选好「退回修改」，写理由，回车提交");
  await expect(help).toContainText("全选本页或取消");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await visit("/moderator/recycle");
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await expect(status).toHaveText("回车：恢复（选中 1 项）；Esc 取消");
  await visit("/moderator/report");
  await page.keyboard.press("n");
  await expect(status).toHaveText("回车：举报不成立（选中 0 项）；Esc 取消");
  await visit("/moderator/theme");
  await page.keyboard.press("o");
  await expect(page.locator("form:has([name=ids]) [name=operation]")).toBeFocused();
});

test("a text is tried on the list of words, and the found words are marked", async ({
  page,
  visit,
  signIn,
  scripted,
}) => {
  await signIn("admin");
  await visit("/moderator/words");
  await page.getByLabel("文字", { exact: true }).fill("群里有刷单兼职的广告");
  await page.getByRole("button", { name: "测试", exact: true }).click();
  await expect(page.locator("#try mark")).toHaveText("刷单兼职");
  if (scripted) await expectAccessible(page);
});

test("Enter in a field of a form that decides makes no decision", async ({ page, visit, signIn }) => {
  await signIn("admin");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/moderator/")) sent.push(request.url());
  });
  const pressed = new Set<string>();
  for (const path of screens) {
    await visit(path);
    for (const kind of ["input:not([type])", "[type=text]", "[type=checkbox]", "[type=radio]"]) {
      const field = page.locator(`form:has([formmethod=dialog]) ${kind}`).first();
      if (!(await field.isVisible())) continue;
      await field.press("Enter");
      pressed.add(`${path.split("?")[0]} ${kind}`);
    }
  }
  expect(sent).toEqual([]);
  expect(pressed.size).toBeGreaterThan(6);
});
