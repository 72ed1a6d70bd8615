import { parseWithZod } from "@conform-to/zod/v4";
import { submissionId } from "contract/base/fields";
import { complaintFields } from "contract/feedback/fields";
import { z } from "zod";

/**
 * The complaint form has the same fields as the complaint page. `address` is asked only when the page does not know
 * the subject.
 */
export const complaintSchema = z.object({
  ...complaintFields,
  address: z.string().max(2_000, "地址太长").default(""),
  deviceId: z.string().max(64).catch("").default(""),
  submissionId: submissionId.optional(),
});
export type ComplaintShape = {
  reason: string;
  text: string;
  contact: string;
  address: string;
  deviceId: string;
  submissionId: string;
};

export const validate = (form: FormData) => parseWithZod(form, { schema: complaintSchema }) as never;
