import { PlainBrowser } from "../support/plain-browser";
import { newMemberPassword } from "../support/register";
import { signInWithPassword } from "../support/sign-in";
import { expect, test } from "./support/fixtures";

/** Signs in as the same member elsewhere, and ends every other session from there. */
async function takeOver(origin: string, account: string): Promise<PlainBrowser> {
  const elsewhere = new PlainBrowser(origin);
  await signInWithPassword(elsewhere, { account, password: newMemberPassword });
  const sessions = await elsewhere.get("/personalCenter/setting?section=sessions");
  const prompt = await elsewhere.submit(sessions, { intent: "revoke-others" });
  await elsewhere.submit(prompt, { button: "确认全部退出" });
  return elsewhere;
}

test("the ended session shows a notice, and its confirmation logs it out (spec 4, 8)", async ({
  page,
  visit,
  join,
  origin,
  prefix,
  scripted,
  context,
}) => {
  const { nickname, account } = await join("accepted");
  await visit("/personalCenter/posts");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const elsewhere = await takeOver(origin, account);
  // A page for members shows the notice alone, without a login dialog over it.
  await visit("/personalCenter/collection");
  const notice = page.getByRole("dialog", { name: "提示" });
  await expect(notice).toContainText("该账号已经在其他网站登录了");
  if (scripted) {
    await page.keyboard.press("Escape");
    await expect(notice).toBeVisible();
  }
  await notice.getByRole("link", { name: "确定" }).click();
  await expect(page).toHaveURL(new RegExp(`${prefix}/forum/all$`));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText(nickname.slice(0, 7))).toHaveCount(0);
  expect((await context.cookies()).filter(({ name }) => /gateway_session|portal_session/.test(name))).toEqual(
    [],
  );
  expect((await elsewhere.get("/forum/all")).text).toContain(nickname.slice(0, 7));
});

test("a session that ended while a reply was written opens the login dialog beside the text (spec 8, 403)", async ({
  page,
  visit,
  join,
  origin,
  context,
}) => {
  await join("accepted");
  await visit("/hsforum/thread-1-1-1.html");
  await page.getByLabel("回复", { exact: true }).fill("写到一半登录没了");
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await new PlainBrowser(origin, { cookie }).get("/gateway/logout");
  await page.getByRole("button", { name: "发表回复" }).click();
  await expect(page.getByRole("dialog", { name: "登录" })).toBeVisible();
  await expect(page.getByLabel("回复", { exact: true })).toHaveValue("写到一半登录没了");
});
