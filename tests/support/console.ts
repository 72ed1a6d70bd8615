import { format } from "node:util";

type Level = "error" | "warn";
const levels: Level[] = ["error", "warn"];
const original = { error: console.error, warn: console.warn };

let expected: { level: Level; pattern: RegExp; seen: boolean }[] = [];
let unexpected: string[] = [];

/** Begins to watch console.error and console.warn; called before each test. */
export function watchConsole(): void {
  expected = [];
  unexpected = [];
  for (const level of levels) {
    console[level] = (...values: unknown[]) => {
      const line = format(...values);
      const match = expected.find((one) => one.level === level && one.pattern.test(line));
      if (match) match.seen = true;
      else unexpected.push(`console.${level}: ${line}`);
    };
  }
}

/** Ends the watch and returns the unexpected lines, and the expected lines that never came. */
export function takeUnexpected(): string[] {
  for (const level of levels) console[level] = original[level];
  const missing = expected
    .filter((one) => !one.seen)
    .map((one) => `expected console.${one.level} matching ${one.pattern}, which never came`);
  return [...unexpected, ...missing];
}

/** Tells the watch that this test prints such a line at least once. */
export function expectConsole(level: Level, pattern: RegExp): void {
  expected.push({ level, pattern, seen: false });
}

/** Tells the watch that this test may print such a line. */
export function allowConsole(level: Level, pattern: RegExp): void {
  expected.push({ level, pattern, seen: true });
}
