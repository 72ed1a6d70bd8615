import { sqlState } from "./failures";
import type { Database } from "./open";

/** Whether a write failed because a row with the same unique key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === "23505";
}

/**
 * Errors after which the transaction is repeated: deadlock, serialisation failure, and a prepared statement that the
 * connection does not have (the repetition uses none).
 */
const worthRepeating = new Set(["40P01", "40001", "26000", "42P05"]);
const attempts = 5;

/**
 * Runs a transaction, and repeats it after a deadlock or a lost prepared statement. All queries inside must use the
 * given database: PGlite has one connection, so any other query would wait for the transaction for ever.
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
