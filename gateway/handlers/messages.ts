import { accountOf, type Handlers } from "../context";
import { conversationList, readAllConversations } from "../messages/conversations";
import { noticeList, readNotices } from "../messages/notices";
import { unreadOf } from "../messages/unread";

/** What people are told of, and its counters (spec 7.2, Messages). */
export const messageHandlers = {
  async queryDcmMessageByUser(request, context) {
    const { id } = accountOf(context);
    if (request.type === "inner") return { notices: [], ...(await conversationList(context.database, id, request)) };
    return { conversations: [], ...(await noticeList(context.database, id, request)) };
  },

  async updateReadMessage(request, context) {
    const { id } = accountOf(context);
    // Conversations have no notices: only what names neither one nor an event is about them too.
    const isAboutNotices = request.id !== undefined || request.event !== undefined;
    if (request.type !== "inner") await readNotices(context.database, id, request, context.now());
    if (!isAboutNotices && (request.type === undefined || request.type === "inner")) await readAllConversations(context.database, id);
    return { success: true };
  },

  async queryUnreadCount(_request, context) {
    return { data: { result: await unreadOf(context.database, accountOf(context), "system") } };
  },

  async systemMessageCount(_request, context) {
    return { result: { unread: await unreadOf(context.database, accountOf(context), "forum") } };
  },

  async innerMessageCount(_request, context) {
    return { result: { unread: await unreadOf(context.database, accountOf(context), "inner") } };
  },
} satisfies Handlers<"queryDcmMessageByUser" | "updateReadMessage" | "queryUnreadCount" | "systemMessageCount" | "innerMessageCount">;
