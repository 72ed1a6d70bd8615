/** What a form says of a field of content. No schema, so that pages are small. */

/** The controls of a content form. */
type ContentInput =
  | "line"
  | "lines"
  | "markdown"
  | "number"
  | "choice"
  | "day"
  | "time"
  | "products"
  | "picture"
  | "file"
  | "rows"
  | "table"
  | "params";

/** The controls of a row: `links` are lines with a name and an address each, a `list` has a
 * word a line; a picture is kept or removed, a `file` or `document` kept, removed or
 * uploaded: a `file` is its stored name alone, a `document` has its name for readers and its size too. */
type ColumnInput =
  | "line"
  | "lines"
  | "number"
  | "ids"
  | "day"
  | "choice"
  | "links"
  | "list"
  | "flag"
  | "picture"
  | "file"
  | "document";

/** A column of a list in a form. */
export interface ContentColumn {
  label: string;
  input: ColumnInput;
  hint?: string;
  max?: number;
  names?: Record<string, string>;
  /** What a new row has: a flag, or a choice. */
  preset?: true | string;
}

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
export const columnsOf = ({ columns = {} }: ContentField): [name: string, column: ContentColumn][] =>
  Object.entries(columns);

/** The name of a control of a list's row, and of one parameter: names of form fields are plain words. */
export const rowField = (field: string, ...path: (string | number)[]) => [field, ...path].join("_");

/** The name of the control in which a problem's place of a body is typed. */
export function controlAt(path: readonly PropertyKey[], field: ContentField | undefined): string {
  const depth = field?.input === "rows" ? 3 : field?.input === "params" ? 2 : 1;
  // A list as a whole, and a row as a whole, have the list's own control.
  const known = field?.input === "rows" && path.length === 2 ? path.slice(0, 1) : path.slice(0, depth);
  return known.map(String).join("_");
}
