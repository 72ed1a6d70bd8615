import type { CallResponse } from "contract";
import { forgetProof, loadProof, type ProofState, proofFor } from "~/activities/proof.server";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import type { ShownField } from "./answer-fields";
import type { Answers } from "./answers";

type Registration = CallResponse<"activityRegistration">;
type Signup = NonNullable<CallResponse<"activityMySignup">["signup"]>;

/** What a field is chosen from: its own choices, a list of the activity's, or one of the site's. */
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

/** The categories that register.module.css tells apart. */
const toldCategories = 12;

/** The fields of an activity with what they are chosen from, and the files that a sign-up has already. */
export async function shownFields(
  scope: Scope,
  { activity, fields }: Pick<Registration, "activity" | "fields">,
  own: Signup | null,
): Promise<ShownField[]> {
  const names = new Map(activity.categories.map(({ key, name }) => [key, name]));
  const places = new Map(activity.categories.map(({ key }, index) => [key, String(index)]));
  // Where there are more than the sheet has rules for, every field stands there, and says whose it is.
  const isTold = activity.categories.length > 1 && activity.categories.length <= toldCategories;
  return Promise.all(
    fields.map(async (field) => ({
      ...field,
      items: field.type === "choice" ? await itemsOf(scope, activity.id, field) : [],
      of:
        isTold && field.categories.length > 0
          ? field.categories.flatMap((key) => places.get(key) ?? []).join(" ")
          : undefined,
      only: field.categories.map((key) => names.get(key) ?? key).join("、"),
      fileName: own?.answers.find(({ key }) => key === field.key)?.file?.name ?? "",
    })),
  );
}

/** One's own sign-up, of an account or of the guest whose contact was proved; null where there is none. */
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
 * What the signed-in person signed up with, for a page that is about something else; null without it. A guest's is not
 * looked for: pages of visitors are shared.
 */
export async function signupBeside(scope: Scope, activityId: number): Promise<Signup | null> {
  if (!(await scope.signedIn())) return null;
  const asked = scope.gateway.call("activityMySignup", { activityId, uuid: "" });
  return (await orWithout(scope, asked, { signup: null })).signup;
}

/** What the registration form begins with, and what proves the contact where the account has none. */
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
  const known = (await scope.signedIn())
    ? await orWithout(scope, scope.gateway.call("activityAccountDetail", { activityId: activity.id }), none)
    : none;
  const proof = bound.length > 0 ? null : await loadProof(scope, activity.id, activity.verify);
  return { name: known.name, answers: known.answers, proof };
}
