import { type AnnouncementKind, announcementKinds } from "contract/announcements/constants";
import { unsubscribePath } from "contract/base/wire";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { accounts } from "../database/schema";
import { htmlPage } from "../pages/html-page";
import { layout, noticePage } from "../pages/layout";
import type { Services } from "../server/context";
import { signerOf } from "../server/signer";

/** What a mail's link turns off: the digest, or one kind of announcements. */
type Mailing = "digest" | AnnouncementKind;
/** The link of a digest names no kind, and its signature has no other purpose. */
const purposeOf = (mailing: Mailing) => (mailing === "digest" ? "digest" : `unsubscribe ${mailing}`);
const nameOf = (mailing: Mailing) =>
  mailing === "digest" ? "邮件摘要" : `「${announcementKinds[mailing]}」`;

/** The address that turns a mailing off for an account, for anybody who has the mail, signed in or not. */
export function unsubscribeAddress(
  services: Pick<Services, "settings">,
  accountId: number,
  mailing: Mailing = "digest",
): string {
  const signature = signerOf(services.settings).sign(purposeOf(mailing), String(accountId));
  const query = mailing === "digest" ? "" : `&of=${mailing}`;
  return `${unsubscribePath}?token=${accountId}.${signature}${query}`;
}

/** The account and the mailing in an address; null if it is none of ours. */
function askedIn(services: Services, context: Context): { accountId: number; mailing: Mailing } | null {
  const of = context.req.query("of") ?? "digest";
  if (of !== "digest" && !Object.hasOwn(announcementKinds, of)) return null;
  const mailing = of as Mailing;
  const [, account = "", signature = ""] =
    /^(\d{1,9})\.([\w-]{20,80})$/.exec(context.req.query("token") ?? "") ?? [];
  return account !== "" &&
    signerOf(services.settings).verifies(purposeOf(mailing), String(Number(account)), signature)
    ? { accountId: Number(account), mailing }
    : null;
}

/** Turns a mailing off. A kind of announcements comes no more as a message either. */
async function turnOff({ database }: Services, accountId: number, mailing: Mailing): Promise<void> {
  const mine = and(eq(accounts.id, accountId), isNull(accounts.closedAt));
  if (mailing === "digest") await database.update(accounts).set({ digest: "off" }).where(mine);
  else
    await database
      .update(accounts)
      .set({ mutedNotices: sql`array_append(${accounts.mutedNotices}, ${mailing}::text)` })
      .where(and(mine, sql`not ${mailing} = any(${accounts.mutedNotices})`));
}

/**
 * Serves the link of mails that one can turn off. Opening it shows a button first, because programs open links too; the
 * button, or a mail program's one-click request (RFC 8058, List-Unsubscribe-Post), does it.
 */
export function serveUnsubscribe(app: Hono, services: Services): void {
  const { siteName } = services.settings;
  const show = (context: Context, title: string, text: string, status: 200 | 404 = 200) =>
    htmlPage(context, services.settings, noticePage(siteName, title, text), status);
  const unknown = (context: Context) =>
    show(context, "链接无效", "退订链接不完整或已失效。登录后在“个人设置 - 通知”里也能关闭。", 404);

  app.get(unsubscribePath, (context) => {
    const asked = askedIn(services, context);
    if (asked === null) return unknown(context);
    const name = nameOf(asked.mailing);
    const says =
      asked.mailing === "digest"
        ? "退订后不再收到未读消息的邮件摘要；验证码和账号安全的邮件不受影响。"
        : `退订后不再收到${name}，邮件和站内消息都不发；别的消息、验证码和账号安全的邮件不受影响。`;
    const content = html`<h1>退订${name}</h1>
<p class="lead">${says}</p>
<form method="post"><button class="primary" type="submit">退订</button></form>`;
    return htmlPage(context, services.settings, layout({ siteName, title: `退订${name}`, content }), 200);
  });
  app.post(unsubscribePath, async (context) => {
    const asked = askedIn(services, context);
    if (asked === null) return unknown(context);
    await turnOff(services, asked.accountId, asked.mailing);
    return show(
      context,
      "已退订",
      `不会再给你发${nameOf(asked.mailing)}。想再收到，可以在“个人设置 - 通知”里打开。`,
    );
  });
}
