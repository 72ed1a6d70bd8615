import type { SubmissionResult } from "@conform-to/react";

/**
 * What an action answers when a form was not accepted: the typed input and the messages for the form to show
 * again, and the blocking dialog of spec 4 that stands in the way, if one does.
 */
export interface FormFailure {
  intent: string;
  result: SubmissionResult<string[]>;
  dialog: "login" | "phone" | "disclaimer" | null;
  /** The refusal's code (`contract/refusals`), where the gateway refused it. */
  code?: string;
  /** What the page shows anew after a refusal (`useFresh`). */
  fresh?: object | null;
}

/** The failure of the form with this intent, if the last action was its. */
export function failureOf(actionData: unknown, intent: string): FormFailure | undefined {
  if (typeof actionData !== "object" || actionData === null || !("result" in actionData)) return undefined;
  const failure = actionData as FormFailure;
  return failure.intent === intent ? failure : undefined;
}

/** Whether an intent is one of these, as a whole or by its name before the colon: `approve:12` of `approve`. */
export const isOneOf = (intent: string, names: readonly string[]): boolean =>
  names.some((name) => intent === name || intent.startsWith(`${name}:`));

/** What the answer says where a form with several outcomes was posted without one. */
export const undecidedIntent = "undecided";

/**
 * The failure of a form with several outcomes: of whichever of its buttons was pressed (`approve:12` of `approve`), or of
 * none.
 */
export function failureOfAny(actionData: unknown, intents: readonly string[]): FormFailure | undefined {
  const names = [...intents, undecidedIntent];
  const pressed = (actionData as Partial<FormFailure> | undefined)?.intent ?? "";
  return isOneOf(pressed, names) ? failureOf(actionData, pressed) : undefined;
}
