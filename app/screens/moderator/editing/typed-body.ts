import { filesPrefix } from "contract/base/wire";
import { type ContentField, type ContentKind, fieldsOf } from "contract/content/kinds/words";

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

/**
 * The body that a form's fields say. Empty fields and empty lists are left out: the schema says what is missing.
 * @param before the body that the form was filled from: a form can keep its document or remove it
 */
export function typedBody(kind: ContentKind, form: FormData, before: Body): Body {
  const body: Body = {};
  for (const [name, field] of fieldsOf(kind)) {
    const value =
      field.input === "products"
        ? idsIn(form, name)
        : field.input === "picture"
          ? coverOf(form, name)
          : field.input === "file"
            ? form.get(name)
              ? before[name]
              : undefined
            : single(field, String(form.get(name) ?? ""));
    if (value !== undefined) body[name] = value;
  }
  return body;
}

/** A body as the values of a form's fields. */
export function formValues(kind: ContentKind, body: Body): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, { input }] of fieldsOf(kind)) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    if (input === "products") values[name] = (value as number[]).map(String);
    else if (input === "picture") {
      const { name: stored, alt } = value as StoredPicture;
      Object.assign(values, { [name]: stored, [altField]: alt });
    } else if (input === "file") values[name] = (value as { fileName: string }).fileName;
    else values[name] = input === "time" ? String(value).replace(" ", "T") : String(value);
  }
  return values;
}
