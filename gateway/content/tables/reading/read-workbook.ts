import { fileLinesMost, workbookUnpackedMax } from "contract/content/constants";
import { unzipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";
import type { Compared } from "./compare";
import { type CellProblems, cellPlace, columnsMost, compareRecords, wholeFile } from "./read-file";
import type { ProductTable } from "./table";

/** More cells than the largest class has, with room for people's own columns. */
const cellsMost = 500_000;
/** The problems that are looked for in the sheet itself; no more are named anyway. */
const problemsMost = 2_000;

const unread = "读不了这个文件：它不是完整的 XLSX，或加了密码；在表格软件里另存为 XLSX 或 CSV 再选";
const tooManyCells = "表太大：请删掉用不到的行和列（只有格式、没有内容的也算），或者分几次";
const tooManyLines = `一次最多 ${fileLinesMost.toLocaleString("en-US")} 行，只有格式的空行也算，请删掉或分几次`;

class TooLarge extends Error {}

/** The parts of a workbook that are XML. None unpacks to more than the directory says, which is counted first. */
function partsOf(content: Uint8Array): Record<string, Uint8Array> {
  let bytes = 0;
  return unzipSync(content, {
    filter({ name, originalSize }) {
      bytes += originalSize;
      if (bytes > workbookUnpackedMax) throw new TooLarge("the workbook unpacks to too much");
      return /\.(?:xml|rels)$/.test(name);
    },
  });
}

/** The XML of a workbook's first sheet; null if it names none. */
function firstSheet(parts: Record<string, Uint8Array>): string | null {
  const text = (path: string) => new TextDecoder().decode(parts[path]);
  const [, id] = /<(?:\w+:)?sheet\s[^>]*?\w+:id="([^"]+)"/.exec(text("xl/workbook.xml")) ?? [];
  for (const [relation] of text("xl/_rels/workbook.xml.rels").matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
    if (/\sId="([^"]+)"/.exec(relation)?.[1] !== id) continue;
    const target = /\sTarget="([^"]+)"/.exec(relation)?.[1] ?? "";
    const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
    return parts[path] ? text(path) : null;
  }
  return null;
}

/** A column's number by its letters. */
const columnOf = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

const cellPattern = /<(?:\w+:)?c(?:\s([^>]*?))?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g;
const mergePattern = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):/g;

/**
 * Looks at the cells as the file has them, before they are read: how many there are and how far they reach, and what
 * a value does not show, such as merged cells, whose covered ones would be taken for emptied.
 */
function lookAtCells(sheet: string): { problems: Map<string, string> } | { message: string } {
  const problems = new Map<string, string>();
  let cells = 0;
  for (const [, attributes = "", inside = ""] of sheet.matchAll(cellPattern)) {
    cells += 1;
    const [, letters = "A", digits = "1"] = /(?:^|\s)r="([A-Z]{1,3})(\d{1,7})"/.exec(attributes) ?? [];
    const [line, column] = [Number(digits), columnOf(letters)];
    if (line > fileLinesMost + 1) return { message: tooManyLines };
    if (column > columnsMost || cells > cellsMost) return { message: tooManyCells };
    if (problems.size >= problemsMost) continue;
    const place = cellPlace(line, column);
    if (/(?:^|\s)t="e"/.test(attributes)) problems.set(place, "这一格是公式的错误值，请改成要填的值");
    else if (/<(?:\w+:)?f[\s/>]/.test(inside) && !/<(?:\w+:)?v[\s/>]/.test(inside))
      problems.set(place, "这一格的公式没有算出的值：在表格软件里打开、保存一次，或者直接填值");
  }
  for (const [, letters = "", digits = ""] of sheet.matchAll(mergePattern))
    if (problems.size < problemsMost)
      problems.set(
        cellPlace(Number(digits), columnOf(letters)),
        "这一格是合并的单元格：请取消合并，每一格都写上",
      );
  return { problems };
}

/** A number as people write it: without the dust of binary fractions, and without an exponent. */
export function shownNumber(stored: string): string {
  const value = Number(stored);
  if (!Number.isFinite(value)) return stored;
  const short = String(Number(value.toPrecision(15)));
  if (!/e/i.test(short)) return short;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, "") : BigInt(value).toString();
}

const asDate = "表格软件把这一格当成了日期：请把它的格式改成文本，再填一次";

/**
 * Reads a table from the first sheet of an XLSX workbook, and compares it with what stands as the same table in a CSV
 * file. Formulas count with the values that they had when the file was saved. Runs in a thread.
 */
export async function readWorkbook(content: Uint8Array, table: ProductTable): Promise<Compared> {
  try {
    const sheet = firstSheet(partsOf(content));
    if (sheet === null) return wholeFile(unread);
    const found = lookAtCells(sheet);
    if ("message" in found) return wholeFile(found.message);
    const { problems } = found;
    const rows = await readRows(content);
    if (rows === null && problems.size > 0) return onlyProblems(problems);
    if (rows === null) return wholeFile(unread);
    if (rows.length > fileLinesMost + 1) return wholeFile(tooManyLines);
    const records = rows.map((row, line) =>
      row.map((value, column) => {
        if (value instanceof Date) problems.set(cellPlace(line + 1, column + 1), asDate);
        return value === null || value instanceof Date ? "" : String(value);
      }),
    );
    return compareRecords(records, table, problems);
  } catch (error) {
    return wholeFile(error instanceof TooLarge ? tooManyCells : unread);
  }
}

/** The values of the first sheet; null where a cell has none that it should have. */
async function readRows(content: Uint8Array) {
  const bytes = new Uint8Array(content).buffer;
  try {
    return await readSheet<string>(bytes, { trim: false, parseNumber: shownNumber });
  } catch {
    return null;
  }
}

/** What is known of the cells, where the sheet cannot be read further. */
function onlyProblems(problems: CellProblems): Compared {
  const all = [...problems].map(([place, message]) => {
    const [line = 0, column = 0] = place.split(":").map(Number);
    return { line, column, key: "", title: "", field: "", name: "", message };
  });
  return { changed: [], problems: all.slice(0, 1_000), more: Math.max(0, all.length - 1_000), total: 0 };
}
