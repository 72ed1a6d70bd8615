/** Matches lines about unexpected errors. Refusals and lines about connections do not match. */
const unforeseen = /^\s+at |Error\b|ERR_|Unhandled|Uncaught|\[门户\]|\[网关\]/;

/** The lines about errors in a portal's output. */
export function errorLines(output: string): string[] {
  return output.split("\n").filter((line) => unforeseen.test(line));
}
