import { missingFields } from "contract/profile/fields";
import { orWithout } from "~/failure/explain.server";
import { screenAt } from "~/navigation/screen-at";
import type { Scope } from "~/request/scope.server";
import { loadProfileForm, ownProfile, profileValues, reviewsOf } from "../load-profile.server";
import { keptDraft } from "./draft.server";
import { type CompletionData, completionSteps, firstStep } from "./steps";

/** Spec 5.7, where the gateway leaves it to the portal: read off what the person has said of themselves. */
async function lacksInformation(scope: Scope): Promise<boolean> {
  if ((await scope.config()).registerConfig !== 2) return false;
  const profile = await ownProfile(scope);
  if (!profile || reviewsOf(profile).length > 0) return false;
  return (profile.missing ?? missingFields(profileValues(profile))).length > 0;
}

/** What the modal is drawn from, with what was entered in its steps before. */
export async function completionData(scope: Scope): Promise<CompletionData> {
  const draft = keptDraft(scope);
  const form = await loadProfileForm(scope, draft?.values);
  const { phone, email } = form.values;
  const steps = completionSteps.filter((step) => step !== "contacts" || !phone || !email);
  const begun = draft && steps.includes(draft.step) ? draft.step : null;
  const lacking = begun ?? firstStep(missingFields(form.values), form.values);
  // Whoever comes back from binding with everything entered has only to save it.
  return { ...form, steps, step: lacking ?? (draft ? "interests" : "basic"), entered: draft !== null };
}

/**
 * The completion modal, where it is due (spec 2.3, 4, 5.7): the gateway says that something is missing, no
 * policy waits to be accepted, and the page holds nothing that somebody has typed. Null otherwise; nothing is
 * asked for then.
 */
export async function loadCompletion(scope: Scope, url: URL): Promise<CompletionData | null> {
  const load = async () => {
    const detail = await scope.personal();
    if (!detail || detail.pendingPolicies.length > 0 || scope.forms.shownAgain) return null;
    if (screenAt(url.pathname)?.completion === "never") return null;
    return (detail.needsCompletion ?? (await lacksInformation(scope))) ? completionData(scope) : null;
  };
  // The page itself says what is wrong; the modal comes with the next one.
  return orWithout(scope, load(), null);
}
