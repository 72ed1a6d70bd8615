import { minuteOf } from "contract/base/time";
import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import { type ContentField, controlAt } from "contract/content/kinds/field";
import { type ContentKind, fieldsOf } from "contract/content/kinds/words";
import type { z } from "zod";
import { Refusal } from "../../server/refusal";
import type { FieldProblems } from "./kinds/kind";

const leftOut = "请填写这一项";

/** What the schemas say of a field that is left empty: they were written for a pack's files. */
const messageFor = ({ code, input }: { code: string; input?: unknown }): string =>
  code === "invalid_type" && (input === undefined || input === null) ? leftOut : "填写的内容有误";

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inside, step) =>
      typeof inside === "object" && inside !== null
        ? (inside as Record<PropertyKey, unknown>)[step]
        : undefined,
    value,
  );

/** What a problem in a table says: its row and column, because the table is one text. */
function inTable(field: ContentField | undefined, [, row, column]: PropertyKey[], message: string): string {
  if (field?.input !== "table" || typeof row !== "number") return message;
  return `第 ${row + 1} 行${field.columns?.[String(column)]?.label ?? ""}：${message}`;
}

/** Problems by the control in which the value is typed. */
function problemsOf(kind: ContentKind, { issues }: z.ZodError, typed: ContentBody): FieldProblems {
  const known = new Map(fieldsOf(kind));
  const fields: FieldProblems = {};
  for (const { code, path, message: told } of issues) {
    const isLeftOut = code.startsWith("invalid_") && valueAt(typed, path) === undefined;
    const text = isLeftOut ? leftOut : told;
    const own = known.get(String(path[0] ?? ""));
    const field = controlAt(path, own);
    const message = inTable(own, path, text);
    if (!fields[field]?.includes(message)) fields[field] = [...(fields[field] ?? []), message];
  }
  return fields;
}

/** A parsed body as it is stored: its times as they are typed. */
const asTyped = (body: object): ContentBody =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value instanceof Date ? minuteOf(value) : value]),
  );

/** A typed body as a draft is stored, which may lack fields: those that are right, and the problems of the others. */
export function draftOf(
  kind: ContentKind,
  typed: ContentBody,
): { body: ContentBody; problems: FieldProblems } {
  const schema: z.ZodObject = contentBodies[kind].draft;
  const checked = schema.safeParse(typed, { error: messageFor });
  if (checked.success) return { body: asTyped(checked.data), problems: {} };
  const wrong = new Set(checked.error.issues.map(({ path }) => path[0]));
  const right = Object.entries(typed).filter(([name]) => name in schema.shape && !wrong.has(name));
  const rest = schema.partial().safeParse(Object.fromEntries(right));
  return {
    body: rest.success ? asTyped(rest.data) : {},
    problems: problemsOf(kind, checked.error, typed),
  };
}

/** A typed body as a draft is stored. Throws INVALID_REQUEST beside the fields that are wrong. */
export function checkDraft(kind: ContentKind, typed: ContentBody): ContentBody {
  const { body, problems } = draftOf(kind, typed);
  if (Object.keys(problems).length > 0) throw new Refusal("INVALID_REQUEST", problems);
  return body;
}

/** A stored body as a draft of today would be stored: with the fields that are filled in where nothing is typed. */
export function asDraft(kind: ContentKind, body: ContentBody): ContentBody {
  const checked = contentBodies[kind].draft.safeParse(body);
  return checked.success ? asTyped(checked.data) : body;
}

/** Throws CONTENT_INCOMPLETE, beside the fields, for a body that may not be published as it is. */
export function checkWhole(kind: ContentKind, body: ContentBody): void {
  const checked = contentBodies[kind].whole.safeParse(body, { error: messageFor });
  if (!checked.success) throw new Refusal("CONTENT_INCOMPLETE", problemsOf(kind, checked.error, body));
}
