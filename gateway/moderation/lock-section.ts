import { sql } from "drizzle-orm";
import type { Database } from "../database/open";

const lockSpace = 1_502;

/**
 * Changes of one section wait for each other; what is posted in it does not wait for them. Taken before any topic of
 * the section is locked, as whoever has it may go on to change the section's topics.
 */
export async function lockSection(database: Database, fid: number): Promise<void> {
  await database.execute(sql`select pg_advisory_xact_lock(${lockSpace}, ${fid})`);
}
