import { parseWithZod } from "@conform-to/zod/v4";
import { basicProfile, contactFields, extendedProfile } from "contract/profile";
import { z } from "zod/v4";

/** The form of personal information (spec 5.1 to 5.3, 5.6): both sections, so that everything that is wrong is said at once. */
export const profileSchema = z.intersection(
  basicProfile.extend({ ...contactFields.shape, county: z.string("请选择地址") }),
  extendedProfile,
);
export type ProfileInput = z.output<typeof profileSchema>;

export const validate = (form: FormData) => parseWithZod(form, { schema: profileSchema }) as never;
