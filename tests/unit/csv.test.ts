import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { csvOf } from "../../app/format/csv";

/** The only cell of a table, as a spreadsheet reads it. */
const cellOf = (text: string): string => parse(csvOf([[text]]), { bom: true })[0]?.[0] ?? "";

describe("a table that a spreadsheet opens", () => {
  it.each([
    "-2+3+cmd|' /C calc'!A0",
    "-2*3",
    "-1-1",
    "+86 13800000000+1",
    "=1+1",
    "@SUM(A1)",
    "-A1",
    "-2+A1",
    "-2 (x)",
    "-2!A0",
    "-40 ~ 85 °C+cmd|' /C calc'!A0",
    "\t=1+1",
    "  =1+1",
    "\n-2+3",
    "＝1+1",
    "-",
    "--",
    "-小林",
  ])("%j is a text in it", (text) => {
    expect(cellOf(text)).toBe(`'${text}`);
  });

  it.each([
    "-2",
    "-40.5",
    "+8",
    "-20 dBm",
    "-97dBm",
    "-40 ~ 85 °C",
    "-40~85℃",
    "-40 °C ~ +85 °C",
    "-0.3 V 至 3.6 V",
    "-5%",
    "小林",
    "2026-11-27 20:00",
    "I2C-1",
    "",
  ])("%j stays as it is", (text) => {
    expect(cellOf(text)).toBe(text);
  });
});
