import { fileLinesMost } from "contract/content/constants";
import type { TableProblem, TypedRow } from "contract/content/tables";
import { parse } from "csv-parse/sync";
import { type Compared, compareRows, type Placed } from "./compare";
import { columnName, type ProductTable } from "./table";

const [keyHead, baseHead] = ["编号", "版本"];
/** Columns that are there for people. */
const forPeople = new Set(["产品", "状态"]);
/** A table that a spreadsheet wrote puts this before what it would run as a formula. */
const behindMark = /^'(?=\s*[-=+@＝])/;

const whole = (message: string, line: number | null = null, column: number | null = null): TableProblem => ({
  line,
  column,
  key: "",
  title: "",
  field: "",
  name: "",
  message,
});

const nothing = (message: string, line?: number): Compared => ({
  changed: [],
  problems: [whole(message, line)],
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

const rightBase = /^(?:v\d{1,7}|p[\w+/=-]{1,100})$/;

/**
 * Reads a table from a CSV file and compares it with what stands. The first line names the columns; a column that is
 * not there changes nothing. Runs in a thread: ten thousand lines take a second.
 */
export function readTable(text: string, table: ProductTable): Compared {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      delimiter: delimiterOf(text),
      record_delimiter: ["\r\n", "\n", "\r"],
    }) as unknown as typeof records;
  } catch (error) {
    return nothing("引号没有成对，这一行起读不下去", (error as { lines?: number }).lines ?? 1);
  }
  const [head, ...lines] = records;
  if (!head || lines.length === 0) return nothing("表里没有内容：第一行是各列的名称，之后每行一个产品");
  if (lines.length > fileLinesMost)
    return nothing(`一次最多 ${fileLinesMost.toLocaleString("en-US")} 行，请分几次`);
  const { at, problems } = columnsOf(head.record, table);
  const keyAt = at.get(keyHead);
  if (keyAt === undefined) return { changed: [], problems, total: 0 };
  const columns = Object.fromEntries(
    [...at].flatMap(([name, index]) => (name === keyHead || name === baseHead ? [] : [[name, index + 1]])),
  );
  const rows: (TypedRow & { place: Placed })[] = [];
  for (const { record, info } of lines) {
    if (record.every((cell) => cell.trim() === "")) continue;
    const cell = (index: number | undefined) => (record[index ?? -1] ?? "").trim().replace(behindMark, "");
    const key = cell(keyAt);
    const base = cell(at.get(baseHead));
    if (!/^\d{1,10}$/.test(key)) {
      problems.push(whole(key === "" ? "没有写编号" : "编号应为数字", info.lines, keyAt + 1));
      continue;
    }
    if (base !== "" && !rightBase.test(base)) {
      problems.push(
        whole("版本不要改：从这里下载的表里是什么，就是什么", info.lines, (at.get(baseHead) ?? 0) + 1),
      );
      continue;
    }
    const values = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, cell(column - 1)]),
    );
    rows.push({ key, values, ...(base === "" ? {} : { base }), place: { line: info.lines, columns } });
  }
  const compared = compareRows(table, rows);
  const all = [...problems, ...compared.problems];
  return { ...compared, problems: all.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)) };
}
