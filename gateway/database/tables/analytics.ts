/** Usage events from browsers (spec 7.3), and their sums. None of these tables stores network addresses. */
import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { moment, now } from "./columns";

/** Received batches, so that each counts once. */
export const analyticsBatches = pgTable(
  "analytics_batches",
  { id: text("id").primaryKey(), createdAt: now() },
  (table) => [index("analytics_batches_age").on(table.createdAt)],
);

/**
 * The events, in one partition for each day (UTC) by the time of their arrival, so that a day is removed by dropping it.
 * Migration 0008 makes the partitions and the functions that add and drop them; Drizzle describes the whole table.
 */
export const analyticsEvents = pgTable(
  "analytics_events",
  {
    id: bigserial("id", { mode: "number" }).notNull(),
    code: text("code").notNull(),
    page: text("page").notNull(),
    /** The fields of the event's code (contract/analytics/events.ts). */
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    sessionId: text("session_id").notNull(),
    anonymousId: text("anonymous_id").notNull(),
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    /** The time by the browser's clock. */
    eventAt: moment("event_at").notNull(),
    /** Whether the hourly sums include it. */
    summed: boolean("summed").notNull().default(false),
    createdAt: now(),
  },
  (table) => [
    // The key of a partitioned table contains the column that decides the partition.
    primaryKey({ columns: [table.id, table.createdAt] }),
    index("analytics_events_unsummed").on(table.id).where(sql`not ${table.summed}`),
    index("analytics_events_age").on(table.createdAt),
    index("analytics_events_page").on(table.page, table.code, table.createdAt),
    index("analytics_events_account").on(table.accountId),
  ],
);

/** The sums of complete hours: `kind` names the measure, `key` the measured item. */
export const analyticsHours = pgTable(
  "analytics_hours",
  {
    hour: moment("hour").notNull(),
    kind: text("kind", {
      enum: ["visit", "view", "stay", "click", "seen", "ad", "source", "vital"],
    }).notNull(),
    key: text("key").notNull(),
    amount: bigint("amount", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.kind, table.key] })],
);
