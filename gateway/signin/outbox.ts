import { formatTime } from "contract/base/time";
import { desc } from "drizzle-orm";
import type { Context } from "hono";
import { html } from "hono/html";
import { outbox } from "../database/schema";
import { htmlPage } from "../pages/html-page";
import { layout } from "../pages/layout";
import { type Markup, nothing } from "../pages/markup";
import type { Services } from "../server/context";
import { Refusal } from "../server/refusal";

const messagesMax = 100;
const loopbackPeer = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;
/** The headers that proxies add. */
const proxyHeaders = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "forwarded",
  "via",
];

/**
 * Whether the request comes from a person at this machine. The codes in the outbox open accounts, so three conditions
 * must hold: the socket's peer is loopback (forwarded headers are never trusted here); no header shows a reverse proxy,
 * which may be a loopback peer too; and the host in the address is loopback, which excludes proxies that forward the
 * public name, and web pages whose host name resolves to 127.0.0.1.
 */
function isAtThisMachine(context: Context): boolean {
  const peer = (context.env as { address?: string } | undefined)?.address ?? "";
  const host = context.req.header("host") ?? new URL(context.req.url).host;
  return (
    loopbackPeer.test(peer) &&
    loopbackHost.test(host) &&
    proxyHeaders.every((name) => context.req.header(name) === undefined)
  );
}

type OutboxMessage = typeof outbox.$inferSelect;

function outboxView(siteName: string, messages: OutboxMessage[]): Markup {
  const row = ({ createdAt, channel, recipient, subject, text }: OutboxMessage) => html`<tr>
<td><time datetime="${createdAt.toISOString()}">${formatTime(createdAt)}</time></td>
<td>${channel === "phone" ? "短信" : "邮件"}</td><td class="recipient">${recipient}</td><td class="content">${text}${channel === "email" ? html`<br><small>${subject}</small>` : nothing}</td></tr>`;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="消息列表"><table>
<thead><tr><th scope="col">时间</th><th scope="col">方式</th><th scope="col">收件人</th><th scope="col">内容</th></tr></thead>
<tbody>${messages.map(row)}</tbody>
</table></div>`;
  return layout({
    siteName,
    title: "发件箱",
    wide: true,
    content: html`<h1>发件箱</h1>
<p class="lead">开发模式：没有配置邮件或短信发送方式，消息留在这里，只有本机能看到。最近 ${messagesMax} 条，新的在前。</p>
${messages.length ? table : html`<p>还没有消息。在登录或注册页获取验证码后，刷新本页。</p>`}`,
  });
}

/**
 * /gateway/outbox: the last messages without a configured sender, as a page or (Accept: application/json) as JSON. For
 * other clients it answers 404.
 */
export async function showOutbox(context: Context, services: Services): Promise<Response> {
  const { database, delivery, settings } = services;
  const inUse = delivery.usesOutbox("phone") || delivery.usesOutbox("email");
  if (!inUse || !isAtThisMachine(context)) throw new Refusal("CALL_NOT_FOUND");
  const messages = await database.select().from(outbox).orderBy(desc(outbox.id)).limit(messagesMax);
  if (context.req.header("accept")?.includes("application/json")) {
    context.header("cache-control", "no-store");
    return context.json({ messages });
  }
  return htmlPage(context, settings, outboxView(settings.siteName, messages), 200);
}
