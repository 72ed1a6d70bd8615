import { fileLinesMost, fileProblemsMost } from "contract/content/constants";
import type { TableProblem, TypedRow } from "contract/content/tables";
import { parse } from "csv-parse/sync";
import { type Compared, compareRows, nowhere, type Placed } from "./compare";
import { columnName, type ProductTable } from "./table";

const [keyHead, baseHead] = ["编号", "版本"];
/** Columns that are there for people. */
const forPeople = new Set(["产品", "状态"]);
/** A table that a spreadsheet wrote puts this before what it would run as a formula. */
const behindMark = /^'(?=\s*[-=+@\t＝＋－＠])/;
/** More columns than a class has parameters, with room for people's own. */
export const columnsMost = 200;

const whole = (message: string, line: number | null = null, column: number | null = null): TableProblem => ({
  ...nowhere,
  line,
  column,
  message,
});

const nothing = (message: string, line?: number): Compared => ({
  changed: [],
  problems: [whole(message, line)],
  more: 0,
  total: 0,
});

/** The delimiter of a table: the one that its head has most of. */
function delimiterOf(text: string): string {
  const [head = ""] = text.split(/\r?\n|\r/, 1);
  const counts = [",", "\t", ";", "，"].map((each) => [each, head.split(each).length] as const);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

/** The columns of a head: which one has the key, the base, and each parameter. */
function columnsOf(head: string[], { parameters }: ProductTable) {
  const problems: TableProblem[] = [];
  const named = new Map<string, string | null>();
  // A name that two parameters have says nothing.
  for (const parameter of parameters)
    for (const name of new Set([columnName(parameter), parameter.name]))
      named.set(name, named.has(name) ? null : parameter.key);
  for (const { key } of parameters) named.set(key, key);
  const at = new Map<string, number>();
  for (const [index, cell] of head.entries()) {
    const name = cell.trim();
    if (name === "" || forPeople.has(name)) continue;
    const known = name === keyHead || name === baseHead ? name : named.get(name);
    const wrong = (message: string) => problems.push(whole(message, 1, index + 1));
    if (known === undefined) wrong(`这个分类没有参数“${name.slice(0, 40)}”`);
    else if (known === null) wrong(`有两个参数叫“${name.slice(0, 40)}”，请写参数的代号`);
    else if (at.has(known)) wrong(`“${name.slice(0, 40)}”这一列有两个`);
    else at.set(known, index);
  }
  if (!at.has(keyHead)) problems.push(whole(`第一行里没有“${keyHead}”这一列`, 1));
  return { at, problems };
}

/** The number of a record's cells up to the last that is not blank. */
const filled = (record: string[]) => record.findLastIndex((cell) => cell.trim() !== "") + 1;

const rightBase = /^(?:v\d{1,7}|p[\w+/=-]{1,100})$/;

/**
 * Reads a table from a CSV file and compares it with what stands. Runs in a thread: ten thousand lines take a second.
 */
export function readTable(text: string, table: ProductTable): Compared {
  let records: string[][];
  try {
    records = parse(text, {
      bom: true,
      relax_column_count: true,
      // One more than there may be is enough to refuse the file.
      to: fileLinesMost + 2,
      delimiter: delimiterOf(text),
      record_delimiter: ["\r\n", "\n", "\r"],
    });
  } catch (error) {
    return nothing("引号没有成对，这一行起读不下去", (error as { lines?: number }).lines ?? 1);
  }
  return compareRecords(records, table);
}

/** What is wrong with a file as a whole. */
export const wholeFile = (message: string): Compared => nothing(message);

/** What is wrong with single cells, by line and column as `cellPlace` names them: what they hold is no value. */
export type CellProblems = ReadonlyMap<string, string>;
export const cellPlace = (line: number, column: number) => `${line}:${column}`;

/**
 * Compares the lines of a file with what stands. The first one names the columns; a column that is not there changes
 * nothing.
 */
export function compareRecords(
  records: string[][],
  table: ProductTable,
  cellProblems: CellProblems = new Map(),
): Compared {
  const [head, ...lines] = records;
  if (!head || lines.length === 0) return nothing("表里没有内容：第一行是各列的名称，之后每行一个产品");
  if (lines.length > fileLinesMost)
    return nothing(`一次最多 ${fileLinesMost.toLocaleString("en-US")} 行，请分几次`);
  if (head.length > columnsMost) return nothing(`列太多，最多 ${columnsMost} 列`, 1);
  const { at, problems } = columnsOf(head, table);
  const keyAt = at.get(keyHead);
  if (keyAt === undefined) return { changed: [], problems, more: 0, total: 0 };
  const columns = Object.fromEntries(
    [...at].flatMap(([name, index]) => (name === keyHead || name === baseHead ? [] : [[name, index + 1]])),
  );
  const rows: (TypedRow & { place: Placed })[] = [];
  const least = filled(head);
  const products = new Map(cellProblems.size > 0 ? table.products.map((each) => [each.key, each]) : []);
  const names = new Map(table.parameters.map(({ key, name }) => [key, name]));
  for (const [index, record] of lines.entries()) {
    const taken = filled(record);
    if (taken === 0) continue;
    // As spreadsheets number their rows; blank ones count.
    const line = index + 2;
    // Every value behind a comma too many or too few would be taken for another parameter's, or taken away.
    if (taken > head.length || record.length < least) {
      problems.push(
        whole(`这一行有 ${record.length} 格，第一行有 ${head.length} 格：是不是少了或多了逗号`, line),
      );
      continue;
    }
    const cell = (index: number | undefined) => (record[index ?? -1] ?? "").trim().replace(behindMark, "");
    const key = cell(keyAt);
    const wrongKey = cellProblems.get(cellPlace(line, keyAt + 1));
    if (wrongKey !== undefined) {
      problems.push(whole(wrongKey, line, keyAt + 1));
      continue;
    }
    const base = cell(at.get(baseHead));
    if (!/^\d{1,10}$/.test(key)) {
      problems.push(whole(key === "" ? "没有写编号" : "编号应为数字", line, keyAt + 1));
      continue;
    }
    if (base !== "" && !rightBase.test(base)) {
      problems.push(whole("版本不要改：从这里下载的表里是什么，就是什么", line, (at.get(baseHead) ?? 0) + 1));
      continue;
    }
    const values: Record<string, string> = {};
    for (const [field, column] of Object.entries(columns)) {
      const message = cellProblems.get(cellPlace(line, column));
      if (message === undefined) values[field] = cell(column - 1);
      else {
        const title = products.get(key)?.title ?? "";
        problems.push({ line, column, key, title, field, name: names.get(field) ?? "", message });
      }
    }
    rows.push({ key, values, ...(base === "" ? {} : { base }), place: { line, columns } });
  }
  const compared = compareRows(table, rows);
  const all = [...problems, ...compared.problems].sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  return {
    ...compared,
    problems: all.slice(0, fileProblemsMost),
    more: compared.more + Math.max(0, all.length - fileProblemsMost),
  };
}
