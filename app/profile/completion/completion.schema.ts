import { parseWithZod } from "@conform-to/zod/v4";
import { basicProfile, extendedProfile } from "contract/profile/fields";
import { z } from "zod";
import { basicChoices, savedProfile } from "../profile.schema";
import type { CompletionStep } from "./steps";

const basic = basicProfile.omit({ sex: true }).extend({
  province: basicChoices.province,
  city: basicChoices.city,
  county: basicChoices.county,
});

/** The rules of the extended section without the interest directions, which the next step asks. */
const identity = z
  .looseObject({})
  .transform((form): z.input<typeof extendedProfile> => ({ ...form, interestDirection: ["1"] }))
  .pipe(extendedProfile);

/** The rules of each step (spec 5.1, 5.2, 5.6). The last one saves and checks everything. */
export const stepSchemas = { basic, identity, interests: savedProfile, contacts: z.object({}) };

const interests = z
  .looseObject({})
  .transform((form) => ({ interestDirection: (form as Record<string, unknown>).interestDirection }))
  .pipe(z.object({ interestDirection: z.union([z.string(), z.array(z.string())], "请选择") }));

const inBrowser = { ...stepSchemas, interests };

export const validatorOf = (step: CompletionStep) => ({
  validate: (form: FormData) => parseWithZod(form, { schema: inBrowser[step] as z.ZodType }) as never,
});
