import { DrizzleQueryError } from "drizzle-orm";

/** Classifies database errors: which of them are temporary. */

/** No connection to the database could be made. Its cause looks like that of any other server. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super("No connection to the database", { cause });
  }
}

function* causesOf(error: unknown): Generator<object> {
  for (let at = error, depth = 0; typeof at === "object" && at !== null && depth < 10; depth += 1) {
    yield at;
    at = "cause" in at ? at.cause : null;
  }
}

/** PostgreSQL's code of an error, also of a wrapped one; null for any other error. */
export function sqlState(error: unknown): string | null {
  for (const at of causesOf(error)) {
    // Codes of the operating system, such as EPIPE, can have five letters too.
    if ("code" in at && typeof at.code === "string" && /^[0-9A-Z]{5}$/.test(at.code) && !("syscall" in at))
      return at.code;
  }
  return null;
}

const unreachable = new Set([
  ...[
    "ECONNREFUSED",
    "ECONNRESET",
    "ECONNABORTED",
    "EPIPE",
    "ETIMEDOUT",
    "EHOSTUNREACH",
    "EHOSTDOWN",
    "ENETUNREACH",
  ],
  ...["ENETDOWN", "ENOTFOUND", "EAI_AGAIN", "ENOENT"],
]);
/** Messages of node-postgres and PGlite errors that have no code. */
const lostWords =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|PGlite is clos)/;

/**
 * 08: connection; 57P: the server stops, starts or ended the session; 25P03: a transaction was idle for too long.
 */
const lostStates = /^(?:08|57P|25P03)/;
/**
 * 53: no disk space, no memory, too many connections; 57014, 55P03: a statement or a lock took too long; 25006: the
 * server is read-only; 26000, 42P05: a prepared statement belongs to another connection.
 */
const busyStates = /^(?:53|57014|55P03|25006|26000|42P05)/;

/** Whether a prepared statement is missing, or its name is in use. Then a pooler shares the connection. */
export const isStatementLost = (error: unknown): boolean => /^(?:26000|42P05)/.test(sqlState(error) ?? "");

/** Whether a write reached a read-only server, such as a former primary. */
export const isOnlyReading = (error: unknown): boolean => sqlState(error) === "25006";

/** Whether the connection to the database is lost or could not be made. It must not be used again. */
export function isConnectionLost(error: unknown): boolean {
  if (lostStates.test(sqlState(error) ?? "")) return true;
  for (const at of causesOf(error)) {
    if ("syscall" in at && "code" in at && unreachable.has(String(at.code))) return true;
    if (at instanceof Error && lostWords.test(at.message)) return true;
    // An AggregateError has one error for each address of a host name.
    if (at instanceof AggregateError && at.errors.some(isConnectionLost)) return true;
  }
  return false;
}

/** Whether it is the database, and no other server, whose connection is lost or that became read-only. */
export function isOwnDatabaseLost(error: unknown): boolean {
  if (!isConnectionLost(error) && !isOnlyReading(error)) return false;
  return [...causesOf(error)].some(
    (at) => at instanceof DrizzleQueryError || at instanceof DatabaseUnreachable,
  );
}

/** Whether the database is temporarily unavailable, so that a later retry makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  return isConnectionLost(error) || busyStates.test(sqlState(error) ?? "");
}
