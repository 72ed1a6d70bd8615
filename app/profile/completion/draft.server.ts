import { interestsMax, profileTextMax } from "contract/profile/constants";
import type { Scope } from "~/request/scope.server";
import type { ProfileValues } from "../profile-data";
import { type CompletionStep, completionSteps, stepOf } from "./steps";

/**
 * What somebody has entered in the steps of the completion modal, kept in the signed session between them and
 * over a reload. Short, since the whole cookie must stay under 4 KB; it ends with the login.
 */
export interface CompletionDraft {
  /** Whose it is. */
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

/** The fields of the steps in a posted form, as long as they may be. */
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

/** The step that a posted form is of. */
export function stepIn(form: FormData): CompletionStep {
  const step = form.get("step");
  return completionSteps.find((name) => name === step) ?? "basic";
}

/** Keeps what a posted form has, and where its person stands from now on. */
export function keepDraft(scope: Scope, form: FormData, step: CompletionStep): void {
  const values = { ...keptDraft(scope)?.values, ...valuesIn(form) };
  scope.session.set("completion", { uid: whoseNow(scope), step, values });
}
