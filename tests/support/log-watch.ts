import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Collects in one folder of the run what the programs under test log, and the secrets that tests gave them. At the end
 * of the run no secret may be in a log. Without the variable (trial, bench) nothing is collected.
 */
const folder = () => process.env.TEST_LOG_WATCH;

/** Shorter texts occur in logs by chance. */
const shortest = 6;

function append(kind: "log" | "secret", text: string): void {
  const place = folder();
  if (place && existsSync(place)) appendFileSync(join(place, `${kind}-${process.pid}`), `${text}\n`);
}

/** Stores the whole output of a program. */
export function keepLog(output: string): void {
  append("log", output);
}

/** Remembers contacts, passwords, codes, tokens and texts: none of them may be in any log. */
export function keepSecret(kind: string, value: string): void {
  for (const line of value.split(/\r?\n/)) {
    const text = line.trim();
    if (text.length >= shortest) append("secret", JSON.stringify([kind, text.slice(0, 200)]));
  }
}

/** Names of fields that contain personal values. Choices, addresses on the site and page numbers are not personal. */
const privateFields =
  /^(?:account|password|newPassword|again|code|captcha|phone|mobile|email|uuid|title|content|text|description|contact|.*[nN]ame)$/;

/** Remembers the personal values among the fields of a form that a test fills in. */
export function keepTyped(fields: Iterable<[string, unknown]>): void {
  for (const [name, value] of fields)
    if (typeof value === "string" && privateFields.test(name)) keepSecret(name, value);
}

/** Remembers the value of a Set-Cookie header if the cookie gives access to something. */
export function keepCookie(header: string): void {
  const [, name = "", value = ""] = /^([^=;]+)=([^;]*)/.exec(header) ?? [];
  if (/session|csrf/i.test(name)) keepSecret(name, decodeURIComponent(value));
}

/**
 * Lines that contain such values on purpose: the outbox of a portal that can send nothing, and the demo accounts that a
 * start prints.
 */
const onPurpose = /^(?:\{.*"message":")?(?:\[发件箱\] | {2}\S+ {2}密码 \S+ {2})/;

function linesOf(kind: "log" | "secret", place: string): string[] {
  const files = readdirSync(place).filter((name) => name.startsWith(`${kind}-`));
  return files
    .flatMap((name) => readFileSync(join(place, name), "utf8").split("\n"))
    .filter((line) => line !== "");
}

/** The secrets that a log contains, each with its line. */
export function findLeaks(place: string): { secrets: number; lines: number; leaks: string[] } {
  const secrets = [...new Set(linesOf("secret", place))].map((line) => JSON.parse(line) as [string, string]);
  const lines = linesOf("log", place).filter((line) => !onPurpose.test(line));
  const log = lines.join("\n");
  const leaks = secrets.flatMap(([kind, text]) =>
    [...new Set([text, encodeURIComponent(text)])]
      .filter((form) => stands(form, log))
      .map((form) => `${kind} ${JSON.stringify(form)}`),
  );
  return { secrets: secrets.length, lines: lines.length, leaks };
}

/** Whether the text occurs as a whole: a code's digits inside a longer number are another number. */
function stands(text: string, log: string): boolean {
  for (let at = log.indexOf(text); at !== -1; at = log.indexOf(text, at + 1)) {
    const around = [log[at - 1] ?? "", log[at + text.length] ?? ""];
    const [first = "", last = ""] = [text[0], text.at(-1)];
    const inside = (edge: string, beyond: string) => /[0-9a-z]/i.test(edge) && /[0-9a-z]/i.test(beyond);
    if (!inside(first, around[0] ?? "") && !inside(last, around[1] ?? "")) return true;
  }
  return false;
}
