/** Notices and private messages, and the settings of notices (spec 7.2, Messages). */

import type { messageCalls } from "contract/messages/calls";
import { blocksMax } from "contract/messages/constants";
import { type MutableEvent, mutableEvents } from "contract/messages/events";
import { and, desc, eq, gt } from "drizzle-orm";
import { accounts, blocks, conversationSides, innerMessages, messageReports } from "../database/schema";
import { transact } from "../database/transact";
import { personColumns, toPerson } from "../people/cards";
import { checkFields } from "../sensitive-words/check-fields";
import { type Account, accountOf, type CallContext, type HandlersOf } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { setBlock } from "./block-person";
import {
  conversationList,
  conversationPage,
  deleteSide,
  otherPerson,
  readAllConversations,
  readConversation,
} from "./conversations";
import { noticeList, readNotices } from "./notices";
import { sendMessage } from "./send";
import { unreadOf } from "./unread";

/**
 * A message that the caller received and has not deleted; any other counts as missing. Throws MESSAGE_NOT_FOUND, and
 * CANNOT_REPORT_OWN for the caller's own.
 */
async function receivedMessage(context: CallContext, id: number): Promise<number> {
  const { id: accountId } = accountOf(context);
  const [row] = await context.database
    .select({ id: innerMessages.id, senderId: innerMessages.senderId })
    .from(innerMessages)
    .innerJoin(
      conversationSides,
      and(
        eq(conversationSides.conversationId, innerMessages.conversationId),
        eq(conversationSides.accountId, accountId),
      ),
    )
    .where(and(eq(innerMessages.id, id), gt(innerMessages.id, conversationSides.deletedUpTo)))
    .limit(1);
  const message = found(row, "MESSAGE_NOT_FOUND");
  if (message.senderId === accountId) throw new Refusal("CANNOT_REPORT_OWN");
  return message.id;
}

function settingsOf({ mutedNotices, digest, email }: Pick<Account, "mutedNotices" | "digest" | "email">) {
  return {
    muted: mutableEvents.filter((event) => mutedNotices.includes(event)) as MutableEvent[],
    digest,
    email,
  };
}

export const messageHandlers = {
  async queryDcmMessageByUser(request, context) {
    const { id } = accountOf(context);
    if (request.type === "inner")
      return { notices: [], ...(await conversationList(context.database, id, request)) };
    return {
      conversations: [],
      ...(await noticeList(context.database, id, request, {
        now: context.now(),
        reader: context.caller,
      })),
    };
  },

  async updateReadMessage(request, context) {
    const { id } = accountOf(context);
    // Private messages have no notices, so a request with a notice's id or an event does not concern conversations.
    const isAboutNotices = request.id !== undefined || request.event !== undefined;
    if (request.type !== "inner") await readNotices(context.database, id, request, context.now());
    if (!isAboutNotices && (request.type === undefined || request.type === "inner"))
      await readAllConversations(context.database, id);
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

  sendInnerMessage: (request, context) => sendMessage(context, accountOf(context).id, request),

  innerMessages: (request, context) => conversationPage(context.database, accountOf(context).id, request),

  async readInnerMessages({ uid, upTo }, context) {
    const { id } = accountOf(context);
    await otherPerson(context.database, id, uid);
    await transact(context.database, (database) => readConversation(database, id, uid, upTo));
    return { success: true };
  },

  async reportInnerMessage({ id, reason, text }, context) {
    const messageId = await receivedMessage(context, id);
    const { texts } = await checkFields(context, { text: { value: text, strictness: "report" } });
    const [row] = await context.database
      .insert(messageReports)
      .values({
        accountId: accountOf(context).id,
        messageId,
        reason,
        text: texts.text[0] ?? "",
        createdAt: context.now(),
      })
      .onConflictDoNothing()
      .returning({ id: messageReports.id });
    return found(row, "ALREADY_REPORTED");
  },

  async deleteConversation({ uid }, context) {
    const { id } = accountOf(context);
    await otherPerson(context.database, id, uid);
    await transact(context.database, (database) => deleteSide(database, id, uid));
    return { success: true };
  },

  blockUser: ({ uid }, context) => setBlock(context, uid, true),

  unblockUser: ({ uid }, context) => setBlock(context, uid, false),

  async blockList(_request, context) {
    const rows = await context.database
      .select({ ...personColumns, at: blocks.createdAt })
      .from(blocks)
      .innerJoin(accounts, eq(accounts.id, blocks.blockedId))
      .where(eq(blocks.accountId, accountOf(context).id))
      .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
      .limit(blocksMax);
    return { people: rows.map(({ at, ...row }) => ({ ...toPerson(row), blockedAt: at.toISOString() })) };
  },

  async noticeSettings(_request, context) {
    return settingsOf(accountOf(context));
  },

  async saveNoticeSettings({ muted, of = [...mutableEvents], digest: wanted }, context) {
    const { id, email } = accountOf(context);
    if (wanted !== undefined && wanted !== "off" && email === null) throw new Refusal("EMAIL_NOT_BOUND");
    return transact(context.database, async (database) => {
      // The link of a mail declines too, at any time.
      const [row] = await database
        .select({ mutedNotices: accounts.mutedNotices, digest: accounts.digest })
        .from(accounts)
        .where(eq(accounts.id, id))
        .for("update");
      const account = found(row, "SERVER_ERROR");
      const digest = wanted ?? account.digest;
      // The first digest is sent a day or a week after it was turned on, and covers the time since then.
      const started = digest !== "off" && digest !== account.digest ? { digestSentAt: context.now() } : {};
      const decided = new Set<string>(of);
      const mutedNotices = [
        ...account.mutedNotices.filter((event) => !decided.has(event)),
        ...new Set(muted.filter((event) => decided.has(event))),
      ];
      await database
        .update(accounts)
        .set({ mutedNotices, digest, ...started })
        .where(eq(accounts.id, id));
      return settingsOf({ mutedNotices, digest, email });
    });
  },
} satisfies HandlersOf<typeof messageCalls>;
