/** Messages from person to person (spec 7.2, inner messages), and announcements of administrators with who got them. */
import type { AnnouncementKind, AnnouncementState, Audience } from "contract/announcements/constants";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { counter, longId, longSerial, moment, now } from "./columns";

/** Conversations of two people; the smaller id comes first. */
export const conversations = pgTable(
  "conversations",
  {
    id: longSerial("id").primaryKey(),
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

/** The state of a conversation for each of its two people. */
export const conversationSides = pgTable(
  "conversation_sides",
  {
    conversationId: longId("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The number of messages from the other person after `readUpTo`. */
    unread: counter("unread"),
    /** The last message that this person has read. */
    readUpTo: longId("read_up_to").notNull().default(0),
    /** The last message, which the list shows. Null when this person deleted all. */
    lastMessageId: longId("last_message_id"),
    lastAt: moment("last_at").notNull().defaultNow(),
    /** This person deleted, for themselves, all messages up to this one. */
    deletedUpTo: longId("deleted_up_to").notNull().default(0),
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
    id: longSerial("id").primaryKey(),
    conversationId: longId("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    senderId: integer("sender_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    /** The id of the form, so that posting it twice writes one message. */
    submissionId: text("submission_id"),
    createdAt: now(),
  },
  (table) => [
    index("inner_messages_conversation").on(table.conversationId, table.id.desc()),
    uniqueIndex("inner_messages_submission").on(table.senderId, table.submissionId),
  ],
);

/** People whom a person blocked. */
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

/** Reported messages, with a copy of the text for moderators. */
export const messageReports = pgTable(
  "message_reports",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    messageId: longId("message_id")
      .notNull()
      .references(() => innerMessages.id, { onDelete: "cascade" }),
    reason: text("reason").notNull(),
    text: text("text").notNull().default(""),
    createdAt: now(),
    closedAt: moment("closed_at"),
    /** The administrator who decided; `upheld` is the decision. */
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

/** What administrators wrote to a part of the members. */
export const announcements = pgTable(
  "announcements",
  {
    id: serial("id").primaryKey(),
    kind: text("kind").$type<AnnouncementKind>().notNull(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    /** A path of this site; empty for none. */
    link: text("link").notNull().default(""),
    /** `self` for a test, which only its author gets and no list shows. */
    audience: text("audience").$type<Audience | "self">().notNull(),
    /** The product, tag, section, activity or course, and its name at that time. */
    targetId: integer("target_id"),
    targetName: text("target_name").notNull().default(""),
    byMail: boolean("by_mail").notNull().default(false),
    /** Nobody gets a message: it is only a banner. */
    bannerOnly: boolean("banner_only").notNull().default(false),
    /** Until when its banner stands above the pages of its audience; null without one. */
    bannerUntil: moment("banner_until"),
    /** Stands for the banner in visitors' cookies. */
    bannerSlot: integer("banner_slot").notNull().default(0),
    sendAt: moment("send_at").notNull(),
    state: text("state").$type<AnnouncementState>().notNull().default("waiting"),
    byId: integer("by_id").references(() => accounts.id, { onDelete: "set null" }),
    /** The id of the form, so that posting it twice makes one announcement. */
    submissionId: text("submission_id").unique(),
    /** Messages that were put into inboxes, and mails that were asked for. */
    sent: counter("sent"),
    mails: counter("mails"),
    createdAt: now(),
    finishedAt: moment("finished_at"),
  },
  (table) => [index("announcements_latest").on(table.id.desc()).where(sql`${table.audience} <> 'self'`)],
);

/** Members who closed a banner. */
export const closedBanners = pgTable(
  "closed_banners",
  {
    announcementId: integer("announcement_id")
      .notNull()
      .references(() => announcements.id, { onDelete: "cascade" }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.accountId] }),
    index("closed_banners_account").on(table.accountId),
  ],
);

/** Who got an announcement, once each, and what became of the mail; null without one. */
export const announcementRecipients = pgTable(
  "announcement_recipients",
  {
    announcementId: integer("announcement_id")
      .notNull()
      .references(() => announcements.id, { onDelete: "cascade" }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    mail: text("mail", { enum: ["waiting", "sent", "failed"] }),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.accountId] }),
    index("announcement_recipients_account").on(table.accountId),
  ],
);
