/** Work that the gateway does by itself: at its times (schedules), and when something asks for it (jobs). */
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, now } from "./columns";

/** When each recurring piece of work is due next; of several processes on one database, one does it. */
export const schedules = pgTable("schedules", {
  name: text("name").primaryKey(),
  nextAt: moment("next_at").notNull(),
  /** Until when the process that claimed it has it for itself; null while unclaimed. */
  claimedUntil: moment("claimed_until"),
});

/** Jobs that wait, run, or were given up; one that is done is deleted. */
export const jobs = pgTable(
  "jobs",
  {
    id: serial("id").primaryKey(),
    kind: text("kind").notNull(),
    /** Of unfinished jobs of a kind with the same key there is one; null where any number may wait. */
    key: text("key"),
    payload: jsonb("payload").notNull(),
    /** How far it is, as the job itself keeps it; null before its first step. */
    progress: jsonb("progress"),
    /** How often it was begun. It is also the claim's number: only the latest may keep progress. */
    tries: integer("tries").notNull().default(0),
    runAt: moment("run_at").notNull(),
    claimedUntil: moment("claimed_until"),
    /** When it was given up. */
    failedAt: moment("failed_at"),
    createdAt: now(),
  },
  (table) => [
    index("jobs_due").on(table.runAt, table.id).where(sql`${table.failedAt} is null`),
    uniqueIndex("jobs_key").on(table.kind, table.key).where(sql`${table.failedAt} is null`),
  ],
);
