/** The button of the form that shows again who one is, and its fields: no form of a screen has such names. */
export const confirmIntent = "confirm-identity";
export const confirmFields = {
  password: "confirmPassword",
  code: "confirmCode",
  passkey: "confirmPasskey",
  /** The form that waits, as JSON: its own names would make this form look like it. */
  posted: "confirmedForm",
  /** The intent of the button whose form waits. */
  pressed: "confirmedIntent",
} as const;

/** What that form shows. */
export interface Confirming {
  /** By what the person can do it; `passkey` is what the browser needs for one. */
  ways: { password: boolean; code: boolean; passkey: string | null };
  /** The form that waits, which comes back when it is done. */
  posted: [name: string, value: string][];
  pressed: string;
  /** Where whoever thinks better of it goes back to; null for the page itself. */
  back: string | null;
  /** Files came along, which nothing can bring back. */
  lostFiles: boolean;
  /** What was wrong with the last try. */
  problem: string | null;
}
