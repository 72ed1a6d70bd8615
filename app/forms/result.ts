import type { SubmissionResult } from "@conform-to/react";

/**
 * An action's answer to a form that was not accepted: the typed values, the messages, and the dialog of spec 4 that
 * the member must pass first, if any.
 */
export interface FormFailure {
  intent: string;
  result: SubmissionResult<string[]>;
  dialog: "login" | "phone" | "disclaimer" | null;
  /** The refusal's code (`contract/refusals`), if the gateway refused. */
  code?: string;
  /** New data for the page after a refusal (`useFresh`). */
  fresh?: object | null;
}

/** The failure of the form with this intent, if the last action belonged to it. */
export function failureOf(actionData: unknown, intent: string): FormFailure | undefined {
  if (typeof actionData !== "object" || actionData === null || !("result" in actionData)) return undefined;
  const failure = actionData as FormFailure;
  return failure.intent === intent ? failure : undefined;
}

/** Whether an intent is one of these names, whole or before the colon: `approve:12` is `approve`. */
export const isOneOf = (intent: string, names: readonly string[]): boolean =>
  names.some((name) => intent === name || intent.startsWith(`${name}:`));

/** The intent in the answer to a form with several outcomes that was posted without one. */
export const undecidedIntent = "undecided";

/**
 * The failure of a form with several outcomes, for whichever of its buttons was pressed (`approve:12` for `approve`),
 * or for none.
 */
export function failureOfAny(actionData: unknown, intents: readonly string[]): FormFailure | undefined {
  const names = [...intents, undecidedIntent];
  const pressed = (actionData as Partial<FormFailure> | undefined)?.intent ?? "";
  return isOneOf(pressed, names) ? failureOf(actionData, pressed) : undefined;
}
