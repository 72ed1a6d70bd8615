import { data } from "@remix-run/node";
import { z } from "zod";
import type { Failure } from "~/failure/failure";
import { type GiveBack, giveBack } from "~/forms/give-back.server";
import { undecidedIntent } from "~/forms/result";
import type { Fields, Parsed } from "./inputs.server";
import type { Scope } from "./scope.server";
import type { FormTools } from "./submit.server";

const undecidedProblem = "没有说明要怎么处理，所以什么都没有做；请按其中一个按钮";

/** The answer to a pressed button: a redirect, or the form again. */
export type Answer = Response | GiveBack;

/** The arguments of all intents of a screen. */
export interface ActionTools<Query extends Fields = Fields, Params extends Fields = Fields>
  extends FormTools,
    Parsed<Query, Params> {
  scope: Scope;
  request: Request;
  url: URL;
  /** The address of the request: path and query. */
  here: string;
  /** The text after the colon of an intent: `draft:12`. */
  argument: string | undefined;
  /**
   * Answers an accepted form: redirects (303) to a page and shows a notice at its head. `undo` adds an undo button to
   * the notice: a moderators' batch by its number, or a review of an activity's sign-ups as `activity:review`.
   */
  done(path: string, notice?: string, undo?: number | `${number}:${number}`): Promise<Response>;
}

type Run<Tools> = (tools: Tools) => Promise<Answer>;

/**
 * What a screen's forms do, by the part of the pressed button's intent before the colon. `default` handles only a
 * form without an intent; an intent that is not in the table does nothing. Wrap an intent in `submitted` when its
 * fields must be valid.
 */
export type Intents<Query extends Fields = Fields, Params extends Fields = Fields> = Record<
  string,
  Run<ActionTools<Query, Params>>
>;

/**
 * An intent whose form must be valid by a schema. Problems found here or upstream come back with the form
 * (`FormTools.submit`).
 */
export function submitted<Schema extends z.ZodType, Tools extends Pick<FormTools, "submit"> = ActionTools>(
  schema: Schema,
  run: (value: z.output<Schema>, tools: Tools) => Promise<Answer>,
): Run<Tools> {
  return (tools) => tools.submit(schema, (value) => run(value, tools));
}

/** The schema of a form with only a button. */
export const noFields = z.object({});

/** A screen's main intent; a form without an intent means the same (`EnterButton`, a form posted by a program). */
export const mainIntent = <Name extends string, Tools>(name: Name, run: Run<Tools>) =>
  ({ [name]: run, default: run }) as Record<Name | "default", Run<Tools>>;

/**
 * Throws the 400 page for a form whose intent the screen does not know: it says that nothing was done and shows the
 * typed text. For a form with several outcomes use `undecided`.
 */
export function undecidedPage({ traceId, forms: { unsaved } }: Pick<Scope, "traceId" | "forms">): never {
  const failure = { kind: "refused", message: undecidedProblem, traceId } as const;
  throw data<Failure>({ ...failure, ...(unsaved ? { unsaved } : {}) }, { status: 400 });
}

/**
 * The `default` of a form with several outcomes: posted without a known intent it does nothing, and comes back with
 * everything typed. Such a form also shows the failure of the intent `undecidedIntent`.
 */
export const undecided = async ({ scope, form }: Pick<ActionTools, "scope" | "form">): Promise<Answer> =>
  giveBack(scope, { intent: undecidedIntent, typed: form }, { status: 400, problems: [undecidedProblem] });
