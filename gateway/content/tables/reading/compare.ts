import { fileProblemsMost } from "contract/content/constants";
import type { TableProblem, TypedRow } from "contract/content/tables";
import { type CellValue, readCell } from "./cells";
import type { ProductTable } from "./table";

/** A cell that says something else than what stands; null takes the value away. */
export interface ChangedCell {
  value: CellValue | null;
  text: string;
  /** What was typed, before it was read. */
  typed: string;
}

export interface ChangedRow {
  key: string;
  base?: string | undefined;
  cells: Record<string, ChangedCell>;
}

export interface Compared {
  changed: ChangedRow[];
  problems: TableProblem[];
  /** The number of problems that are not listed. */
  more: number;
  /** The number of products that were compared. */
  total: number;
}

/** More cells than one post may write, of products with the most parameters. */
const cellsMost = 20_000;

/** Of a table as a whole. */
export const nowhere = { line: null, column: null, key: "", title: "", field: "", name: "" };

/** Where a row stands in a file. */
export interface Placed {
  line: number;
  columns: Record<string, number>;
}

/**
 * Compares rows with what stands, and reads the cells that differ.
 * @returns those that differ, and the mistakes of all
 */
export function compareRows(
  { parameters, products }: ProductTable,
  rows: (TypedRow & { place?: Placed })[],
): Compared {
  const known = new Map(products.map((product) => [product.key, product]));
  const byKey = new Map(parameters.map((parameter) => [parameter.key, parameter]));
  const compared: Compared = { changed: [], problems: [], more: 0, total: rows.length };
  let cellsKept = 0;
  const seen = new Map<string, number>();
  for (const { key, base, values, place } of rows) {
    const product = known.get(key);
    const title = product?.title ?? "";
    const line = place?.line ?? null;
    const wrong = (message: string, field = "", name = "") => {
      const column = place?.columns[field] ?? null;
      // No more than are shown leave the thread.
      if (compared.problems.length >= fileProblemsMost) compared.more += 1;
      else compared.problems.push({ line, column, key, title, field, name, message });
    };
    const earlier = seen.get(key);
    seen.set(key, line ?? 0);
    if (earlier !== undefined) {
      wrong(earlier > 0 ? `编号 ${key} 在第 ${earlier} 行已经有了` : `编号 ${key} 写了两次`);
      continue;
    }
    if (!product) {
      wrong(`这张表里没有编号是 ${key} 的产品：不在这个分类、已经下架，或者不归你编辑`);
      continue;
    }
    const cells: ChangedRow["cells"] = {};
    for (const [field, text] of Object.entries(values)) {
      const typed = text.trim();
      const stands = product.values[field] ?? "";
      if (typed === stands.trim()) continue;
      const parameter = byKey.get(field);
      if (!parameter) wrong("这个分类没有这个参数", field, field);
      else if (typed === "") cells[field] = { value: null, text: "", typed };
      else {
        const read = readCell(typed, parameter);
        if (typeof read === "string") wrong(read, field, parameter.name);
        else if (read.text !== stands) cells[field] = { ...read, typed };
      }
    }
    const changes = Object.keys(cells).length;
    cellsKept += changes;
    if (changes > 0 && cellsKept <= cellsMost) compared.changed.push({ key, base, cells });
  }
  if (cellsKept > cellsMost)
    compared.problems.unshift({ ...nowhere, message: "改了的值太多，请分几次，或者重新下载这张表再改" });
  return compared;
}
