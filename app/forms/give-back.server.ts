import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { z } from "zod";
import type { Scope } from "~/request/scope.server";
import type { FormFailure } from "./result";
import { typedFields } from "./typed-fields";

const anything = z.record(z.string(), z.unknown());

/** The status and messages of a form that comes back. */
export interface GivenBack {
  /** 200 without problems, for example after a preview or an upload. */
  status?: number;
  /** Messages at the form's head. */
  problems?: string[] | undefined;
  /** Messages beside its fields. */
  fields?: Record<string, string[]> | undefined;
  dialog?: FormFailure["dialog"];
  /** The refusal's code, for scripts and for more content on the page. */
  code?: string | undefined;
}

/** An action's answer that shows the form again. */
export type GiveBack<More extends object = object> = ReturnType<typeof data<FormFailure & More>>;

/**
 * Shows a form again with everything typed and the messages; the page does so even when the session has ended.
 * `intent` is the form's own; `typed` is the posted form or its parsed submission. `more` is added for the page.
 */
export function giveBack<More extends object = object>(
  scope: { forms: Pick<Scope["forms"], "shownAgain" | "unsaved"> },
  { intent, typed }: { intent: string; typed: FormData | Submission<unknown, string[]> },
  { status = 200, problems, fields, dialog = null, code }: GivenBack = {},
  more?: More,
): GiveBack<More> {
  scope.forms.shownAgain = true;
  const submission = typed instanceof FormData ? parseWithZod(typed, { schema: anything }) : typed;
  const error = problems || fields ? { formErrors: problems ?? [], fieldErrors: fields ?? {} } : {};
  // A page never shows a password again, nor stores it.
  const hideFields = Object.keys(submission.payload ?? {}).filter((name) => /password/i.test(name));
  // The schema has not checked this form, so empty fields are not marked as wrong.
  const unchecked = typed instanceof FormData ? { state: { validated: {} }, fields: [] } : {};
  const result = { ...submission.reply({ ...error, hideFields }), ...unchecked };
  // An upload or a confirmation may have changed the form since it was posted.
  const { fields: posted = [], lostFiles = false } = scope.forms.unsaved ?? {};
  const written = typed instanceof FormData ? typedFields(typed) : posted;
  scope.forms.unsaved = { intent, fields: written, lostFiles };
  const failure: FormFailure = { intent, result, dialog, ...(code ? { code } : {}) };
  return data({ ...failure, ...more } as FormFailure & More, { status });
}

/** The form's token is missing or belongs to another session. */
export const expiredForm: GivenBack = {
  status: 403,
  problems: ["表单已过期或不是从本站提交的，内容已为你保留，请再提交一次"],
};
