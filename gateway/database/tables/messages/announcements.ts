/** Announcements of administrators, and who got them. */

import type { AnnouncementKind, AnnouncementState, Audience } from "contract/announcements/constants";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import { accounts } from "../accounts";
import { counter, moment, now } from "../columns";

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
