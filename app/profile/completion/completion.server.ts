import { missingFields } from "contract/profile/fields";
import { orWithout } from "~/failure/explain.server";
import { screenAt } from "~/navigation/screen-at";
import type { Scope } from "~/request/scope.server";
import { loadProfileForm, ownProfile, profileValues, reviewsOf } from "../load-profile.server";
import { keptDraft } from "./draft.server";
import { type CompletionData, completionSteps, firstStep } from "./steps";

/** Computes from the member's information whether something is missing (spec 5.7), for upstreams that do not say. */
async function lacksInformation(scope: Scope): Promise<boolean> {
  if ((await scope.config()).registerConfig !== 2) return false;
  const profile = await ownProfile(scope);
  if (!profile || reviewsOf(profile).length > 0) return false;
  return (profile.missing ?? missingFields(profileValues(profile))).length > 0;
}

/** The data of the dialog, with the values entered in earlier steps. */
export async function completionData(scope: Scope): Promise<CompletionData> {
  const draft = keptDraft(scope);
  const form = await loadProfileForm(scope, draft?.values);
  const { phone, email } = form.values;
  const steps = completionSteps.filter((step) => step !== "contacts" || !phone || !email);
  const startStep = draft && steps.includes(draft.step) ? draft.step : null;
  const nextStep = startStep ?? firstStep(missingFields(form.values), form.values);
  // A member who returns after binding a contact may only have to save.
  return { ...form, steps, step: nextStep ?? (draft ? "interests" : "basic"), entered: draft !== null };
}

/**
 * The data of the completion dialog (spec 2.3, 4, 5.7) when all is true: information is missing, no policy waits for
 * consent, and the page has no typed form. Otherwise null, without any further call.
 */
export async function loadCompletion(scope: Scope, url: URL): Promise<CompletionData | null> {
  const load = async () => {
    const detail = await scope.personal();
    if (!detail || detail.pendingPolicies.length > 0 || scope.forms.shownAgain) return null;
    if (screenAt(url.pathname)?.completion === "never") return null;
    return (detail.needsCompletion ?? (await lacksInformation(scope))) ? completionData(scope) : null;
  };
  // A failure is ignored: the next page can show the dialog.
  return orWithout(scope, load(), null);
}
