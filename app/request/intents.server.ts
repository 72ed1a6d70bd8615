import { z } from "zod/v4";
import type { GiveBack } from "~/forms/give-back.server";
import type { Fields, Parsed } from "./inputs.server";
import type { Scope } from "./scope.server";
import type { FormTools } from "./submit.server";

/** What a pressed button is answered with: an address to go to, or its form again. */
export type Answer = Response | GiveBack;

/** What every button of a screen is given. */
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
   * for anew (303).
   */
  done(path: string, notice?: string): Promise<Response>;
}

type Run<Tools> = (tools: Tools) => Promise<Answer>;

/**
 * The buttons of a screen's forms by their intent, up to its colon. `default` is for a form without one of
 * them. One whose texts have to be in order first is `submitted`.
 */
export type Intents<Query extends Fields = Fields, Params extends Fields = Fields> = Record<
  string,
  Run<ActionTools<Query, Params>>
>;

/**
 * A button whose form must fit a schema: what is wrong, here or upstream, comes back with the form
 * (`FormTools.submit`).
 */
export function submitted<Schema extends z.ZodType, Tools extends Pick<FormTools, "submit"> = ActionTools>(
  schema: Schema,
  run: (value: z.output<Schema>, tools: Tools) => Promise<Response>,
): Run<Tools> {
  return (tools) => tools.submit(schema, (value) => run(value, tools));
}

/** The form of a button that says everything itself. */
export const noFields = z.object({});
