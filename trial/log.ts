/** What stands in a log when something was not foreseen. Refusals and lines about connections are none. */
const unforeseen = /^\s+at |Error\b|ERR_|Unhandled|Uncaught|\[门户\]|\[网关\]/;

/** The lines of a portal's output that speak of an error. */
export function errorLines(output: string): string[] {
  return output.split("\n").filter((line) => unforeseen.test(line));
}
