import { expect, test } from "./support/fixtures";

// What JavaScript adds to pages that work without it.
test("an error message disappears as soon as its field is right", async ({ page, visit, signIn }) => {
  await signIn("member");
  await visit("/posting");
  await page.getByLabel("标题").fill("短");
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  const message = page.getByText("标题至少 4 个字");
  await expect(message).toBeVisible();
  await page.getByLabel("标题").fill("不短的标题");
  await expect(message).toBeHidden();
});

test("choosing a section loads its classes, and typed text stays", async ({ page, visit, signIn }) => {
  await signIn("member");
  await visit("/posting");
  await page.getByLabel("标题").fill("先写标题");
  await expect(page.getByLabel(/^分类/).locator("option")).toHaveCount(1);
  await page.getByLabel("版块").selectOption({ label: "无线连接" });
  await expect.poll(() => page.getByLabel(/^分类/).locator("option").count()).toBeGreaterThan(1);
  await expect(page.getByLabel("标题")).toHaveValue("先写标题");
  await expect(page.getByLabel("版块")).toHaveValue("101");
});

test("a slow navigation shows its progress over the present page", async ({ page, visit }) => {
  await visit("/forum/all");
  await expect(page.getByText("数据加载中...")).toHaveCount(0);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.data(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("navigation", { name: "论坛列表" }).getByRole("link", { name: "精华" }).click();
  await expect(page.getByText("数据加载中...")).toBeVisible();
  await expect(page.locator('main li a[href*="/hsforum/thread-"]').first()).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/forum\/digest$/);
  await expect(page.getByText("数据加载中...")).toHaveCount(0);
});

test("links change the page without a reload, and Back returns", async ({ page, visit }) => {
  await visit("/forum/all");
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await page.getByRole("navigation", { name: "论坛列表" }).getByRole("link", { name: "精华" }).click();
  await expect(page).toHaveTitle(/^精华帖 - /);
  await page.goBack();
  await expect(page).toHaveTitle(/^技术论坛 - /);
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
});

test("a code block can be copied", async ({ page, context, visit, signIn }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("member");
  await visit("/posting");
  await page.getByLabel("正文").fill("```c\nint main(void)\n{\n\treturn 0;\n}\n```");
  await page.getByRole("tab", { name: "预览" }).click();
  const block = page.getByRole("tabpanel", { name: "预览" }).locator("figure");
  await block.getByRole("button", { name: "复制" }).press("Enter");
  await expect(block.getByRole("button")).toHaveText("已复制");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.trim()).toBe("int main(void)\n{\n\treturn 0;\n}");
});

test("the reply form is in the page before any script runs", async ({ page, signIn, prefix, problems }) => {
  problems.expect(/ERR_FAILED/);
  await signIn("member");
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(`${prefix}/hsforum/thread-1-1-1.html`);
  await expect(page.getByRole("button", { name: "发表回复" })).toBeVisible();
});

test("a first visit gets its styles in the page, six scripts and three sheets; the next visit has them cached", async ({
  page,
  context,
  signIn,
  prefix,
}) => {
  await signIn("member");
  await context.clearCookies({ name: "styles_kept" });
  for (const path of ["/forum/all", "/hsforum/thread-1-1-1.html", "/forum/101", "/tags", "/search?q=WS63"]) {
    const files: string[] = [];
    page.on("request", (request) => files.push(request.resourceType()));
    await page.goto(prefix + path, { waitUntil: "networkidle" });
    await expect(page.locator("html")).toHaveAttribute("data-ready", "");
    expect(files.filter((type) => type === "script").length).toBeLessThanOrEqual(6);
    expect(files.filter((type) => type === "stylesheet").length).toBeLessThanOrEqual(3);
    page.removeAllListeners("request");
    const hasCookie = () => context.cookies().then((all) => all.some(({ name }) => name === "styles_kept"));
    await expect.poll(hasCookie).toBe(true);
    await expect(page.locator("link[rel=stylesheet]")).not.toHaveCount(0);
  }
  const inPage = await page.locator("head style").first().textContent();
  expect(inPage).toBe("");
});

test("the reply form shows a missing value by its field, and removes the message when it is filled in", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("member");
  await visit("/hsforum/thread-1-1-1.html");
  const field = page.getByRole("textbox", { name: "回复" });
  await field.click();
  const posted: string[] = [];
  page.on("request", (request) => posted.push(request.method()));
  // Until the checks are there, the server refuses an empty reply; then the browser does, without asking it.
  await expect(async () => {
    posted.length = 0;
    await page.getByRole("button", { name: "发表回复" }).click();
    await expect(field).toHaveAttribute("aria-invalid", "true", { timeout: 1_000 });
    await expect(field).toBeFocused({ timeout: 1_000 });
    expect(posted).not.toContain("POST");
  }).toPass();
  await expect(field).toHaveAccessibleDescription(/.{4,}/);
  await field.pressSequentially("现在有内容了");
  await expect(field).not.toHaveAttribute("aria-invalid");
});
