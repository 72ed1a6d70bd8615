import { unsubscribePath } from "contract/base/wire";
import { eq } from "drizzle-orm";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { accounts } from "../database/schema";
import { htmlPage } from "../pages/html-page";
import { layout, noticePage } from "../pages/layout";
import type { Services } from "../server/context";
import { signerOf } from "../server/signer";

const purpose = "digest";

/** The address that turns an account's digest off, for anybody who has the mail, signed in or not. */
export function unsubscribeAddress(services: Pick<Services, "settings">, accountId: number): string {
  return `${unsubscribePath}?token=${accountId}.${signerOf(services.settings).sign(purpose, String(accountId))}`;
}

/** The account in a token; null for an invalid token. */
function accountOfToken(services: Services, token: string | undefined): number | null {
  const [, account = "", signature = ""] = /^(\d{1,9})\.([\w-]{20,80})$/.exec(token ?? "") ?? [];
  return account !== "" && signerOf(services.settings).verifies(purpose, String(Number(account)), signature)
    ? Number(account)
    : null;
}

/**
 * Serves the mail's unsubscribe link. Opening it shows a button first, because programs open links too; the button, or
 * a mail program's one-click request (RFC 8058, List-Unsubscribe-Post), turns the digest off.
 */
export function serveUnsubscribe(app: Hono, services: Services): void {
  const { siteName } = services.settings;
  const show = (context: Context, title: string, text: string, status: 200 | 404 = 200) =>
    htmlPage(context, services.settings, noticePage(siteName, title, text), status);
  const unknown = (context: Context) =>
    show(context, "链接无效", "退订链接不完整或已失效。登录后在“个人设置 - 通知”里也能关闭邮件摘要。", 404);

  app.get(unsubscribePath, (context) => {
    if (accountOfToken(services, context.req.query("token")) === null) return unknown(context);
    const content = html`<h1>退订邮件摘要</h1>
<p class="lead">退订后不再收到未读消息的邮件摘要；验证码和账号安全的邮件不受影响。</p>
<form method="post"><button class="primary" type="submit">退订</button></form>`;
    return htmlPage(context, services.settings, layout({ siteName, title: "退订邮件摘要", content }), 200);
  });
  app.post(unsubscribePath, async (context) => {
    const accountId = accountOfToken(services, context.req.query("token"));
    if (accountId === null) return unknown(context);
    await services.database.update(accounts).set({ digest: "off" }).where(eq(accounts.id, accountId));
    return show(context, "已退订", "不会再给你发邮件摘要。想再收到，可以在“个人设置 - 通知”里打开。");
  });
}
