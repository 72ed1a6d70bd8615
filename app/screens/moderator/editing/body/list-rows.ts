import { type ContentColumn, type ContentField, columnsOf, rowField } from "contract/content/kinds/field";
import { documentOf, documentText } from "./documents";

/**
 * Lists inside a form. A list's own field has the number of its rows; each control of a row has a field of its own, so
 * that adding, removing and moving work as posts before JavaScript.
 */

/** The most rows that a form can have, whatever it says. */
const rowsMost = 100;

/** A row as its controls have it. */
export type TypedRow = Record<string, string>;

/** The number of rows that a list's field says. */
export const rowCount = (value: unknown): number => {
  const count = /^\d{1,3}$/.test(String(value ?? "")) ? Number(value) : 0;
  return Math.min(count, rowsMost);
};

/** The rows of a list in a posted form. */
export function rowsOf(form: FormData, name: string, field: ContentField): TypedRow[] {
  return Array.from({ length: rowCount(form.get(name)) }, (_, index) =>
    Object.fromEntries(
      columnsOf(field).map(([column]) => [column, String(form.get(rowField(name, index, column)) ?? "")]),
    ),
  );
}

/** Puts these rows in place of those that the form has. */
export function putRows(form: FormData, name: string, field: ContentField, rows: TypedRow[]): void {
  const columns = columnsOf(field);
  for (let index = 0; index < rowsMost; index += 1)
    for (const [column] of columns) form.delete(rowField(name, index, column));
  form.set(name, String(rows.length));
  for (const [index, row] of rows.entries())
    for (const [column] of columns) form.set(rowField(name, index, column), row[column] ?? "");
}

/** Leaves out the rows in which nothing is typed; a box that is checked, and what a new row has, say nothing. */
export const withoutEmpty = (field: ContentField, rows: TypedRow[]): TypedRow[] => {
  const typed = columnsOf(field).filter(([, { input }]) => input !== "flag");
  return rows.filter((row) =>
    typed.some(([name, { preset = "" }]) => !["", preset].includes((row[name] ?? "").trim())),
  );
};

/** A row in which nothing is typed yet. */
const newRow = (field: ContentField): TypedRow =>
  Object.fromEntries(
    columnsOf(field).flatMap(([name, { preset }]) =>
      preset ? [[name, preset === true ? "on" : preset]] : [],
    ),
  );

const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const link = /^(.*\S)\s+(\S+)$/;

/** A number as it is typed; anything else stays as it is, and is refused by the schema. */
export const numberIn = (text: string) => (/^\d{1,13}$/.test(text) ? Number(text) : text);

/** What a control of a row says; undefined for an empty one. */
function cellValue({ input }: ContentColumn, text: string): unknown {
  const value = text.trim();
  if (value === "") return undefined;
  if (input === "flag") return true;
  if (input === "list") return linesOf(value);
  // Such a column has the stored name alone.
  if (input === "file") return documentOf(value).fileName;
  if (input === "document") return documentOf(value);
  if (input === "ids")
    return value
      .split(/[\s,，、;；]+/)
      .filter(Boolean)
      .map(numberIn);
  if (input === "number") return numberIn(value);
  if (input !== "links") return value;
  return linesOf(value).map((line) => {
    const [, name = line, url = ""] = link.exec(line) ?? [];
    return { name, url };
  });
}

function cellText({ input }: ContentColumn, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (input === "flag") return value === true ? "on" : "";
  if (input === "list") return (value as string[]).join("\n");
  if (input === "ids") return (value as number[]).join(" ");
  if (input === "document") return documentText(value);
  if (input !== "links") return String(value);
  return (value as { name: string; url: string }[]).map(({ name, url }) => `${name} ${url}`).join("\n");
}

/** A row of a body, without its empty controls. */
export const rowBody = (field: ContentField, row: TypedRow): Record<string, unknown> =>
  Object.fromEntries(
    columnsOf(field).flatMap(([name, column]) => {
      const value = cellValue(column, row[name] ?? "");
      // An empty box says no.
      return value === undefined ? (column.input === "flag" ? [[name, false]] : []) : [[name, value]];
    }),
  );

/** A row of a body as its controls have it. */
const rowTexts = (field: ContentField, row: Record<string, unknown>): TypedRow =>
  Object.fromEntries(columnsOf(field).map(([name, column]) => [name, cellText(column, row[name])]));

/** The fields of a list's rows. */
export function rowValues(name: string, field: ContentField, rows: Record<string, unknown>[]): TypedRow {
  const values: TypedRow = { [name]: String(rows.length) };
  for (const [index, row] of rows.entries())
    for (const [column, text] of Object.entries(rowTexts(field, row)))
      values[rowField(name, index, column)] = text;
  return values;
}

/** The rows of a table that was typed or pasted: a line each, columns between tabs, or between vertical bars. */
export function tableRows(field: ContentField, text: string): Record<string, unknown>[] {
  const names = columnsOf(field).map(([name]) => name);
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const cells = line.split(line.includes("\t") ? "\t" : "|");
      // Nothing that was typed is lost: what stands after the last column belongs to it.
      const last = names.length - 1;
      const rest = cells.slice(last).map((cell) => cell.trim());
      if (rest.length > 1) cells.splice(last, cells.length, rest.filter(Boolean).join(" | "));
      const row = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
      return rowBody(field, row);
    });
}

/** A table as one text. */
export const tableText = (field: ContentField, rows: Record<string, unknown>[]): string =>
  rows.map((row) => Object.values(rowTexts(field, row)).join("\t").trimEnd()).join("\n");

/** What a button of a list does to its rows. */
export const rowMoves: Record<string, (rows: TypedRow[], at: number, field: ContentField) => TypedRow[]> = {
  add: (rows, _, field) => (field.addsFirst ? [newRow(field), ...rows] : [...rows, newRow(field)]),
  remove: (rows, at) => rows.filter((_, index) => index !== at),
  up: (rows, at) => swapped(rows, at - 1),
  down: (rows, at) => swapped(rows, at),
};

/** The rows with the one at this place and the one after it exchanged. */
function swapped(rows: TypedRow[], at: number): TypedRow[] {
  const [one, other] = [rows[at], rows[at + 1]];
  return one && other ? [...rows.slice(0, at), other, one, ...rows.slice(at + 2)] : rows;
}
