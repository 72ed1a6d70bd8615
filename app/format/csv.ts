import { stringify } from "csv-stringify/sync";

/** A number with its sign is no formula. */
const signedNumber = /^-\d/;

/**
 * A table as a file of comma-separated values (RFC 4180). What a spreadsheet would take for a formula is kept a text;
 * the mark at the beginning tells Excel that it is UTF-8.
 */
export function csvOf(rows: string[][]): string {
  return stringify(rows, {
    bom: true,
    escape_formulas: true,
    record_delimiter: "windows",
    cast: { string: (text) => (signedNumber.test(text) ? { value: text, escape_formulas: false } : text) },
  });
}
