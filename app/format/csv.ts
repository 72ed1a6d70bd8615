import { stringify } from "csv-stringify/sync";

const quantity = "[-+]?\\d+(?:\\.\\d+)?(?:\\s?[A-Za-zµμΩΩ°℃%][A-Za-zµμΩΩ°℃%/·]{0,9}[²³]?)?";
/**
 * A number with its sign is no formula, nor is a range of two, each with its unit or without: "-40 ~ 85 °C". Nothing
 * else may begin with a sign: "-2+3+cmd|'…'!A0" does too.
 */
const signedQuantity = new RegExp(`^${quantity}(?:\\s?(?:[~～–—]|至|到|\\.{2,3}|…)\\s?${quantity})?$`);

/** Some spreadsheets pass over blanks before a formula's sign. */
const behindBlanks = /^\s+[-=+@＝]/;

/**
 * A table as a file of comma-separated values (RFC 4180). What a spreadsheet would take for a formula is kept a text;
 * the mark at the beginning tells Excel that it is UTF-8.
 */
export function csvOf(rows: string[][]): string {
  return stringify(rows, {
    bom: true,
    escape_formulas: true,
    record_delimiter: "windows",
    // A line that somebody ended otherwise than the table does ends no row.
    quoted_match: /[\r\n]/,
    cast: {
      string: (text) => {
        if (behindBlanks.test(text)) return `'${text}`;
        return signedQuantity.test(text) ? { value: text, escape_formulas: false } : text;
      },
    },
  });
}
