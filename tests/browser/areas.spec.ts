import { demoAccounts } from "../support/accounts";
import { PlainBrowser } from "../support/plain-browser";
import { signInWithPassword } from "../support/sign-in";
import { expect, test } from "./support/fixtures";

/** The routes that a data request names; null if it asks for all of them. */
const routesOf = (url: string) => new URL(url).searchParams.get("_routes")?.split(",") ?? null;

for (const { area, as, from, link, path } of [
  { area: "moderator", as: "admin", from: "/moderator/log", link: "回收站", path: "/moderator/recycle" },
  { area: "forum", as: "member", from: "/forum/all", link: "精华", path: "/forum/digest" },
  {
    area: "training",
    as: "member",
    from: "/trainingClass",
    link: "直播与回放",
    path: "/trainingClass/lives",
  },
] as const)
  test(`moving between screens of the ${area} area does not load its frame again @scripted`, async ({
    page,
    prefix,
    signIn,
    visit,
  }) => {
    await signIn(as);
    await visit(from);
    const shell = prefix === "" ? "desktop" : "h5";
    const answer = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(".data"));
    await page.locator("#main").getByRole("link", { name: link, exact: true }).first().click();
    const routes = routesOf((await answer).url());
    expect(routes).toContain(`${shell}:${path}`);
    expect(routes).not.toContain(`${shell}:${area}`);
    await page.waitForURL(`**${path}`);
  });

test("a topic's dialog loads without the topic, and its failure leaves the topic visible @scripted", async ({
  page,
  origin,
  prefix,
  signIn,
  visit,
  problems,
}) => {
  problems.expect(/404/);
  const author = new PlainBrowser(origin);
  await signInWithPassword(author, demoAccounts.moderator);
  const editor = await author.get("/posting");
  const fid = editor.$('select[name="fid"] option[value!=""]').first().attr("value") ?? "";
  const topic = await author.submit(
    editor,
    { intent: "publish" },
    { fid, title: "对话框打开时帖子不重新加载", content: "一段正文。", tags: "测试" },
  );
  await signIn("member");
  await visit(topic.url.pathname);
  const route = `${prefix === "" ? "desktop" : "h5"}:/hsforum/:thread`;
  const reportRequest = page.waitForRequest((request) => new URL(request.url()).searchParams.has("report"));
  const report = page.getByRole("link", { name: "举报" }).first();
  await report.click();
  const routes = routesOf((await reportRequest).url());
  expect(routes).toContain(`${route}#dialogs`);
  expect(routes).not.toContain(route);
  const dialog = page.getByRole("dialog", { name: "举报主帖" });
  await dialog.getByRole("button", { name: "提交举报" }).click();
  await expect(dialog.getByText("请选择举报原因")).toBeVisible();
  await dialog.getByRole("link", { name: "取消" }).click();
  await expect(dialog).toHaveCount(0);

  await page.locator("textarea[name=content]").fill("还没有发出去的回复");
  const asks = await author.get(
    `${topic.url.pathname}?remove=${topic.$("[id^=post-]").first().attr("id")?.slice(5)}`,
  );
  expect((await author.submit(asks, { intent: "delete" })).status).toBe(200);
  await report.click();
  await expect(page.getByRole("dialog", { name: "暂时不能进行" })).toContainText("帖子不存在或已被删除");
  await expect(page.locator("textarea[name=content]")).toHaveValue("还没有发出去的回复");
});
