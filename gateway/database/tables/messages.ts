/** Messages from person to person (spec 7.2, inner messages). */
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { counter, moment, now } from "./columns";

/** Two people who write to each other; the one with the smaller id stands first. */
export const conversations = pgTable(
  "conversations",
  {
    id: serial("id").primaryKey(),
    firstId: integer("first_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    secondId: integer("second_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [uniqueIndex("conversations_people").on(table.firstId, table.secondId)],
);

/** A conversation as one of its two people has it. */
export const conversationSides = pgTable(
  "conversation_sides",
  {
    conversationId: integer("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Messages of the other person after `readUpTo`. */
    unread: counter("unread"),
    /** Messages up to this one have been read by this person. */
    readUpTo: integer("read_up_to").notNull().default(0),
    /** The last message: the list's order and what it shows. Null where all were deleted. */
    lastMessageId: integer("last_message_id"),
    lastAt: moment("last_at").notNull().defaultNow(),
    /** Messages up to this one were deleted by this person, for themselves. */
    deletedUpTo: integer("deleted_up_to").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.accountId] }),
    index("conversation_sides_latest").on(table.accountId, table.lastAt.desc(), table.conversationId.desc()),
    index("conversation_sides_unread")
      .on(table.accountId, table.lastAt.desc(), table.conversationId.desc())
      .where(sql`${table.unread} > 0`),
  ],
);

export const innerMessages = pgTable(
  "inner_messages",
  {
    id: serial("id").primaryKey(),
    conversationId: integer("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    senderId: integer("sender_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    /** One form makes one message, however often it is posted. */
    submissionId: text("submission_id"),
    createdAt: now(),
  },
  (table) => [
    index("inner_messages_conversation").on(table.conversationId, table.id.desc()),
    uniqueIndex("inner_messages_submission").on(table.senderId, table.submissionId),
  ],
);

/** Who wants to hear nothing from whom. */
export const blocks = pgTable(
  "blocks",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    blockedId: integer("blocked_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.blockedId] }),
    index("blocks_blocked").on(table.blockedId),
  ],
);

/** A message that its reader reported; moderators see the message as it was. */
export const messageReports = pgTable(
  "message_reports",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    messageId: integer("message_id")
      .notNull()
      .references(() => innerMessages.id, { onDelete: "cascade" }),
    reason: text("reason").notNull(),
    text: text("text").notNull().default(""),
    createdAt: now(),
    closedAt: moment("closed_at"),
    /** The administrator who looked at it, and what came of it. */
    decidedById: integer("decided_by_id").references(() => accounts.id),
    upheld: boolean("upheld"),
    answer: text("answer").notNull().default(""),
  },
  (table) => [
    uniqueIndex("message_reports_open")
      .on(table.accountId, table.messageId)
      .where(sql`${table.closedAt} is null`),
    index("message_reports_waiting").on(table.id).where(sql`${table.closedAt} is null`),
  ],
);
