import { PlainBrowser } from "../support/plain-browser";
import { register } from "../support/register";
import { expectAccessible } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

/** A new member, signed in over plain HTTP, with the uid from their page. */
async function newcomer(origin: string) {
  const browser = new PlainBrowser(origin);
  const { nickname } = await register(browser, "accepted");
  const page = await browser.get("/personalCenter/posts");
  const uid = Number(
    /uid=(\d+)/.exec(page.$('a[href*="userhomepage?uid="]').first().attr("href") ?? "")?.[1],
  );
  const cookies = (await browser.jar.getCookies(origin)).map(({ key, value, httpOnly }) => ({
    name: key,
    value,
    httpOnly,
    url: origin,
    sameSite: "Lax" as const,
  }));
  const write = async (to: number, text: string) => {
    const conversation = await browser.get(`/personalCenter/msg?type=inner&with=${to}`);
    await browser.submit(conversation, { intent: "send" }, { text });
  };
  return { browser, nickname, uid, cookies, write };
}

test("a message is read, answered with the keyboard or the button, and its sender blocked", async ({
  page,
  visit,
  context,
  origin,
  scripted,
}) => {
  const [me, other] = [await newcomer(origin), await newcomer(origin)];
  await other.write(me.uid, "板子还有吗？");
  await context.addCookies(me.cookies);
  await visit("/personalCenter/msg");
  await page.getByRole("button", { name: other.nickname }).click();
  await expect(page.getByText("以下是新消息")).toBeVisible();
  const field = page.getByLabel(`发给 ${other.nickname}`);
  await page.evaluate(() => Object.assign(window, { stillHere: true })).catch(() => undefined);
  await field.fill("有的，明天寄");
  if (scripted) await field.press("Control+Enter");
  else await page.getByRole("button", { name: "发送" }).click();
  await expect(page.getByRole("list", { name: /私信$/ }).getByText("有的，明天寄")).toBeVisible();
  await expect(field).toHaveValue("");
  if (scripted) expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
  await page.getByRole("link", { name: "屏蔽" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  if (scripted) await expectAccessible(page);
  await dialog.getByRole("button", { name: "屏蔽" }).click();
  await expect(page.getByText("你已屏蔽对方，解除屏蔽后才能发私信。")).toBeVisible();
});

// The badge of a page without JavaScript keeps its first value.
const badge =
  "the badge is refreshed 15 seconds after the last request, and a session that ended makes no noise";
test(badge, { tag: "@scripted" }, async ({ page, visit, context, origin }) => {
  const [me, other] = [await newcomer(origin), await newcomer(origin)];
  await context.addCookies(me.cookies);
  await page.clock.install();
  const requests: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/unread") requests.push(request.url());
  });
  await visit("/personalCenter/msg?type=forum");
  await page.waitForLoadState("networkidle");
  // From here on the page's clock is stopped, and moves only when the test says so.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => fetch("/editor/tags?q=x").then((response) => response.text()));
  await other.write(me.uid, "在吗？");
  requests.length = 0;
  await page.clock.runFor(14_000);
  expect(requests).toHaveLength(0);
  await page.clock.runFor(2_000);
  await expect(page.getByRole("link", { name: "消息，1 条未读" })).toBeVisible();
  await expect(page.getByRole("link", { name: "私信 1" })).toBeVisible();
  await expect(page.getByText("有 1 条未读消息")).toBeAttached();
  // The poll's own request does not count as activity that starts another poll.
  await page.clock.runFor(60_000);
  expect(requests).toHaveLength(1);
  await context.clearCookies();
  await page.getByRole("link", { name: "未读", exact: true }).focus();
  await page.evaluate(() => fetch("/editor/tags?q=x").then((response) => response.text()));
  await page.clock.runFor(16_000);
  await expect.poll(() => requests.length).toBe(2);
  await expect(page.getByRole("link", { name: "消息，1 条未读" })).toBeVisible();
});

for (const path of [
  "/personalCenter/msg?type=system",
  "/personalCenter/msg?type=inner&blocks=1",
  "/personalCenter/setting?section=notices",
]) {
  test(`${path} for a member`, { tag: "@scripted" }, async ({ page, visit, signIn }) => {
    await signIn("member");
    await visit(path);
    await expectAccessible(page);
  });
}
