/** The maximal nesting. Nobody reads deeper nesting, and parsing it costs too much. */
const nestingMaximum = 20;
const linesMaximum = 6_000;
/** The number of paired characters in one paragraph: pairing costs the square of it. */
const pairsMaximum = 2_000;
const columnsMaximum = 200;
/** The number of list and quote markers in a text: the parser handles each of them again on every nested line. */
const containersMaximum = 10_000;

const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;
const container = />|[-+*](?=[ \t])|\d[.)]/g;
/** `- - - -` is a horizontal rule and not a nested list. */
const rule = /^[ \t]*([-*])(?:[ \t]*\1)+[ \t]*$/;
const fence = /^[ \t>]*(`{3,}|~{3,})/;

/** Whether a text would be slow to parse: nested too deeply, or full of brackets and stars. Reads the text once. */
export function isHostile(source: string): boolean {
  const lines = source.split("\n", linesMaximum + 1);
  if (lines.length > linesMaximum) return true;
  let pairs = 0;
  let containersFound = 0;
  let open = "";
  for (const line of lines) {
    const mark = fence.exec(line)?.[1] ?? "";
    if (mark && (!open || mark.startsWith(open))) open = open ? "" : mark;
    if (!open && line.trim() === "") pairs = 0;
    if (open) continue;
    const nesting = rule.test(line) ? 0 : (containers.exec(line)?.[0].match(container)?.length ?? 0);
    containersFound += nesting;
    if (nesting > nestingMaximum || containersFound > containersMaximum) return true;
    pairs += line.match(/[*_~[\]$]/g)?.length ?? 0;
    if (pairs > pairsMaximum || line.split("|").length > columnsMaximum) return true;
  }
  return false;
}
