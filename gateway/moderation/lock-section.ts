import { sql } from "drizzle-orm";
import type { Database } from "../database/open";

const lockSpace = 1_502;

/**
 * Makes changes of one section wait for each other; posts in it do not wait. Take this lock before any topic of the
 * section is locked, because its holder may go on to change the section's topics.
 */
export async function lockSection(database: Database, fid: number): Promise<void> {
  await database.execute(sql`select pg_advisory_xact_lock(${lockSpace}, ${fid})`);
}
