/** What people are asked to agree to, in the order in which they are asked (spec 2.3). */
export const privacyIds = ["UserHidev", "HiDeveloper", "Disclaimer"] as const;

/** Titles of their dialogs (spec 2.3). */
export const privacyTitles = {
  UserHidev: "用户声明",
  HiDeveloper: "隐私声明",
  Disclaimer: "免责声明",
} as const;

/**
 * Those without which a signed-in person may only look around (spec 4); the disclaimer is asked for where it
 * is needed.
 */
export const requiredPrivacyIds = ["UserHidev", "HiDeveloper"] as const;

export type PrivacyId = (typeof privacyIds)[number];

export type RequiredPrivacyId = (typeof requiredPrivacyIds)[number];

/** All that the ledger can have a decision on: beside those, the policy that is agreed to with a sign-up for an activity. */
export const ledgerPolicyIds = [...privacyIds, "activeprivacyPolicy"] as const;

export type LedgerPolicyId = (typeof ledgerPolicyIds)[number];
