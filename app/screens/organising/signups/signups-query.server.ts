import { codesOf, signupStates } from "contract/activities/choices";
import { categoryKey } from "contract/activities/fields";
import { cleanText } from "contract/base/fields";
import { z } from "zod/v4";
import { pageNumber } from "~/request/inputs.server";

/** What an organiser's list of sign-ups is narrowed down by, as its address says it. */
export const signupsQuery = z.object({
  state: z.enum(codesOf(signupStates)).optional().catch(undefined),
  category: categoryKey.optional().catch(undefined),
  came: z.enum(["1", "0"]).optional().catch(undefined),
  q: z
    .string()
    .default("")
    .transform((text) => cleanText(text).trim().slice(0, 60)),
  page: pageNumber,
});
export type SignupsAsked = z.output<typeof signupsQuery>;
