import { parseWithZod } from "@conform-to/zod/v4";
import { basicProfile, contactFields, extendedProfile } from "contract/profile/fields";
import { z } from "zod";

/** A choice of the basic section. Conform removes empty fields from the form, so these need a default. */
const place = z.string("请重新选择").max(40, "请重新选择").default("");
export const basicChoices = {
  sex: z
    .enum(["1", "2", "3"], "请重新选择性别")
    .optional()
    .transform((sex) => sex ?? ""),
  province: place,
  city: place,
  county: z.string("请选择地址").max(40, "请选择地址"),
};

/**
 * The form of personal information (spec 5.1 to 5.3, 5.6): both sections in one schema, so that all problems are
 * shown at once.
 */
export const profileSchema = z.intersection(
  basicProfile.extend({ ...contactFields.shape, ...basicChoices }),
  extendedProfile,
);
/**
 * The saved part of the form. Contacts are bound in other steps, and a missing contact does not prevent saving the
 * rest.
 */
export const savedProfile = z.intersection(basicProfile.extend(basicChoices), extendedProfile);
export type SavedProfile = z.output<typeof savedProfile>;

export const validate = (form: FormData) => parseWithZod(form, { schema: profileSchema }) as never;
