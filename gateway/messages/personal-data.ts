import { and, asc, eq, gt, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../database/open";
import {
  accounts,
  blocks,
  conversationSides,
  conversations,
  innerMessages,
  messageReports,
  notifications,
} from "../database/schema";
import { type PersonalData, rowsAtOnce, stretches } from "../server/personal-data";

function noticesOf(database: Database, accountId: number) {
  const {
    id,
    kind,
    event,
    actorId,
    actors,
    topicId,
    postId,
    createdAt,
    readAt,
    accountId: owner,
  } = notifications;
  return stretches((after) =>
    database
      .select({
        id,
        kind,
        event,
        actorId,
        actorName: accounts.nickname,
        actors,
        topicId,
        postId,
        createdAt,
        readAt,
      })
      .from(notifications)
      .leftJoin(accounts, eq(accounts.id, actorId))
      .where(and(eq(owner, accountId), gt(id, after)))
      .orderBy(asc(id))
      .limit(rowsAtOnce),
  );
}

/** The messages that the person wrote; messages to them belong to their authors. */
function sentMessages(database: Database, accountId: number) {
  const otherId = sql<number>`case when ${conversations.firstId} = ${accountId} then ${conversations.secondId} else ${conversations.firstId} end`;
  return stretches((after) =>
    database
      .select({
        id: innerMessages.id,
        toId: otherId,
        toName: accounts.nickname,
        text: innerMessages.text,
        createdAt: innerMessages.createdAt,
      })
      .from(innerMessages)
      .innerJoin(conversations, eq(conversations.id, innerMessages.conversationId))
      .innerJoin(accounts, eq(accounts.id, otherId))
      .where(and(eq(innerMessages.senderId, accountId), gt(innerMessages.id, after)))
      .orderBy(asc(innerMessages.id))
      .limit(rowsAtOnce),
  );
}

/** Deletes the messages that the person wrote, except those with an open report; the others keep their own messages. */
async function eraseMessages(database: Database, id: number): Promise<number> {
  const openReport = database
    .select({ id: messageReports.id })
    .from(messageReports)
    .where(and(eq(messageReports.messageId, innerMessages.id), isNull(messageReports.closedAt)));
  const deleted = await database
    .delete(innerMessages)
    .where(and(eq(innerMessages.senderId, id), notExists(openReport)))
    .returning({ id: innerMessages.id });
  await database.delete(conversationSides).where(eq(conversationSides.accountId, id));
  const mine = or(eq(conversations.firstId, id), eq(conversations.secondId, id));
  const remaining = alias(innerMessages, "remaining");
  await database
    .delete(conversations)
    .where(
      and(
        mine,
        notExists(
          database
            .select({ id: remaining.id })
            .from(remaining)
            .where(eq(remaining.conversationId, conversations.id)),
        ),
      ),
    );
  const ownConversations = database.select({ id: conversations.id }).from(conversations).where(mine);
  const visible = sql`from ${innerMessages} where ${innerMessages.conversationId} = ${conversationSides.conversationId} and ${innerMessages.id} > ${conversationSides.deletedUpTo}`;
  await database
    .update(conversationSides)
    .set({
      lastMessageId: sql`(select max(${innerMessages.id}) ${visible})`,
      unread: sql`(select count(*)::int ${visible} and ${innerMessages.id} > ${conversationSides.readUpTo} and ${innerMessages.senderId} <> ${conversationSides.accountId})`,
    })
    .where(inArray(conversationSides.conversationId, ownConversations));
  return deleted.length;
}

export const messagesPersonalData: PersonalData = {
  files: {
    "blocks.json": {
      about: "屏蔽的人",
      read: (database, { id }) =>
        database
          .select({ uid: blocks.blockedId, name: accounts.nickname, since: blocks.createdAt })
          .from(blocks)
          .innerJoin(accounts, eq(accounts.id, blocks.blockedId))
          .where(eq(blocks.accountId, id)),
    },
    "notifications.json": { about: "收到的通知", read: (database, { id }) => noticesOf(database, id) },
    "messages.json": {
      about: "你发出的私信。别人写给你的私信是对方的内容，不在这里",
      read: (database, { id }) => sentMessages(database, id),
    },
  },
  async erase(database, { id }) {
    const notices = await database.delete(notifications).where(eq(notifications.accountId, id)).returning();
    const either = or(eq(blocks.accountId, id), eq(blocks.blockedId, id));
    const blocked = await database.delete(blocks).where(either).returning();
    const messages = await eraseMessages(database, id);
    return { notifications: notices.length, blocks: blocked.length, messages };
  },
};
