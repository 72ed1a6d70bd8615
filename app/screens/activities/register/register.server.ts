import type { CallResponse } from "contract";
import { forgetProof, loadProof, type ProofState, proofFor } from "~/activities/proof.server";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import type { ShownField } from "./answer-fields";
import type { Answers } from "./answers";

type Registration = CallResponse<"activityRegistration">;
type Signup = NonNullable<CallResponse<"activityMySignup">["signup"]>;

/** The options of a field: its own choices, a list of the activity, or one of the site. */
async function itemsOf(
  scope: Scope,
  activityId: number,
  { choices, lookup, dictionary }: Registration["fields"][number],
): Promise<ShownField["items"]> {
  const { publicGateway: gateway } = scope;
  const none = { items: [] as ShownField["items"] };
  if (lookup !== null)
    return (
      await orWithout(scope, gateway.call("activityLookupItems", { activityId, classCode: lookup }), none)
    ).items;
  if (dictionary !== null)
    return (await orWithout(scope, gateway.call("activityDictionaryData", { type: dictionary }), none)).items;
  return choices;
}

/** The number of categories for which register.module.css has rules. */
const categoryRulesMax = 12;

/** The fields of an activity with their options, and the files of the visitor's sign-up. */
export async function shownFields(
  scope: Scope,
  { activity, fields }: Pick<Registration, "activity" | "fields">,
  own: Signup | null,
): Promise<ShownField[]> {
  const names = new Map(activity.categories.map(({ key, name }) => [key, name]));
  const places = new Map(activity.categories.map(({ key }, index) => [key, String(index)]));
  // With more categories than the style sheet has rules for, all fields are shown with the names of their categories.
  const hasRules = activity.categories.length > 1 && activity.categories.length <= categoryRulesMax;
  return Promise.all(
    fields.map(async (field) => ({
      ...field,
      items: field.type === "choice" ? await itemsOf(scope, activity.id, field) : [],
      of:
        hasRules && field.categories.length > 0
          ? field.categories.flatMap((key) => places.get(key) ?? []).join(" ")
          : undefined,
      only: field.categories.map((key) => names.get(key) ?? key).join("、"),
      fileName: own?.answers.find(({ key }) => key === field.key)?.file?.name ?? "",
    })),
  );
}

/** The sign-up of the account, or of the guest whose contact is proved; null without one. */
export async function mySignup(scope: Scope, activityId: number): Promise<Signup | null> {
  const proof = proofFor(scope, activityId);
  const signedIn = await scope.signedIn();
  if (!signedIn && !proof) return null;
  try {
    const request = { activityId, uuid: signedIn ? "" : (proof?.uuid ?? "") };
    return (await scope.gateway.call("activityMySignup", request)).signup;
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "GUEST_PROOF_INVALID") throw error;
    forgetProof(scope, activityId);
    return null;
  }
}

/**
 * The member's sign-up for a page about something else; null without one. It looks for no guest's sign-up, because
 * visitors share such pages.
 */
export async function signupBeside(scope: Scope, activityId: number): Promise<Signup | null> {
  if (!(await scope.signedIn())) return null;
  const signup = scope.gateway.call("activityMySignup", { activityId, uuid: "" });
  return (await orWithout(scope, signup, { signup: null })).signup;
}

/**
 * The initial values of the registration form, and the state of the contact's proof when the account has no contact.
 */
export async function beginning(
  scope: Scope,
  { activity, bound, obstacle }: Registration,
  own: Signup | null,
): Promise<{ name: string; answers: Answers; proof: ProofState | null }> {
  if (own)
    return {
      name: own.name,
      answers: Object.fromEntries(own.answers.map(({ key, value }) => [key, value])),
      proof: null,
    };
  const none = { name: "", answers: {} as Answers };
  if (obstacle !== null && !scope.forms.shownAgain) return { ...none, proof: null };
  const defaults = (await scope.signedIn())
    ? await orWithout(scope, scope.gateway.call("activityAccountDetail", { activityId: activity.id }), none)
    : none;
  const proof = bound.length > 0 ? null : await loadProof(scope, activity.id, activity.verify);
  return { name: defaults.name, answers: defaults.answers, proof };
}
