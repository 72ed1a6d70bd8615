import { parseWithZod } from "@conform-to/zod/v4";
import { id, submissionId } from "contract/base/fields";
import { suggestionFields } from "contract/feedback/fields";
import { z } from "zod";

/**
 * The suggestion form (spec 7.2, insert user advice). `images` are storage names of pictures that are already
 * uploaded.
 */
export const suggestionSchema = z.object({
  ...suggestionFields,
  /** What a question to an engineer is about. */
  product: id.optional(),
  images: z.array(z.string()).default([]),
  submissionId: submissionId.optional(),
});
export type SuggestionShape = {
  type: string;
  text: string;
  product: string;
  contact: string;
  images: string[];
  submissionId: string;
};

export const validate = (form: FormData) => parseWithZod(form, { schema: suggestionSchema }) as never;
