/** What a failed statement says of the database: which of its errors are nobody's fault and pass. */

function* causesOf(error: unknown): Generator<object> {
  for (let at = error, depth = 0; typeof at === "object" && at !== null && depth < 10; depth += 1) {
    yield at;
    at = "cause" in at ? at.cause : null;
  }
}

/** PostgreSQL's own code of a failure, wherever the driver's error is wrapped; null for any other error. */
export function sqlState(error: unknown): string | null {
  for (const at of causesOf(error)) {
    // The system's codes, such as EPIPE, can have five letters too.
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
/** What node-postgres and PGlite say in words alone. */
const lostWords =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|PGlite is clos)/;

/**
 * 08: connection; 57P: the server is going down, coming up or has dropped the session; 25P03: a transaction
 * that idled too long.
 */
const lostStates = /^(?:08|57P|25P03)/;
/**
 * 53: no room, no memory, too many connections; a statement or a lock took too long; the server only reads
 * for now; a prepared statement was another connection's.
 */
const busyStates = /^(?:53|57014|55P03|25006|26000|42P05)/;

/** Whether a prepared statement is not there, or another is under its name: the connection is not ours alone. */
export const isStatementLost = (error: unknown): boolean => /^(?:26000|42P05)/.test(sqlState(error) ?? "");

/** Whether a write came to a server that takes none, such as a primary of before. */
export const isOnlyReading = (error: unknown): boolean => sqlState(error) === "25006";

/** Whether the connection to the database is gone, or cannot be had: it is not to be used again. */
export function isConnectionLost(error: unknown): boolean {
  if (lostStates.test(sqlState(error) ?? "")) return true;
  for (const at of causesOf(error)) {
    if ("syscall" in at && "code" in at && unreachable.has(String(at.code))) return true;
    if (at instanceof Error && lostWords.test(at.message)) return true;
    // One attempt for each address of a name.
    if (at instanceof AggregateError && at.errors.some(isConnectionLost)) return true;
  }
  return false;
}

/** Whether the database could not answer for now: the same request is worth trying again later. */
export function isDatabaseAway(error: unknown): boolean {
  return isConnectionLost(error) || busyStates.test(sqlState(error) ?? "");
}
