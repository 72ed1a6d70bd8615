/** Usage events from browsers (spec 7.3), and their sums. None of these tables stores network addresses. */
import type { UsageKind, UsageMeasure, UsageSource } from "contract/analytics/constants";
import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  date,
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

/**
 * Sums of what people did with one thing on one day (Beijing time), without staff and robots: `kind` names the kind of
 * thing, `key` its id, empty for all of the kind; a search's key is its folded text. `people` is how many different
 * browsers did it at least, and stops at 5: then a number may be shown. `marks` are keyed hashes of these browsers, each
 * of one thing only; they are gone once there are five, or after 90 days.
 */
export const usageDays = pgTable(
  "usage_days",
  {
    day: date("day", { mode: "string" }).notNull(),
    kind: text("kind").$type<UsageKind>().notNull(),
    key: text("key").notNull(),
    measure: text("measure").$type<UsageMeasure>().notNull(),
    source: text("source").$type<UsageSource>().notNull(),
    amount: bigint("amount", { mode: "number" }).notNull(),
    people: integer("people").notNull(),
    marks: text("marks").array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key, table.day, table.measure, table.source] }),
    index("usage_days_day").on(table.kind, table.day),
    index("usage_days_marked").on(table.day).where(sql`${table.marks} <> '{}'`),
  ],
);
