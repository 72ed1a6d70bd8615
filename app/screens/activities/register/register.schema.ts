import { categoryKey, policyVersion, realName } from "contract/activities/fields";
import { submissionId } from "contract/base/fields";
import { z } from "zod";
import { proveSchema } from "~/activities/proof.schema";

const consented = "请先阅读并同意活动隐私政策";
/** What is ticked. */
const ticked = z
  .string()
  .optional()
  .transform((value) => value === "1");

/** Of a radio button and the empty field before it, what was chosen. */
const chosen = z.preprocess(
  (value) =>
    [value]
      .flat()
      .filter((one) => one !== "")
      .at(-1),
  categoryKey,
);

/** What is changed of a sign-up: all but its contact and what was agreed to. */
export const changeSchema = z.object({ category: chosen, name: realName, wait: ticked });

/** The registration form of somebody whose contact is known. */
export const signUpSchema = z.object({
  ...changeSchema.shape,
  agreed: z.literal("1", consented),
  policyVersion: policyVersion.catch(""),
  channel: z.enum(["phone", "email"], "请选择联系方式").optional(),
  submissionId: submissionId.optional(),
});

/** The same of somebody who proves a contact with it. */
export const proveAndSignUpSchema = z.object({ ...signUpSchema.shape, ...proveSchema.shape });
