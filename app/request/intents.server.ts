import { z } from "zod/v4";
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
   * for anew (303). A moderator's batch that can be undone is named: the message offers it.
   */
  done(path: string, notice?: string, undo?: number): Promise<Response>;
}

type Run<Tools> = (tools: Tools) => Promise<Answer>;

/**
 * What a screen's forms do, by the intent of the pressed button up to its colon. `default` is for a form
 * without an intent. Wrap one whose fields have to be valid in `submitted`.
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

/**
 * The `default` of a form with several outcomes: posted without one that it has, it decides nothing and comes back with
 * all that was typed. Such a form shows the failure of the intent `undecidedIntent` beside those of its buttons.
 */
export const undecided: Run<ActionTools> = async ({ scope, form }) =>
  giveBack(scope, { intent: undecidedIntent, typed: form }, { status: 400, problems: [undecidedProblem] });
