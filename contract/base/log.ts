/**
 * The product's log: ids, codes, statements and trace ids, but no text typed by a person. Errors of databases, mail
 * servers and parsers may quote their input, so an error is never logged unchanged. Server side only.
 */

const causesMaximum = 5;
const framesMaximum = 12;
const messageMaximum = 300;
const statementMaximum = 1_500;

/** A line of a real stack trace; an error's message may have several lines as well. */
const frame =
  /^\s+at (?:async )?(?:[\w$.<>[\] #]{1,120} \()?(?:file:\/\/|node:|\/|[A-Z]:\\)[^()]{1,300}:\d+:\d+\)?$/;

/** Classes of PostgreSQL errors whose messages contain names of columns, users and reasons, but no values. */
const namesNoValues = /^(?:08|23|25|28|3D|40|42|53|55|57|58)/;

/** Masks texts that may be a contact, a code or a token. */
function masked(text: string): string {
  return text
    .replace(/[^\s<>()"'@:,;]+@[^\s<>()"'@:,;]+/g, "<邮箱>")
    .replace(/(?:\+\d{1,4}[ -]?)?\d{6,}/g, "<数字>")
    .replace(/[\w+/=-]{32,}/g, "<长串>");
}

const property = (value: object, name: string): unknown => (value as Record<string, unknown>)[name];

function words(value: object, names: string[]): string {
  return names
    .map((name) => [name, property(value, name)] as const)
    .filter(([, word]) => typeof word === "string" && /^[\w.-]{1,80}$/.test(word))
    .map(([name, word]) => `${name}=${word}`)
    .join(" ");
}

function messageOf(error: Error): string {
  const statement = property(error, "query");
  // The message of a failed query contains its parameters; drizzle has the statement in a separate property.
  if (typeof statement === "string")
    return `语句 ${statement.replace(/\s+/g, " ").slice(0, statementMaximum)}`;
  const code = property(error, "code");
  const quotes = error.name === "SyntaxError" || error.name.endsWith("ZodError");
  const ofPostgres =
    typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && typeof property(error, "severity") === "string";
  if (quotes || (ofPostgres && !namesNoValues.test(code))) return "（信息里可能有用户填写的内容，不记录）";
  return masked(error.message.split("\n", 1)[0] ?? "").slice(0, messageMaximum);
}

function framesOf({ stack = "", message }: Error): string[] {
  const at = message === "" ? -1 : stack.indexOf(message);
  const lines = (at === -1 ? stack : stack.slice(at + message.length)).split("\n");
  return lines.filter((line) => frame.test(line)).slice(0, framesMaximum);
}

/** An error for the log: names, codes, the statement without parameters, the stack; the same for its causes. */
export function describeError(error: unknown): string {
  const lines: string[] = [];
  let at: unknown = error;
  for (let depth = 0; depth < causesMaximum && at !== undefined && at !== null; depth += 1) {
    if (!(at instanceof Error)) {
      lines.push(
        typeof at === "object"
          ? `（不是 Error）${words(at, ["name", "code", "status"])}`
          : `（不是 Error：${typeof at}）`,
      );
      break;
    }
    const details = words(at, [
      "code",
      "severity",
      "schema",
      "table",
      "column",
      "dataType",
      "constraint",
      "routine",
      "syscall",
      "command",
    ]);
    const head = [masked(at.name).slice(0, 80), details && `[${details}]`].filter(Boolean).join(" ");
    lines.push(`${depth === 0 ? "" : "起因："}${head}：${messageOf(at)}`, ...framesOf(at));
    at = at.cause;
  }
  return lines.join("\n");
}

/** A request's path for the log: without the query and without parts that may be tokens. */
export function loggedPath(address: string): string {
  const path = address.replace(/^[a-z]+:\/\/[^/]+/i, "").split(/[?#]/, 1)[0] ?? "";
  return path.replace(/[^/]{33,}/g, "<长串>").slice(0, 200);
}

/** The format of log lines: for programs that collect them, or for people. */
export type LogFormat = "json" | "text";

/** The fields of a line besides its text: only ids and codes. */
export interface LogFields {
  requestId?: string | undefined;
  method?: string | undefined;
  /** The pattern of the address, such as `/user/:uid`. */
  route?: string | undefined;
  status?: number | undefined;
  ms?: number | undefined;
  /** The id of the account that made the request. */
  account?: number | undefined;
}

/** Shared by all bundles of a thread; each bundle has its own copy of this module. */
const place = globalThis as unknown as Record<symbol, LogFormat | undefined>;
const formatKey = Symbol.for("portal.log-format");

/** Sets the format of this thread's log. Programs started by hand keep the default. */
export function writeLogAs(format: LogFormat): void {
  place[formatKey] = format;
}
/** Whether this thread logs JSON. */
export const logsJson = (): boolean => place[formatKey] === "json";

type Level = "error" | "warn" | "info";

const record = (level: Level, message: string, fields: LogFields, error?: string): string =>
  JSON.stringify({ time: new Date().toISOString(), level, message, ...fields, error });

function write(level: Level, line: string, error?: unknown, fields: LogFields = {}): void {
  const described = error === undefined ? undefined : describeError(error);
  if (logsJson()) console[level](record(level, line, fields, described));
  else console[level](described === undefined ? line : `${line} ${described}`);
}

/**
 * Logs a failure that somebody must look at.
 * @param line our own words, ids and codes
 * @param error is made safe here
 * @param fields fields of a JSON line; in a text line, `line` has them
 */
export function logError(line: string, error?: unknown, fields?: LogFields): void {
  write("error", line, error, fields);
}

/** Logs a failure that recovers by itself. */
export function logWarning(line: string, error?: unknown, fields?: LogFields): void {
  write("warn", line, error, fields);
}

/** Logs normal operation. */
export function logInfo(line: string): void {
  write("info", line);
}

let requestLines: string[] = [];

/** Logs an answered request. Lines of one turn of the event loop are written together. */
export function logRequest(fields: LogFields): void {
  const { method, route, status, ms, account, requestId } = fields;
  const line = logsJson()
    ? record("info", "request", fields)
    : `${method} ${route} ${status} ${ms} ms${account ? ` 账号 ${account}` : ""} 跟踪号 ${requestId}`;
  if (requestLines.length === 0)
    setImmediate(() => {
      console.info(requestLines.join("\n"));
      requestLines = [];
    });
  requestLines.push(line);
}
