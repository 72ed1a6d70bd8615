import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";

/** The PostgreSQL advisory lock of loads: one at a time, and none while a piece of content is edited in the browser. */
const loadLock = 7_261_003;

/** Waits for other loads and for edits in the browser, until the transaction ends. */
export const lockLoads = (database: Database) =>
  database.execute(sql`select pg_advisory_xact_lock(${loadLock})`);

/** Waits for a load that writes, until the transaction ends; edits do not wait for each other. */
export const lockOutLoads = (database: Database) =>
  database.execute(sql`select pg_advisory_xact_lock_shared(${loadLock})`);

/** The lock of the tree of classes and its products, which are checked against each other. */
const catalogueLock = 7_261_005;

/** Waits for others who publish products and classes, until the transaction ends: what was checked stays so. */
export const lockCatalogue = (database: Database) =>
  database.execute(sql`select pg_advisory_xact_lock(${catalogueLock})`);
