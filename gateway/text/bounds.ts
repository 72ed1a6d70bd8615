import { createContext, Script } from "node:vm";

/** Deeper nesting than anyone reads, and the depth from which parsing costs more than the text is worth. */
const nestingMaximum = 20;
const linesMaximum = 6_000;
/** Characters that Markdown pairs up, in one paragraph: pairing costs the square of their number. */
const pairsMaximum = 2_000;
const columnsMaximum = 200;
/** Milliseconds that rendering one text may take; an honest long one takes a tenth of it, and has room on a busy machine. */
const timeMaximum = 2_000;

const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;
const container = />|[-+*](?=[ \t])|\d[.)]/g;
/** `- - - -` is a line across the page and not a list in a list. */
const rule = /^[ \t]*([-*])(?:[ \t]*\1)+[ \t]*$/;
const fence = /^[ \t>]*(`{3,}|~{3,})/;

/** Whether a text is built to be slow to parse: nested beyond sense, or all brackets and stars. Costs one pass. */
export function isHostile(source: string): boolean {
  const lines = source.split("\n", linesMaximum + 1);
  if (lines.length > linesMaximum) return true;
  let pairs = 0;
  let open = "";
  for (const line of lines) {
    const mark = fence.exec(line)?.[1] ?? "";
    if (mark && (!open || mark.startsWith(open))) open = open ? "" : mark;
    if (!open && line.trim() === "") pairs = 0;
    if (open) continue;
    const nesting = rule.test(line) ? 0 : (containers.exec(line)?.[0].match(container)?.length ?? 0);
    if (nesting > nestingMaximum) return true;
    pairs += line.match(/[*_~[\]]/g)?.length ?? 0;
    if (pairs > pairsMaximum || line.split("|").length > columnsMaximum) return true;
  }
  return false;
}

const context = createContext({ work: () => {} });
const script = new Script("work()");

/**
 * Runs synchronous work with a limit of time. Returns null when it took longer, or ran out of stack: what no check
 * beforehand foresaw must not hold up everyone else.
 */
export function withinBounds<Result>(work: () => Result): Result | null {
  let result: Result | null = null;
  context.work = () => {
    result = work();
  };
  try {
    script.runInContext(context, { timeout: timeMaximum });
    return result;
  } catch (error) {
    // The time's error is made in the other context, where Error is not our Error.
    const slow = typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    if (slow || error instanceof RangeError) return null;
    throw error;
  } finally {
    context.work = () => {};
  }
}
