import { type ContentField, type ContentList, columnsOf } from "contract/content/kinds/field";
import { type ContentKind, fieldsOf } from "contract/content/kinds/words";

/**
 * Stored documents in a form. A control's value has all that a body says of one, so that an uploaded file stays in a
 * form that comes back, before any version names it. The gateway checks that it is so.
 */

/** A stored document: its name in the store, its name for readers, and its bytes. */
interface StoredDocument {
  fileName: string;
  originalName: string;
  bytes: number;
}

const stored = /^([0-9a-f]{32}\.[a-z]{2,4})(?:\/(\d{1,12})\/(.{1,200}))?$/u;

/** A document as the value of a control; some fields of bodies have the stored name alone. */
export function documentText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  const { fileName, originalName, bytes } = value as StoredDocument;
  return `${fileName}/${bytes}/${originalName}`;
}

/** The document that a control's value says; one that it does not say in our words is refused by the gateway. */
export function documentOf(text: string): StoredDocument {
  const [, fileName = text, bytes = "0", originalName = ""] = stored.exec(text) ?? [];
  return { fileName, originalName, bytes: Number(bytes) };
}

/** The field with the file to upload for a control. */
export const uploadField = (control: string) => `${control}_file`;

/** The columns of a list that are documents. */
export const documentColumns = (field: ContentField): string[] =>
  columnsOf(field).flatMap(([name, { input }]) => (input === "file" || input === "document" ? [name] : []));

const isNested = (list: ContentList): boolean =>
  columnsOf(list).some(([, { input }]) => ["rows", "paragraphs"].includes(input));

/**
 * Whether a kind's form is posted as one with files: it takes documents, or its rows have many texts, which would be
 * three times as long in another form.
 */
export const isMultipart = (kind: ContentKind): boolean =>
  fieldsOf(kind).some(
    ([, field]) => field.input === "file" || documentColumns(field).length > 0 || isNested(field),
  );
