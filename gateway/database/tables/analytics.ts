/** Usage events as browsers reported them (spec 7.3), and their sums. No network address stands in any of these. */
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

/** Batches that arrived: each counts once. */
export const analyticsBatches = pgTable(
  "analytics_batches",
  { id: text("id").primaryKey(), createdAt: now() },
  (table) => [index("analytics_batches_age").on(table.createdAt)],
);

export const analyticsEvents = pgTable(
  "analytics_events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    code: text("code").notNull(),
    page: text("page").notNull(),
    /** What the event's code has (contract/analytics/events.ts). */
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    sessionId: text("session_id").notNull(),
    anonymousId: text("anonymous_id").notNull(),
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    /** By the browser's clock. */
    eventAt: moment("event_at").notNull(),
    /** Whether it stands in the hourly sums. */
    summed: boolean("summed").notNull().default(false),
    createdAt: now(),
  },
  (table) => [
    index("analytics_events_unsummed").on(table.id).where(sql`not ${table.summed}`),
    index("analytics_events_age").on(table.createdAt),
    index("analytics_events_page").on(table.page, table.code, table.createdAt),
    index("analytics_events_account").on(table.accountId),
  ],
);

/** What a whole hour came to: `kind` says of what, `key` of which. */
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
