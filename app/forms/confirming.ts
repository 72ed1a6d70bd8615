/** The intent and fields of the form that confirms the identity. No other form uses these names. */
export const confirmIntent = "confirm-identity";
export const confirmFields = {
  password: "confirmPassword",
  code: "confirmCode",
  passkey: "confirmPasskey",
  /** The waiting form as JSON. As separate fields, it would be taken for a submission of that form. */
  posted: "confirmedForm",
  /** The intent of the waiting form's button. */
  pressed: "confirmedIntent",
  /** "1" if the waiting form had files. */
  lostFiles: "confirmedFiles",
} as const;

/** The data of that form. */
export interface Confirming {
  /** The ways in which the person can confirm. `passkey` has the browser's options; null without one. */
  ways: { password: boolean; code: boolean; passkey: string | null };
  /** The waiting form, which comes back after the confirmation. */
  posted: [name: string, value: string][];
  pressed: string;
  /** The address for a person who does not want to confirm; null for the present page. */
  back: string | null;
  /** Whether the form had files. They are lost, because a page cannot fill in a file field. */
  lostFiles: boolean;
  /** The problem of the last try. */
  problem: string | null;
}
