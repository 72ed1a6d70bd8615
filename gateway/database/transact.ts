import { sqlState } from "./failures";
import type { Database } from "./open";

/** Whether a write failed because a row with that unique key is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === "23505";
}

/**
 * Deadlock and serialisation failure: PostgreSQL gave up one of two writes that waited for each other. And a prepared
 * statement that another connection has: none is used the second time.
 */
const worthRepeating = new Set(["40P01", "40001", "26000", "42P05"]);
const attempts = 5;

/**
 * Runs a transaction, again when it lost a deadlock or a prepared statement. Inside, everything goes through the given database:
 * PGlite has one connection, and a query past the transaction would wait for it for ever.
 */
export async function transact<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (attempt === attempts || !worthRepeating.has(sqlState(error) ?? "")) throw error;
    }
  }
}
