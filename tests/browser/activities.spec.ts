import { expectAccessible } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

/** Activities of the demo's pack: a salon for accounts with two categories, and a broadcast for guests. */
const salon = 12;
const live = 4;

test("a member finds an activity, signs up, shows the code, changes and cancels", async ({
  page,
  visit,
  join,
  scripted,
}) => {
  await join("accepted");
  await visit("/eventActivities/index?kind=salon");
  await page.getByRole("link", { name: "开源硬件日" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("开源硬件日");
  await page.getByRole("link", { name: "立即报名" }).click();
  await page.getByLabel("姓名").fill("王小明");
  await page.getByRole("button", { name: "提交报名" }).last().click();
  // Errors are shown by their fields, and typed values stay.
  await expect(page.locator("#category-problem")).toHaveText("请选择组别");
  await expect(page.locator("#agreed-problem")).toHaveText("请先阅读并同意活动隐私政策");
  await expect(page.getByLabel("姓名")).toHaveValue("王小明");
  // The other category's fields are hidden, and their typed values stay.
  const project = page.getByLabel("项目名称");
  await expect(project).toBeHidden();
  await page.getByLabel(/^摊主/).check();
  await project.fill("手摇示波器");
  await page.getByLabel(/^观众/).check();
  await expect(project).toBeHidden();
  await page.getByLabel(/^摊主/).check();
  await expect(project).toHaveValue("手摇示波器");
  await page.getByLabel(/^观众/).check();
  await page.getByLabel(/我已阅读并同意/).check();
  if (scripted) await expectAccessible(page);
  await page.getByRole("button", { name: "提交报名" }).last().click();
  await expect(page).toHaveURL(/\/registEntry\?id=12$/);
  await expect(page.getByText("报名成功，凭二维码签到。")).toBeVisible();
  if (scripted) await expectAccessible(page);

  await page.getByRole("link", { name: "签到二维码" }).click();
  const picture = page.getByRole("img", { name: /签到二维码/ });
  await expect(picture).toBeVisible();
  // The picture has loaded.
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.locator("figure b")).toHaveText(/^[A-Z0-9]{4} [A-Z0-9]{4}$/);
  if (scripted) await expectAccessible(page);

  await visit(`/activity/activityRegister?id=${salon}&change=1`);
  await page.getByLabel("姓名").fill("王大明");
  await page.getByRole("button", { name: "保存修改" }).last().click();
  await expect(page.getByText("王大明")).toBeVisible();
  await page.getByRole("link", { name: "报名凭证" }).click();
  await expect(page.getByRole("definition").filter({ hasText: "王大明" })).toBeVisible();
  if (scripted) await expectAccessible(page);

  await visit(`/registEntry?id=${salon}`);
  await page.getByText("取消报名", { exact: true }).click();
  await page.getByLabel("取消的原因").fill("临时出差");
  await page.getByRole("button", { name: "确认取消" }).click();
  await expect(page.getByText("已取消：临时出差")).toBeVisible();
  await visit("/personalCenter/activities");
  await expect(page.getByRole("main").getByText("开源硬件日")).toBeVisible();
  if (scripted) await expectAccessible(page);
});

test("another captcha, and a wrong answer to it, keep what a guest has typed", async ({ page, visit }) => {
  // A browser that cannot compute the proof of work shows the captcha picture.
  await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  await visit(`/activity/activityRegister?id=${live}`);
  await page.getByLabel("姓名").fill("李四");
  await page.getByLabel("手机号或邮箱").fill("17600001234");
  const picture = page.getByRole("img", { name: "图形验证码" });
  const token = page.locator("[name=captchaToken]");
  const first = (await token.inputValue()) ?? "";
  await page.getByRole("button", { name: "换一张" }).click();
  await expect(token).not.toHaveValue(first);
  const second = await token.inputValue();
  const drawn = (await picture.getAttribute("src")) ?? "";
  await page.getByLabel("图形验证码", { exact: true }).fill("!!!!");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(page.locator("#captchaAnswer-problem")).toHaveText("图形验证码不对，请重新输入");
  // The old captcha is used up: with scripts too there is a new one.
  await expect(token).not.toHaveValue(second);
  await expect(picture).not.toHaveAttribute("src", drawn);
  await expect(page.getByLabel("姓名")).toHaveValue("李四");
  await expect(page.getByLabel("手机号或邮箱")).toHaveValue("17600001234");
});

test("with scripts a guest reads no captcha; without, it is shown, with a link for people who cannot see it", async ({
  page,
  visit,
  scripted,
}) => {
  await visit(`/activity/activityRegister?id=${live}`);
  const picture = page.getByRole("img", { name: "图形验证码" });
  if (!scripted) {
    await expect(picture).toBeVisible();
    await expect(page.getByText("正在自动验证…")).toBeHidden();
    await expect(page.getByRole("link", { name: "登录或注册" })).toBeVisible();
    return;
  }
  await expect(page.getByText("已自动完成验证，不用填写图形验证码")).toBeVisible();
  await expect(picture).toBeHidden();
  await expectAccessible(page);
  await page.getByLabel("手机号或邮箱").fill("17600005678");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(page.getByText("获取验证码成功")).toBeVisible();
});

test("a team's page and a work's page show first what is to be done next", async ({
  page,
  visit,
  join,
  scripted,
}) => {
  await join("accepted");
  await visit("/activity/team?id=1");
  await expect(page.getByText("先报名并得到名额")).toBeVisible();
  if (scripted) await expectAccessible(page);
  await visit("/activity/work?id=1");
  await expect(page.getByText("报名通过后才能提交作品")).toBeVisible();
});

test("no page of activities is wider than the window", async ({ page, visit }) => {
  const pages = [
    ...["/eventActivities/index", "/eventActivities/details/1", "/active", `/registEntry?id=${live}`],
    ...[`/activity/activityHome?id=${live}`, `/activity/activityRegister?id=${live}`],
  ];
  for (const path of pages) {
    await visit(path);
    const wider = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect([path, wider]).toEqual([path, 0]);
  }
});
