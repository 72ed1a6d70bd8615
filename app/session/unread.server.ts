import type { GatewayClient } from "~/gateway-client/client.server";
import type { Unread } from "./unread";

export const noneUnread: Unread = { system: 0, forum: 0, inner: 0 };

/** The member's unread messages by kind (spec 7.2, Messages). */
export async function countUnread(gateway: GatewayClient): Promise<Unread> {
  const [system, forum, inner] = await Promise.all([
    gateway.call("queryUnreadCount", {}),
    gateway.call("systemMessageCount", {}),
    gateway.call("innerMessageCount", {}),
  ]);
  return { system: system.data.result, forum: forum.result.unread, inner: inner.result.unread };
}
