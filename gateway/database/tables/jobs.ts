/** Work that the gateway does by itself, now and then. */
import { pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/** When each job is due next, and who is at it: of several processes on one database, one does it. */
export const jobs = pgTable("jobs", {
  name: text("name").primaryKey(),
  nextAt: moment("next_at").notNull(),
  /** Until when the process that took the job has it for itself; null while nobody is at it. */
  claimedUntil: moment("claimed_until"),
});
