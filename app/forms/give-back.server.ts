import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { z } from "zod";
import type { Scope } from "~/request/scope.server";
import type { FormFailure } from "./result";

const anything = z.record(z.string(), z.unknown());

/** What a form that comes back says. */
export interface GivenBack {
  /** 200 where nothing was wrong: a preview, or files that were stored. */
  status?: number;
  /** At the form's head. */
  problems?: string[] | undefined;
  /** Beside its fields. */
  fields?: Record<string, string[]> | undefined;
  dialog?: FormFailure["dialog"];
  /** The refusal's, for the script and for what is to be shown besides. */
  code?: string | undefined;
}

/** The answer of an action that gives a form back. */
export type GiveBack<More extends object = object> = ReturnType<typeof data<FormFailure & More>>;

/**
 * The one way to show a form again: everything that was typed is in it, with what is to be said, and the page
 * keeps it whoever is signed in by now. `intent` is the form's own; `typed` is what was posted, or that as
 * its schema found it. `more` is what the page needs besides.
 */
export function giveBack<More extends object = object>(
  scope: { forms: Pick<Scope["forms"], "shownAgain" | "unsaved"> },
  { intent, typed }: { intent: string; typed: FormData | Submission<unknown, string[]> },
  { status = 200, problems, fields, dialog = null, code }: GivenBack = {},
  more?: More,
): GiveBack<More> {
  scope.forms.shownAgain = true;
  const submission = typed instanceof FormData ? parseWithZod(typed, { schema: anything }) : typed;
  const said = problems || fields ? { formErrors: problems ?? [], fieldErrors: fields ?? {} } : {};
  // A password is nothing that a page shows again, nor carries about.
  const hideFields = Object.keys(submission.payload ?? {}).filter((name) => /password/i.test(name));
  // Nobody asked for the fields to be checked: what is still empty is not wrong yet.
  const unchecked = typed instanceof FormData ? { state: { validated: {} }, fields: [] } : {};
  const result = { ...submission.reply({ ...said, hideFields }), ...unchecked };
  scope.forms.unsaved = Object.fromEntries(
    Object.entries(result.initialValue ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
  const failure: FormFailure = { intent, result, dialog, ...(code ? { code } : {}) };
  return data({ ...failure, ...more } as FormFailure & More, { status });
}

/** The form's token was another session's, or none. */
export const expiredForm: GivenBack = {
  status: 403,
  problems: ["表单已过期或不是从本站提交的，内容已为你保留，请再提交一次"],
};
