/** Background work of the gateway: recurring work (schedules), and single jobs. */
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { longSerial, moment, now } from "./columns";

/** The next due time of each recurring piece of work. Only one of several processes does it. */
export const schedules = pgTable("schedules", {
  name: text("name").primaryKey(),
  nextAt: moment("next_at").notNull(),
  /** The end of a process's claim; null while unclaimed. */
  claimedUntil: moment("claimed_until"),
});

/** Jobs that are waiting, running, or failed. A finished job is deleted. */
export const jobs = pgTable(
  "jobs",
  {
    id: longSerial("id").primaryKey(),
    kind: text("kind").notNull(),
    /** A kind has at most one unfinished job with the same key; null for kinds without this limit. */
    key: text("key"),
    payload: jsonb("payload").notNull(),
    /** The progress that the job stores; null before its first step. */
    progress: jsonb("progress"),
    /** The number of starts. It also identifies the claim: only the latest start may store progress. */
    tries: integer("tries").notNull().default(0),
    runAt: moment("run_at").notNull(),
    claimedUntil: moment("claimed_until"),
    /** The time of the final failure. */
    failedAt: moment("failed_at"),
    createdAt: now(),
  },
  (table) => [
    index("jobs_due").on(table.runAt, table.id).where(sql`${table.failedAt} is null`),
    uniqueIndex("jobs_key").on(table.kind, table.key).where(sql`${table.failedAt} is null`),
  ],
);
