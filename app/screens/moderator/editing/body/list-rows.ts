import { type ContentColumn, type ContentList, columnsOf, rowField } from "contract/content/kinds/field";
import { documentOf, documentText } from "./documents";

/**
 * Lists inside a form. A list's own field has the number of its rows; each control of a row has a field of its own, so
 * that adding, removing and moving work as posts before JavaScript.
 */

/** The most rows that a list can have, whatever a form says. */
export const rowsMost = 1_000;

/** In a form that comes back: the list whose button was pressed. */
export const openField = "openList";

/** A row as its controls have it, those of lists inside it too: `lessons` is their number, `lessons_0_title` one of them. */
export type TypedRow = Record<string, string>;

/** The number of rows that a list's field says. */
export const rowCount = (value: unknown): number => {
  const count = /^\d{1,4}$/.test(String(value ?? "")) ? Number(value) : 0;
  return Math.min(count, rowsMost);
};

/** The names of a row's controls, after the row's own name. @param valueAt what such a control has */
function controlsOf(list: ContentList, valueAt: (control: string) => unknown): string[] {
  return columnsOf(list).flatMap(([name, column]) =>
    column.input === "rows"
      ? [
          name,
          ...Array.from({ length: rowCount(valueAt(name)) }, (_, index) =>
            controlsOf(column, (control) => valueAt(rowField(name, index, control))).map((control) =>
              rowField(name, index, control),
            ),
          ).flat(),
        ]
      : [name],
  );
}

/** The rows of a list in a posted form. */
export function rowsOf(form: FormData, name: string, list: ContentList): TypedRow[] {
  return Array.from({ length: rowCount(form.get(name)) }, (_, index) => {
    const valueAt = (control: string) => form.get(rowField(name, index, control));
    return Object.fromEntries(
      controlsOf(list, valueAt).map((control) => [control, String(valueAt(control) ?? "")]),
    );
  });
}

/** Puts these rows in place of those that the form has. */
export function putRows(form: FormData, name: string, rows: TypedRow[]): void {
  const own = new RegExp(`^${name}_\\d+_`);
  for (const key of [...form.keys()]) if (own.test(key)) form.delete(key);
  form.set(name, String(rows.length));
  for (const [index, row] of rows.entries())
    for (const [control, value] of Object.entries(row)) form.append(rowField(name, index, control), value);
}

/** The rows of a list inside a row. */
function innerRows(row: TypedRow, name: string): TypedRow[] {
  return Array.from({ length: rowCount(row[name]) }, (_, index) => {
    const own = `${rowField(name, index)}_`;
    return Object.fromEntries(
      Object.entries(row).flatMap(([control, value]) =>
        control.startsWith(own) ? [[control.slice(own.length), value]] : [],
      ),
    );
  });
}

/** Rows as the controls of a list. */
const flat = (name: string, rows: TypedRow[]): TypedRow => ({
  [name]: String(rows.length),
  ...Object.fromEntries(
    rows.flatMap((row, index) =>
      Object.entries(row).map(([control, value]) => [rowField(name, index, control), value]),
    ),
  ),
});

/** A row without the empty rows of the lists inside it. */
const compacted = (list: ContentList, row: TypedRow): TypedRow =>
  Object.fromEntries(
    columnsOf(list).flatMap(([name, column]) =>
      column.input === "rows"
        ? Object.entries(flat(name, withoutEmpty(column, innerRows(row, name))))
        : [[name, row[name] ?? ""]],
    ),
  );

/** Whether something is typed in a row; a box that is checked, what a new row has, and a row's number say nothing. */
const says = (list: ContentList, row: TypedRow): boolean =>
  columnsOf(list).some(([name, { input, preset = "" }]) => {
    if (input === "flag" || input === "kept") return false;
    const value = (row[name] ?? "").trim();
    return input === "rows" ? rowCount(value) > 0 : !["", preset].includes(value);
  });

/** Leaves out the rows in which nothing is typed. */
export const withoutEmpty = (list: ContentList, rows: TypedRow[]): TypedRow[] =>
  rows.map((row) => compacted(list, row)).filter((row) => says(list, row));

/** A row in which nothing is typed yet. */
export const newRow = (list: ContentList): TypedRow =>
  Object.fromEntries(
    columnsOf(list).flatMap(([name, { preset }]) =>
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

/** Texts that are typed a line each; a line that is indented goes on with the text before. */
function paragraphsOf(text: string): string[] {
  const all: string[] = [];
  for (const line of text.split(/\r?\n/))
    if (/^(?: {2}|\t)/.test(line) && all.length > 0)
      all.push(`${all.pop()}\n${line.replace(/^(?: {2}|\t)/, "")}`);
    else if (line.trim() !== "") all.push(line.trim());
  return all.map((one) => one.trim());
}

const paragraphsText = (all: string[]) => all.map((one) => one.replaceAll("\n", "\n  ")).join("\n");

/** A place in a video as it is typed. */
function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const coded = /^([A-Za-z0-9_-]{1,40})\s*[|｜]\s*(\S.*)$/;

/** A choice as it is typed: its code before its name, or a name that has no code yet. */
function choiceIn(line: string): { code?: string; name: string } {
  const [, code, name = line] = coded.exec(line) ?? [];
  return code === undefined ? { name } : { code, name };
}

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
  if (input === "number" || input === "kept") return numberIn(value);
  if (input === "paragraphs") return paragraphsOf(value);
  if (input === "choices") return linesOf(value).map(choiceIn);
  if (input === "time") return value.replace("T", " ");
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
  if (input === "paragraphs") return paragraphsText(value as string[]);
  if (input === "choices")
    return (value as { code?: string; name: string }[])
      .map(({ code, name }) => (code === undefined ? name : `${code} | ${name}`))
      .join("\n");
  if (input === "time") return String(value).replace(" ", "T");
  if (input === "clock") return clockText(Number(value));
  // A version has the whole video; a control the file that names it.
  if (input === "video" && typeof value === "object")
    return (value as { files: { name: string }[] }).files[0]?.name ?? "";
  if (input !== "links") return String(value);
  return (value as { name: string; url: string }[]).map(({ name, url }) => `${name} ${url}`).join("\n");
}

/** A row of a body, without its empty controls. */
export const rowBody = (list: ContentList, row: TypedRow): Record<string, unknown> =>
  Object.fromEntries(
    columnsOf(list).flatMap(([name, column]) => {
      if (column.input === "rows") {
        const rows = innerRows(row, name).map((inner) => rowBody(column, inner));
        return rows.length > 0 ? [[name, rows]] : [];
      }
      const value = cellValue(column, row[name] ?? "");
      // An empty box says no.
      return value === undefined ? (column.input === "flag" ? [[name, false]] : []) : [[name, value]];
    }),
  );

type BodyRow = Record<string, unknown>;

/** A row of a body as its controls have it. */
const rowTexts = (list: ContentList, row: BodyRow): TypedRow =>
  Object.fromEntries(
    columnsOf(list).flatMap(([name, column]) =>
      column.input === "rows"
        ? Object.entries(rowValues(name, column, (row[name] ?? []) as BodyRow[]))
        : [[name, cellText(column, row[name])]],
    ),
  );

/** The fields of a list's rows. */
export const rowValues = (name: string, list: ContentList, rows: BodyRow[]): TypedRow =>
  flat(
    name,
    rows.map((row) => rowTexts(list, row)),
  );

/** The rows of a table that was typed or pasted: a line each, columns between tabs, or between vertical bars. */
export function tableRows(list: ContentList, text: string): Record<string, unknown>[] {
  const names = columnsOf(list).map(([name]) => name);
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
      return rowBody(list, row);
    });
}

/** A table as one text. */
export const tableText = (list: ContentList, rows: BodyRow[]): string =>
  rows.map((row) => Object.values(rowTexts(list, row)).join("\t").trimEnd()).join("\n");
