import type { SaveResult } from "contract/profile/fields";
import type { FormFailure } from "~/forms/result";

/** The profile as the form's fields: texts, empty without a value. */
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

/** The options of the selects: those of a next level belong to the choice in the level before. */
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

/** The data of the form. */
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

/** The answer of the form's action when it does not redirect. */
export interface ProfileAnswer extends FormFailure {
  /** For what is chosen in the form as it was posted. */
  options?: ProfileOptions;
  /** The result of an avatar that was sent by itself. */
  avatar?: { icon: string; message: string };
  /** An avatar was chosen and has to be chosen again: a page cannot keep a file in its field. */
  chooseAvatarAgain?: true;
}

/** The answer to a dialog that stays where it is. */
export interface ProfileSaved {
  saved: SaveResult;
  message: string;
}

/** The names of the form's buttons. All stand in the same form, so nothing typed is lost. */
export const saveIntent = "profile";
export const optionsIntent = "options";
export const avatarIntent = "avatar";
