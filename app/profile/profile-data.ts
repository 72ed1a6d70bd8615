import type { SaveResult } from "contract/profile/fields";
import type { FormFailure } from "~/forms/result";

/** The profile as the form's fields: strings, empty without a value. */
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
  /** The first-level industry; it only selects the options of the second. */
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
  /** Not in the form; it keeps its stored value. */
  def1: string;
}

export interface Option {
  value: string;
  name: string;
}

/** The options of the selects; those of a lower level depend on the choice above. */
export interface ProfileOptions {
  /** Provinces, cities, counties. */
  regions: [Option[], Option[], Option[]];
  /** First level and second level. */
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
  /** The avatar's address; null for the default one. */
  icon: string | null;
  /** The school cannot be changed (spec 3.4, bindschool). */
  schoolLocked: boolean;
  /** The parts under review, as words (spec 2.8). */
  underReview: string[];
}

/** The answer of the form's action without a redirect. */
export interface ProfileAnswer extends FormFailure {
  /** The options for the posted choices. */
  options?: ProfileOptions;
  /** The result of an avatar that was uploaded alone. */
  avatar?: { icon: string; message: string };
  /** The avatar must be chosen again: a page cannot fill a file field. */
  chooseAvatarAgain?: true;
}

/** The answer to a dialog that keeps its page. */
export interface ProfileSaved {
  saved: SaveResult;
  message: string;
}

/** The intents of the form's buttons. They are all in one form, so nothing typed is lost. */
export const saveIntent = "profile";
export const optionsIntent = "options";
export const avatarIntent = "avatar";
