import { expect, test } from "./support/fixtures";

test("menus open without JavaScript, and their links work", async ({
  page,
  visit,
  prefix,
  origin,
  scripted,
}) => {
  await visit("/forum/all");
  if (prefix) {
    await page.getByLabel("菜单", { exact: true }).click();
    const drawer = page.getByRole("navigation", { name: "侧边菜单" });
    await expect(drawer).toBeVisible();
    // The drawer slides in.
    await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0);
    const box = await drawer.boundingBox();
    expect(Math.round(((box?.width ?? 0) / (page.viewportSize()?.width ?? 1)) * 100)).toBe(80);
    await drawer.getByText("产品", { exact: true }).click();
    await drawer.getByText("连接芯片", { exact: true }).click();
    await expect(drawer.getByRole("link", { name: "Wi-Fi 与星闪" })).toBeVisible();
    // The development centre stays at its desktop address (spec 2.1).
    await drawer.getByRole("link", { name: "开发中心" }).click();
    await expect(page).toHaveURL(`${origin}/devCenter/index`);
    return;
  }
  const menu = page.getByRole("navigation", { name: "主菜单" });
  await menu.getByRole("link", { name: "产品", exact: true }).hover();
  const entry = page.getByRole("link", { name: "Wi-Fi 与星闪" }).first();
  await expect(entry).toBeVisible();
  await page.mouse.move(0, 600);
  await expect(entry).toBeHidden();
  await menu.getByRole("link", { name: "产品", exact: true }).focus();
  await expect(entry).toBeHidden();
  if (scripted) {
    await menu.getByRole("button", { name: "产品菜单" }).press("Enter");
    await expect(entry).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(entry).toBeHidden();
  }
  await menu.getByRole("link", { name: "开发中心" }).click();
  await expect(page).toHaveURL(/\/devCenter/);
});

test("back to top is 100 px from the bottom", async ({ page, visit }) => {
  await visit("/forum/all");
  await page.mouse.wheel(0, 3000);
  const button = page.getByRole("link", { name: "回到顶部" });
  await expect(button).toBeVisible();
  const box = await button.boundingBox();
  expect(Math.round((page.viewportSize()?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0))).toBe(100);
  await button.click();
  await expect(page.locator("#main")).toBeInViewport();
});

test("the colour scheme chosen in the footer is remembered", async ({ page, visit, prefix }) => {
  const unfold = async () => {
    if (prefix) await page.getByText("更多链接与显示设置").click();
  };
  await visit("/forum/all");
  await unfold();
  await page.getByRole("button", { name: "深色" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await unfold();
  await expect(page.getByRole("button", { name: "深色" })).toHaveAttribute("aria-pressed", "true");
  await visit("/forum/digest");
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  const background = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  const channels = background.match(/\d+/g)?.slice(0, 3).map(Number) ?? [255];
  expect(Math.max(...channels)).toBeLessThan(80);
});

test("the cookie bar disappears for good", async ({ page, visit }) => {
  await visit("/forum/all");
  await page.getByRole("button", { name: "我知道了" }).click();
  await expect(page.getByRole("button", { name: "我知道了" })).toHaveCount(0);
  await visit("/forum/digest");
  await expect(page.getByRole("button", { name: "我知道了" })).toHaveCount(0);
});

test("nothing is wider than the window", async ({ page, visit, signIn }) => {
  await signIn("member");
  for (const path of [
    "/forum/all",
    "/forum/101",
    "/posting",
    "/hsforum/thread-1-1-1.html",
    "/no/such/page",
  ]) {
    await visit(path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

test("a broken avatar is replaced by the default one", async ({ page, visit, problems }) => {
  problems.expect(/avatars|404|ERR_FAILED|Failed to load resource/);
  await page.route(/\/gateway\/files\/.*avatars?/, (route) => route.abort());
  await visit("/forum/all");
  const pictures = page.locator("main img");
  await expect.poll(() => pictures.count()).toBeGreaterThan(0);
  await expect
    .poll(() =>
      pictures.evaluateAll(
        (all) =>
          (all as HTMLImageElement[]).filter(
            (one) => one.getBoundingClientRect().top < innerHeight && one.complete && one.naturalWidth === 0,
          ).length,
      ),
    )
    .toBe(0);
});
