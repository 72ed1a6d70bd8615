import { filesPrefix } from "contract/base/wire";
import type { ContentParameter } from "contract/content/editing";
import { type ContentField, rowField } from "contract/content/kinds/field";
import { type ContentKind, fieldsOf } from "contract/content/kinds/words";
import { documentOf, documentText } from "./documents";
import {
  numberIn,
  putRows,
  rowBody,
  rowsOf,
  rowValues,
  tableRows,
  tableText,
  withoutEmpty,
} from "./list-rows";

/** A piece as its call carries it. */
export type Body = Record<string, unknown>;

/** The choice of the text's first picture as the cover. */
export const firstPicture = "first";
/** The field with what a picture says to those who do not see it. */
export const altField = "coverAlt";

const picture = new RegExp(`!\\[([^\\]\\n]*)\\]\\(${filesPrefix}([0-9a-f]{32}\\.[a-z]{2,4})`);

interface StoredPicture {
  name: string;
  alt: string;
}

/** The typed value of a field with one control; undefined for an empty one. */
function single({ input }: ContentField, value: string): unknown {
  if (value.trim() === "") return undefined;
  if (input === "choice") return /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (input === "number") return numberIn(value.trim());
  return input === "time" ? value.replace("T", " ") : value;
}

function coverOf(form: FormData, name: string): StoredPicture | undefined {
  const text = (field: string) => String(form.get(field) ?? "").trim();
  const chosen = text(name);
  if (chosen === "") return undefined;
  const alt = text(altField) || text("title");
  if (chosen !== firstPicture) return { name: chosen, alt };
  const [, said = "", stored = ""] = picture.exec(text("content")) ?? [];
  return { name: stored, alt: said.trim() || alt };
}

function idsIn(form: FormData, name: string): number[] | undefined {
  const ids = [...new Set(form.getAll(name).map(String).filter(Boolean))].map(Number);
  return ids.length > 0 ? ids : undefined;
}

/** The values of the parameters that the chosen class has; those of another class are left out. */
function typedParams(form: FormData, name: string, parameters: ContentParameter[]): Body | undefined {
  const chosen = Number(form.get("class"));
  const values: Body = {};
  for (const { classes, key, type } of parameters) {
    if (!classes.includes(chosen)) continue;
    const all = form.getAll(rowField(name, key)).map((each) => String(each).trim());
    const some = all.filter((each) => each !== "");
    const [first] = some;
    if (first === undefined) continue;
    values[key] = type === "choice" ? some : type === "yes" ? first === "true" : first;
  }
  return Object.keys(values).length > 0 ? values : undefined;
}

/** Leaves empty rows and lines out of a posted form, so that problems of a row find it. */
export function compactRows(kind: ContentKind, form: FormData): void {
  for (const [name, field] of fieldsOf(kind))
    if (field.input === "rows") putRows(form, name, withoutEmpty(field, rowsOf(form, name, field)));
    else if (field.input === "table" && form.has(name)) form.set(name, withoutBlankLines(form.get(name)));
}

const withoutBlankLines = (text: unknown) =>
  String(text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .join("\n");

const orNothing = <Item>(list: Item[] | undefined): Item[] | undefined =>
  list && list.length > 0 ? list : undefined;
/** Typed numbers are read as in a row. */
const idsList = { label: "", columns: { ids: { label: "", input: "ids" } } } as const;

/** What the controls of one field say; undefined for an empty one. */
function typedValue(
  [name, field]: [string, ContentField],
  form: FormData,
  { parameters }: { parameters: ContentParameter[] },
): unknown {
  switch (field.input) {
    case "products":
      return idsIn(form, name);
    case "picks":
      return orNothing(form.getAll(name).flatMap((each) => (each === "" ? [] : [numberIn(String(each))])));
    case "ids":
      return orNothing(rowBody(idsList, { ids: String(form.get(name) ?? "") }).ids as unknown[] | undefined);
    case "picture":
      return coverOf(form, name);
    case "flag":
      return Boolean(form.get(name));
    case "file":
      return form.get(name) ? documentOf(String(form.get(name))) : undefined;
    case "rows":
      return orNothing(withoutEmpty(field, rowsOf(form, name, field)).map((row) => rowBody(field, row)));
    case "table":
      return orNothing(tableRows(field, String(form.get(name) ?? "")));
    case "params":
      return typedParams(form, name, parameters);
    default:
      return single(field, String(form.get(name) ?? ""));
  }
}

/**
 * The body that a form's fields say. Empty fields and empty lists are left out: the schema says what is missing.
 * @param known the parameters of all classes
 */
export function typedBody(
  kind: ContentKind,
  form: FormData,
  known: { parameters: ContentParameter[] },
): Body {
  const body: Body = {};
  for (const entry of fieldsOf(kind)) {
    const value = typedValue(entry, form, known);
    if (value !== undefined) body[entry[0]] = value;
  }
  return body;
}

/** A body as the values of a form's fields. */
export function formValues(kind: ContentKind, body: Body): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(kind)) {
    const { input } = field;
    const value = body[name];
    if (input === "rows") Object.assign(values, rowValues(name, field, (value ?? []) as Body[]));
    if (value === undefined || value === null || input === "rows") continue;
    if (input === "table") values[name] = tableText(field, value as Body[]);
    else if (input === "params")
      for (const [key, one] of Object.entries(value as Body))
        values[rowField(name, key)] = Array.isArray(one) ? one : String(one);
    else if (input === "products" || input === "picks") values[name] = (value as unknown[]).map(String);
    // A version has the whole video; a control the file that names it.
    else if (input === "video")
      values[name] =
        typeof value === "object" ? (value as { files: { name: string }[] }).files[0]?.name : value;
    else if (input === "flag") values[name] = value === true ? "on" : "";
    else if (input === "ids") values[name] = (value as number[]).join(" ");
    else if (input === "picture") {
      const { name: stored, alt } = value as StoredPicture;
      Object.assign(values, { [name]: stored, [altField]: alt });
    } else if (input === "file") values[name] = documentText(value);
    else values[name] = input === "time" ? String(value).replace(" ", "T") : String(value);
  }
  return values;
}
