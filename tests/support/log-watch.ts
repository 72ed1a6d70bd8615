import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What the programs under test log, and what tests told them in confidence, side by side in one folder of the
 * run: at its end nothing of the one may be found in the other. Without the variable (trial, bench) nothing
 * is kept.
 */
const folder = () => process.env.TEST_LOG_WATCH;

/** Shorter things are found anywhere by chance. */
const shortest = 6;

function append(kind: "log" | "secret", text: string): void {
  const place = folder();
  if (place && existsSync(place)) appendFileSync(join(place, `${kind}-${process.pid}`), `${text}\n`);
}

/** Keeps what a program has written, to its end. */
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

/**
 * Names of fields whose values are somebody's own. Choices, addresses on the site and page numbers are not.
 */
const privateFields =
  /^(?:account|password|newPassword|again|code|captcha|phone|mobile|email|uuid|title|content|text|description|contact|.*[nN]ame)$/;

/** Remembers what is private of the fields of a form that a test fills in. */
export function keepTyped(fields: Iterable<[string, unknown]>): void {
  for (const [name, value] of fields)
    if (typeof value === "string" && privateFields.test(name)) keepSecret(name, value);
}

/** Cookies that are a key to something, as a Set-Cookie header has them. */
export function keepCookie(header: string): void {
  const [, name = "", value = ""] = /^([^=;]+)=([^;]*)/.exec(header) ?? [];
  if (/session|csrf/i.test(name)) keepSecret(name, decodeURIComponent(value));
}

/**
 * Lines that show such things on purpose: the outbox of a portal that can send nothing, and
 * the demo accounts that a start names.
 */
const onPurpose = /^(?:\{.*"message":")?(?:\[发件箱\] | {2}\S+ {2}密码 \S+ {2})/;

function linesOf(kind: "log" | "secret", place: string): string[] {
  const files = readdirSync(place).filter((name) => name.startsWith(`${kind}-`));
  return files
    .flatMap((name) => readFileSync(join(place, name), "utf8").split("\n"))
    .filter((line) => line !== "");
}

/** What was told in confidence and stands in a log, each with the line. */
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

/** Whether it stands there by itself: a code's digits inside a longer number are another number. */
function stands(text: string, log: string): boolean {
  for (let at = log.indexOf(text); at !== -1; at = log.indexOf(text, at + 1)) {
    const around = [log[at - 1] ?? "", log[at + text.length] ?? ""];
    const [first = "", last = ""] = [text[0], text.at(-1)];
    const inside = (edge: string, beyond: string) => /[0-9a-z]/i.test(edge) && /[0-9a-z]/i.test(beyond);
    if (!inside(first, around[0] ?? "") && !inside(last, around[1] ?? "")) return true;
  }
  return false;
}
