import { minuteOf } from "contract/base/time";
import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import type { z } from "zod";
import { Refusal } from "../../server/refusal";
import type { FieldProblems } from "./kinds/kind";

/** What the schemas say of a field that is left empty: they were written for a pack's files. */
const messageFor = ({ code, input }: { code: string; input?: unknown }): string =>
  code === "invalid_type" && (input === undefined || input === null) ? "请填写这一项" : "填写的内容有误";

function problemsOf({ issues }: z.ZodError): FieldProblems {
  const fields: FieldProblems = {};
  for (const { path, message } of issues) {
    const field = String(path[0] ?? "");
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

/** A typed body as a draft is stored, which may lack fields. Throws INVALID_REQUEST beside the fields that are wrong. */
export function checkDraft(kind: ContentKind, typed: ContentBody): ContentBody {
  const checked = contentBodies[kind].draft.safeParse(typed, { error: messageFor });
  if (!checked.success) throw new Refusal("INVALID_REQUEST", problemsOf(checked.error));
  return asTyped(checked.data);
}

/** Throws CONTENT_INCOMPLETE, beside the fields, for a body that may not be published as it is. */
export function checkWhole(kind: ContentKind, body: ContentBody): void {
  const checked = contentBodies[kind].whole.safeParse(body, { error: messageFor });
  if (!checked.success) throw new Refusal("CONTENT_INCOMPLETE", problemsOf(checked.error));
}
