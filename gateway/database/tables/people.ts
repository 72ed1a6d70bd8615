/** What people do with topics, posts and one another. */
import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, now } from "./columns";
import { accounts } from "./accounts";
import { topics, posts } from "./forum";

export const likes = pgTable(
  "likes",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    postId: integer("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.postId] })],
);

export const favorites = pgTable(
  "favorites",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    topicId: integer("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.topicId] }),
    index("favorites_latest").on(table.accountId, table.createdAt.desc()),
  ],
);

export const follows = pgTable(
  "follows",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["user", "section", "tag"] }).notNull(),
    targetId: integer("target_id").notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.kind, table.targetId] }),
    index("follows_target").on(table.kind, table.targetId, table.createdAt.desc()),
  ],
);

export const drafts = pgTable(
  "drafts",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    target: text("target").notNull(),
    title: text("title").notNull().default(""),
    content: text("content").notNull().default(""),
    savedAt: moment("saved_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("drafts_target").on(table.accountId, table.target)],
);

export const reports = pgTable(
  "reports",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    postId: integer("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    reason: text("reason").notNull(),
    text: text("text").notNull().default(""),
    createdAt: now(),
    closedAt: moment("closed_at"),
  },
  (table) => [uniqueIndex("reports_open").on(table.accountId, table.postId).where(sql`${table.closedAt} is null`)],
);

export const invitations = pgTable(
  "invitations",
  {
    topicId: integer("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    inviterId: integer("inviter_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    inviteeId: integer("invitee_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [primaryKey({ columns: [table.topicId, table.inviterId, table.inviteeId] })],
);

/** What happened to a person: a reply, a mention, an invitation. Read by the message centre; counted in the unread badge. */
export const notifications = pgTable(
  "notifications",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["system", "forum", "inner"] }).notNull(),
    event: text("event").notNull(),
    actorId: integer("actor_id").references(() => accounts.id, { onDelete: "cascade" }),
    topicId: integer("topic_id").references(() => topics.id, { onDelete: "cascade" }),
    postId: integer("post_id").references(() => posts.id, { onDelete: "cascade" }),
    createdAt: now(),
    readAt: moment("read_at"),
  },
  (table) => [
    index("notifications_account").on(table.accountId, table.createdAt.desc()),
    index("notifications_unread").on(table.accountId, table.kind).where(sql`${table.readAt} is null`),
  ],
);
