import { interestsMax, profileTextMax } from "contract/profile/constants";
import type { Scope } from "~/request/scope.server";
import type { ProfileValues } from "../profile-data";
import { type CompletionStep, completionSteps, stepOf } from "./steps";

/**
 * The values entered in the steps of the completion dialog, stored in the signed session cookie until they are saved.
 * They must be short, because the whole cookie must stay under 4 KB. Signing out deletes them.
 */
export interface CompletionDraft {
  /** The account of the draft. */
  uid: number;
  step: CompletionStep;
  values: Partial<ProfileValues>;
}

const whoseNow = ({ session }: Scope) => session.get("uid") ?? 0;

export function keptDraft(scope: Scope): CompletionDraft | null {
  const draft = scope.session.get("completion");
  return draft?.uid === whoseNow(scope) ? draft : null;
}

export function forgetDraft({ session }: Scope): void {
  if (session.has("completion")) session.unset("completion");
}

/** The values of the steps in a posted form, cut to their maximum lengths. */
function valuesIn(form: FormData): Partial<ProfileValues> {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of form) {
    const step = stepOf(name);
    if (!step || step === "contacts" || name === "interestDirection") continue;
    values[name] = String(value).slice(0, profileTextMax);
  }
  if (form.has("interestDirection") || form.get("step") === "interests")
    values.interestDirection = form
      .getAll("interestDirection")
      .map((tag) => String(tag).slice(0, 10))
      .slice(0, interestsMax);
  return values;
}

/** The step that a form was posted from. */
export function stepIn(form: FormData): CompletionStep {
  const step = form.get("step");
  return completionSteps.find((name) => name === step) ?? "basic";
}

/** Stores the values of a posted form and the current step. */
export function keepDraft(scope: Scope, form: FormData, step: CompletionStep): void {
  const values = { ...keptDraft(scope)?.values, ...valuesIn(form) };
  scope.session.set("completion", { uid: whoseNow(scope), step, values });
}
