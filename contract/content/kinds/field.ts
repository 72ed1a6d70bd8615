/** What a form says of a field of content. No schema, so that pages are small. */

/** The controls of a content form: `ids` are typed numbers, `picks` are chosen one after the other, in their order. */
type ContentInput =
  | "line"
  | "lines"
  | "markdown"
  | "number"
  | "choice"
  | "flag"
  | "day"
  | "time"
  | "ids"
  | "picks"
  | "products"
  | "picture"
  | "file"
  | "rows"
  | "table"
  | "params"
  | "video";

/** The controls of a row: `links` are lines with a name and an address each, a `list` has a
 * word a line, `paragraphs` a text a line, whose further lines are indented; a `clock` is a place in a video; a picture
 * is kept or removed, a `file` or `document` kept, removed or uploaded: a `file` is its stored name alone, a `document`
 * has its name for readers and its size too. `rows` are a list inside the row. What is `kept` has no control: it is the
 * number by which a row stays what it is, and the gateway gives it. A `video` is chosen from those that stand. `choices`
 * are a choice a line, with its code before its name; the gateway gives a code to one that has none. */
type ColumnInput =
  | "line"
  | "lines"
  | "number"
  | "ids"
  | "day"
  | "time"
  | "choice"
  | "choices"
  | "links"
  | "list"
  | "flag"
  | "picture"
  | "file"
  | "document"
  | "markdown"
  | "paragraphs"
  | "clock"
  | "rows"
  | "kept"
  | "video";

/** A column of a list in a form. */
export interface ContentColumn {
  label: string;
  input: ColumnInput;
  hint?: string;
  max?: number;
  names?: Record<string, string>;
  /** What a new row has: a flag, or a choice. */
  preset?: true | string;
  /** Of `rows`: as a field has it. */
  columns?: Record<string, ContentColumn>;
  row?: string;
  addsFirst?: true;
  foldedBy?: readonly string[];
  /** Of `rows` in rows: the first and the last row move on into the same list of the row before and of the one after. */
  crosses?: true;
}

/** A list in a form: a field, or a column of another list. */
export type ContentList = Pick<
  ContentColumn,
  "label" | "hint" | "max" | "columns" | "row" | "addsFirst" | "foldedBy" | "crosses"
>;

export interface ContentField {
  label: string;
  input: ContentInput;
  /** The part of the form in which it stands. */
  section: string;
  hint?: string;
  /** The most characters of a text, or the most things of a list. */
  max?: number;
  /** A line for which the call's answer has suggestions; others may be typed. */
  suggested?: true;
  /** The names of the codes of a choice. Without it the choices are the operator's, and stand in the call's answer. */
  names?: Record<string, string>;
  /** The columns of `rows` (a control each) and of a `table` (one text, columns between tabs). */
  columns?: Record<string, ContentColumn>;
  /** What one row is called. */
  row?: string;
  /** A new row stands before the others, such as a new version. */
  addsFirst?: true;
  /** Rows with these columns filled in are folded to what they say, so that a long list can be overlooked. */
  foldedBy?: readonly string[];
}

/** The columns of a list, in their order. */
export const columnsOf = ({
  columns = {},
}: Pick<ContentList, "columns">): [name: string, column: ContentColumn][] => Object.entries(columns);

/** The name of a control of a list's row, and of one parameter: names of form fields are plain words. */
export const rowField = (field: string, ...path: (string | number)[]) => [field, ...path].join("_");

/** The list of a form that a control's name names, such as `chapters` or `chapters_0_lessons`; undefined for none. */
export function listAt(
  fields: readonly (readonly [string, ContentField])[],
  name: string,
): ContentList | undefined {
  const [first = "", ...path] = name.split("_");
  const field = fields.find(([own]) => own === first)?.[1];
  let list: ContentList | undefined = field?.input === "rows" ? field : undefined;
  for (let at = 0; list && at < path.length; at += 2) {
    const column: ContentColumn | undefined = list.columns?.[path[at + 1] ?? ""];
    list = /^\d{1,4}$/.test(path[at] ?? "") && column?.input === "rows" ? column : undefined;
  }
  return list;
}

/** The name of the control in which a problem's place of a body is typed. */
export function controlAt(path: readonly PropertyKey[], field: ContentField | undefined): string {
  const said = path.map(String);
  if (field?.input === "params") return said.slice(0, 2).join("_");
  if (field?.input !== "rows") return said.slice(0, 1).join("_");
  let list: ContentList | undefined = field;
  let depth = 1;
  // A list as a whole, and a row as a whole, have the list's own control.
  while (list && said.length > depth + 1) {
    const column: ContentColumn | undefined = list.columns?.[said[depth + 1] ?? ""];
    depth += 2;
    list = column?.input === "rows" ? column : undefined;
  }
  return said.slice(0, depth).join("_");
}
