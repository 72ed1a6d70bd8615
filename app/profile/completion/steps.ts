import type { CompletenessField } from "contract/profile/fields";
import type { ProfileFormData, ProfileValues } from "../profile-data";

/** The completion modal's steps in their order: what spec 5.7 asks for, a few things at a time. */
export const completionSteps = ["basic", "identity", "interests", "contacts"] as const;
export type CompletionStep = (typeof completionSteps)[number];

export const stepNames: Record<CompletionStep, string> = {
  basic: "昵称和地区",
  identity: "身份",
  interests: "感兴趣的方向",
  contacts: "联系方式",
};

/** The step that asks for a field; undefined for one that none asks for. */
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

/** The first step that lacks something; undefined where none does. */
export function firstStep(
  missing: readonly CompletenessField[],
  { county }: ProfileValues,
): CompletionStep | undefined {
  const lacking = new Set([...missing, ...(county ? [] : ["county"])].map(stepOf));
  return completionSteps.find((step) => lacking.has(step));
}

/** What the modal is drawn from: the form's data with what was entered in its steps, and where it stands. */
export interface CompletionData extends ProfileFormData {
  step: CompletionStep;
  /** Those of this person: contacts that are bound are not asked for. */
  steps: CompletionStep[];
  /** Whether something was entered that is not saved yet. */
  entered: boolean;
}

/** What a step answers a script: which one is next. */
export interface CompletionMoved {
  step: CompletionStep;
}

export const nextIntent = "next";
export const stepIntent = "step";
