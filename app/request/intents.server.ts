import { data } from "@remix-run/node";
import { z } from "zod";
import type { Failure } from "~/failure/failure";
import { type GiveBack, giveBack } from "~/forms/give-back.server";
import { undecidedIntent } from "~/forms/result";
import type { Fields, Parsed } from "./inputs.server";
import type { Scope } from "./scope.server";
import type { FormTools } from "./submit.server";

const undecidedProblem = "没有说明要怎么处理，所以什么都没有做；请按其中一个按钮";

/** What a pressed button is answered with: an address to go to, or its form again. */
export type Answer = Response | GiveBack;

/** What every intent of a screen is given. */
export interface ActionTools<Query extends Fields = Fields, Params extends Fields = Fields>
  extends FormTools,
    Parsed<Query, Params> {
  scope: Scope;
  request: Request;
  url: URL;
  /** The address that was posted to: path and query. */
  here: string;
  /** What stands after the colon of an intent: `draft:12`. */
  argument: string | undefined;
  /**
   * The one way to answer a form that was accepted: a notice at the head of the page that it leads to, asked
   * for anew (303). What can be undone is named, and the message offers it: a moderators' batch by its number, a review
   * of an activity's sign-ups as `activity:review`.
   */
  done(path: string, notice?: string, undo?: number | `${number}:${number}`): Promise<Response>;
}

type Run<Tools> = (tools: Tools) => Promise<Answer>;

/**
 * What a screen's forms do, by the intent of the pressed button up to its colon. `default` is for a form
 * without an intent, and for nothing else: an intent that the table does not name decides nothing. Wrap one whose fields have to be valid in `submitted`.
 */
export type Intents<Query extends Fields = Fields, Params extends Fields = Fields> = Record<
  string,
  Run<ActionTools<Query, Params>>
>;

/**
 * An intent whose form must be valid by a schema: what is wrong, here or upstream, comes back with the form
 * (`FormTools.submit`).
 */
export function submitted<Schema extends z.ZodType, Tools extends Pick<FormTools, "submit"> = ActionTools>(
  schema: Schema,
  run: (value: z.output<Schema>, tools: Tools) => Promise<Answer>,
): Run<Tools> {
  return (tools) => tools.submit(schema, (value) => run(value, tools));
}

/** The schema of a form that has nothing but its button. */
export const noFields = z.object({});

/** What a screen is for: its form without an intent means the same (`EnterButton`, a form posted by hand). */
export const mainIntent = <Name extends string, Tools>(name: Name, run: Run<Tools>) =>
  ({ [name]: run, default: run }) as Record<Name | "default", Run<Tools>>;

/**
 * The page that says that nothing was done, for a form that asks for what its screen does not do: 400, with all that was
 * typed. A form with several outcomes comes back itself (`undecided`).
 */
export function undecidedPage({ traceId, forms: { unsaved } }: Pick<Scope, "traceId" | "forms">): never {
  const failure = { kind: "refused", message: undecidedProblem, traceId } as const;
  throw data<Failure>({ ...failure, ...(unsaved ? { unsaved } : {}) }, { status: 400 });
}

/**
 * The `default` of a form with several outcomes: posted without one that it has, it decides nothing and comes back with
 * all that was typed. Such a form shows the failure of the intent `undecidedIntent` beside those of its buttons.
 */
export const undecided = async ({ scope, form }: Pick<ActionTools, "scope" | "form">): Promise<Answer> =>
  giveBack(scope, { intent: undecidedIntent, typed: form }, { status: 400, problems: [undecidedProblem] });
