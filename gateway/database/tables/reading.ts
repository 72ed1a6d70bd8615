/** The reading progress in topics, and followed and muted topics. */
import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { counter, longId, moment } from "./columns";
import { topics } from "./forum";

/** One row for each topic that a person read, follows or muted. */
export const topicReadings = pgTable(
  "topic_readings",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    topicId: longId("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    /** The highest floor that they saw; 0 without any. It never decreases. */
    floor: counter("floor"),
    /** The topic's `last_reply_at` and `replies` at their last visit. Later replies are new to them. */
    seenAt: moment("seen_at"),
    replies: counter("replies"),
    readAt: moment("read_at").notNull().defaultNow(),
    level: text("level", { enum: ["default", "follow", "mute"] })
      .notNull()
      .default("default"),
    levelAt: moment("level_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.topicId] }),
    index("topic_readings_followers").on(table.topicId).where(sql`${table.level} = 'follow'`),
    index("topic_readings_levels")
      .on(table.accountId, table.level, table.levelAt.desc())
      .where(sql`${table.level} <> 'default'`),
  ],
);

/** The time at which a person marked all topics of a section (0: of all sections) as read. */
export const readMarks = pgTable(
  "read_marks",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    sectionId: integer("section_id").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sectionId] })],
);
