import { expectAccessible, isLookedAt } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

// Runs with JavaScript only, which axe needs. The HTML without JavaScript is the same.
const open = [
  "/forum/all",
  "/forum/digest",
  "/forum/101",
  "/hsforum/thread-1-1-1.html",
  "/search",
  "/search?q=Hi3861&since=2020-01-01",
  "/search?q=zzqqzz",
  "/no/such/page",
  "/posting",
  "/home",
  "/products/index?id=11&compare=110101,110102&order=-p.sleep",
  "/products/details/110101",
  "/products/compare?compare=110101&compare=110102&pin=110102",
  "/resources/index",
  "/resources/details/2101001",
  "/resources/videos/1",
  "/devCenter/index",
  "/eventActivities/index",
  "/eventActivities/details/1",
  "/active",
  "/registEntry?id=4",
  "/activity/activityHome?id=4",
  "/activity/activityRegister?id=4",
  "/trainingClass",
  "/trainingClass/details/101",
  "/trainingClass/lessons/10101",
  "/universityTalents",
  "/information/index",
  "/search?q=WS63&type=products",
];
// Each page in one shell in `npm test`, in both in a whole run (playwright.config.ts).
const byTurns = (index: number) => ({ tag: index % 2 === 0 ? "@desktop" : "@h5" });
for (const [index, path] of open.entries()) {
  if (!isLookedAt(path)) continue;
  test(`${path} for a visitor`, byTurns(index), async ({ page, visit }) => {
    await visit(path);
    await expectAccessible(page, path);
  });
}

test("a policy page", byTurns(0), async ({ page, visit, prefix }) => {
  await visit(prefix ? "/protocol?cid=legal-policy" : "/legalNotices/legalNotices");
  await expectAccessible(page);
});

const own = [
  "/forum/all",
  "/hsforum/thread-1-1-1.html",
  "/posting",
  "/personalCenter/posts",
  "/personalCenter/study",
  "/personalCenter/info",
  "/personalCenter/info?tab=2",
  "/personalCenter/info?tab=2&change=phone",
  "/personalCenter/setting?section=privacy",
  "/personalCenter/msg?type=inner&with=5",
  // The disclaimer dialog is open over it.
  "/suggestion",
];
for (const [index, path] of own.entries()) {
  if (!isLookedAt(path)) continue;
  test(`${path} for a member`, byTurns(index), async ({ page, visit, signIn }) => {
    await signIn("member");
    await visit(path);
    await expectAccessible(page, path);
  });
}

test("a running exam, and its result", byTurns(1), async ({ page, visit, join }) => {
  await join("accepted");
  await visit("/trainingClass/exams/6");
  await page.getByRole("button", { name: "开始考试" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "交卷" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "确认交卷" }).click();
  await expect(page.getByText("正确答案").first()).toBeVisible();
  await expectAccessible(page);
});

test("open menus", async ({ page, visit, signIn, prefix }) => {
  await signIn("member");
  await visit("/forum/all");
  if (prefix) await page.getByLabel("菜单", { exact: true }).click();
  else {
    await page.getByLabel("阿岚的菜单").click();
    await page.getByRole("button", { name: "资源菜单" }).press("Enter");
  }
  await expectAccessible(page);
});

test("a refused editor, and one with a preview", byTurns(0), async ({ page, visit, signIn }) => {
  await signIn("member");
  await visit("/posting");
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await expect(page.getByText("请输入标题")).toBeVisible();
  await expectAccessible(page);
  await page
    .getByLabel("正文")
    .fill("# 标题\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```c\nint a = 1; // 注释\n```\n\n- [x] 做完\n");
  await page.getByRole("tab", { name: "预览" }).click();
  await expect(page.getByRole("tabpanel", { name: "预览" })).toBeVisible();
  await expectAccessible(page);
});

test(
  "a lecturer's recordings, and what is wrong with one",
  byTurns(1),
  async ({ page, visit, signIn, problems }) => {
    problems.expect(/422/);
    await signIn("moderator");
    await visit("/trainingClass/videos/101");
    const fake = { name: "第三课.webm", mimeType: "video/webm", buffer: Buffer.from("<html>") };
    await page.getByLabel("视频文件").setInputFiles(fake);
    await page.getByRole("button", { name: "上传" }).click();
    await expect(page.getByText("内容不是 WebM 视频，或已损坏")).toBeVisible();
    await expectAccessible(page);
  },
);

test("dialogs", byTurns(1), async ({ page, visit, signIn }) => {
  await signIn("nophone");
  await visit("/posting");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});

for (const path of [
  "/gateway/signin",
  "/gateway/signin?mode=code",
  "/gateway/register",
  "/gateway/reset",
  "/gateway/outbox",
]) {
  if (!isLookedAt(path)) continue;
  test(`${path}`, byTurns(1), async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page, path);
    const submit = page.getByRole("button").last();
    if ((await submit.count()) === 0) return;
    await submit.click();
    await expectAccessible(page, path);
  });
}
