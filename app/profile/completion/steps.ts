import type { CompletenessField } from "contract/profile/fields";
import type { ProfileFormData, ProfileValues } from "../profile-data";

/** The steps of the completion dialog in order: the fields of spec 5.7 in small groups. */
export const completionSteps = ["basic", "identity", "interests", "contacts"] as const;
export type CompletionStep = (typeof completionSteps)[number];

export const stepNames: Record<CompletionStep, string> = {
  basic: "昵称和地区",
  identity: "身份",
  interests: "感兴趣的方向",
  contacts: "联系方式",
};

/** The step of a field; undefined for a field of no step. */
export function stepOf(field: string): CompletionStep | undefined {
  if (["username", "province", "city", "county"].includes(field)) return "basic";
  if (field === "phone" || field === "email") return "contacts";
  if (field === "interestDirection") return "interests";
  const identity = [
    "identity",
    "developtype",
    "fullName",
    "companyName",
    "industryGroup",
    "industry",
    "post",
  ];
  return [...identity, "school", "teaMajor", "leaMajor", "eduBackground", "entryDate"].includes(field)
    ? "identity"
    : undefined;
}

/** The first step with a missing field; undefined without one. */
export function firstStep(
  missing: readonly CompletenessField[],
  { county }: ProfileValues,
): CompletionStep | undefined {
  const incompleteSteps = new Set([...missing, ...(county ? [] : ["county"])].map(stepOf));
  return completionSteps.find((step) => incompleteSteps.has(step));
}

/** The data of the dialog: the form's data with the entered values, and the current step. */
export interface CompletionData extends ProfileFormData {
  step: CompletionStep;
  /** The steps of this member: bound contacts need no step. */
  steps: CompletionStep[];
  /** Whether there are entered values that are not saved. */
  entered: boolean;
}

/** The answer to a script: the next step. */
export interface CompletionMoved {
  step: CompletionStep;
}

export const nextIntent = "next";
export const stepIntent = "step";
