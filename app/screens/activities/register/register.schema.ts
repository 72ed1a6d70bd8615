import { categoryKey, policyVersion, realName } from "contract/activities/fields";
import { submissionId } from "contract/base/fields";
import { z } from "zod";
import { proveSchema } from "~/activities/proof.schema";

const consented = "请先阅读并同意活动隐私政策";
/** Whether a check box is ticked. */
const ticked = z
  .string()
  .optional()
  .transform((value) => value === "1");

/** The chosen value of radio buttons, whose name an empty hidden field shares. */
const chosenCategory = z.preprocess(
  (value) =>
    [value]
      .flat()
      .filter((one) => one !== "")
      .at(-1),
  categoryKey,
);

/** The fields of a sign-up that can change: all except its contact and consents. */
export const changeSchema = z.object({ category: chosenCategory, name: realName, wait: ticked });

/** The registration form of a visitor whose contact is proved. */
export const signUpSchema = z.object({
  ...changeSchema.shape,
  agreed: z.literal("1", consented),
  policyVersion: policyVersion.catch(""),
  channel: z.enum(["phone", "email"], "请选择联系方式").optional(),
  submissionId: submissionId.optional(),
});

/** The registration form with the proof of a contact. */
export const proveAndSignUpSchema = z.object({ ...signUpSchema.shape, ...proveSchema.shape });
