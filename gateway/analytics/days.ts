import { addTime } from "contract/base/time";
import { type SQL, sql } from "drizzle-orm";
import { sqlState } from "../database/failures";
import type { Database } from "../database/open";
import { transact } from "../database/transact";

/** The number of days for which partitions exist before they begin. */
const daysAhead = 7;

/**
 * Calls a function of the migrations that adds or drops partitions. It needs the table for itself, so it waits two
 * seconds at most; otherwise the next run does its work.
 */
async function callUnlessBusy(database: Database, statement: SQL): Promise<void> {
  try {
    await transact(database, (inside) => inside.execute(statement));
  } catch (error) {
    if (sqlState(error) !== "55P03") throw error;
  }
}

/** Makes the partitions of the events' next days. Events of a day without one are stored all the same. */
export const addEventDays = (database: Database, now: Date): Promise<void> =>
  callUnlessBusy(database, sql`select add_event_days(${now.toISOString()}::timestamptz, ${daysAhead}::int)`);

/**
 * Drops each day that begins before `time`, and each day with no event later than the event `last`. A day stays while
 * the sums do not include all of its events.
 */
export function dropEventDays(database: Database, time: Date, last: number | null): Promise<void> {
  const end = addTime(time, 1, "day").toISOString();
  return callUnlessBusy(database, sql`select drop_event_days(${end}::timestamptz, ${last ?? 0}::bigint)`);
}
