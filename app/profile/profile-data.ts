import type { SaveResult } from "contract/profile/fields";
import type { FormFailure } from "~/forms/result";

/** What one's profile has, as the form's fields have it: texts, empty where nothing is said. */
export interface ProfileValues {
  username: string;
  sex: string;
  province: string;
  city: string;
  county: string;
  phone: string;
  email: string;
  identity: string;
  developtype: string;
  fullName: string;
  companyName: string;
  /** The first-level industry, which only leads to the second. */
  industryGroup: string;
  industry: string;
  post: string;
  school: string;
  teaMajor: string;
  leaMajor: string;
  eduBackground: string;
  entryDate: string;
  interestDirection: string[];
  age: string;
  hobby: string;
  /** Kept as it is: the form does not ask for it. */
  def1: string;
}

export interface Option {
  value: string;
  name: string;
}

/** What the selects offer: those of a next level belong to what is chosen in the one before. */
export interface ProfileOptions {
  /** Provinces, cities, counties. */
  regions: [Option[], Option[], Option[]];
  /** First and second level. */
  industries: [Option[], Option[]];
  developerTypes: Option[];
  identityTypes: Option[];
  educations: Option[];
  /** Forum tags. */
  interests: Option[];
}

/** What the form is drawn from. */
export interface ProfileFormData {
  values: ProfileValues;
  options: ProfileOptions;
  /** Where the avatar is; null for the default one. */
  icon: string | null;
  /** Spec 3.4, bindschool: the school cannot be changed. */
  schoolLocked: boolean;
  /** Spec 2.8: what is under review, in words. */
  underReview: string[];
}

/** What the form's action answers when it leads nowhere. */
export interface ProfileAnswer extends FormFailure {
  /** For what is chosen in the form as it was posted. */
  options?: ProfileOptions;
  /** What became of an avatar that was sent by itself. */
  avatar?: { icon: string; message: string };
  /** An avatar was chosen and has to be chosen again: a page cannot keep a file in its field. */
  chooseAvatarAgain?: true;
}

/** What a dialog is told that stays where it is. */
export interface ProfileSaved {
  saved: SaveResult;
  message: string;
}

/** The names of the form's buttons. All stand in the same form, so nothing typed is lost. */
export const saveIntent = "profile";
export const optionsIntent = "options";
export const avatarIntent = "avatar";
