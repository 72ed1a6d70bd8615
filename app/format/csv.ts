import { stringify } from "csv-stringify/sync";

const quantity = "[-+]?\\d+(?:\\.\\d+)?(?:\\s?[A-Za-zµμΩΩ°℃%][A-Za-zµμΩΩ°℃%/·]{0,9}[²³]?)?";
/**
 * A signed number or a range of two, with or without units, is not a formula: "-40 ~ 85 °C". Other texts that begin
 * with a sign may be: "-2+3+cmd|'…'!A0".
 */
const signedQuantity = new RegExp(`^${quantity}(?:\\s?(?:[~～–—]|至|到|\\.{2,3}|…)\\s?${quantity})?$`);

/** Some spreadsheets ignore white space before a formula's sign. */
const behindBlanks = /^\s+[-=+@＝]/;

/**
 * A table as CSV (RFC 4180). Texts that a spreadsheet could run as formulas are escaped; the byte order mark tells
 * Excel that the file is UTF-8.
 */
export function csvOf(rows: string[][]): string {
  return stringify(rows, {
    bom: true,
    escape_formulas: true,
    record_delimiter: "windows",
    // Fields with any kind of line end are quoted, so that they do not end a row.
    quoted_match: /[\r\n]/,
    cast: {
      string: (text) => {
        if (behindBlanks.test(text)) return `'${text}`;
        return signedQuantity.test(text) ? { value: text, escape_formulas: false } : text;
      },
    },
  });
}
