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
  /** The number of products that were compared. */
  total: number;
}

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
  const compared: Compared = { changed: [], problems: [], total: rows.length };
  const seen = new Map<string, number>();
  for (const { key, base, values, place } of rows) {
    const product = known.get(key);
    const title = product?.title ?? "";
    const line = place?.line ?? null;
    const wrong = (message: string, field = "", name = "") =>
      compared.problems.push({
        line,
        column: place?.columns[field] ?? null,
        key,
        title,
        field,
        name,
        message,
      });
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
    if (Object.keys(cells).length > 0) compared.changed.push({ key, base, cells });
  }
  return compared;
}
