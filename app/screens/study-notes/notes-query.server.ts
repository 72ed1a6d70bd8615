import { cleanText } from "contract/base/fields";
import { keywordMax } from "contract/training/constants";
import { z } from "zod";
import { optionalId, optionalLongId, pageNumber } from "~/request/inputs.server";

/** Which notes are shown: of one course, with words in them, or one by itself. */
export const notesQuery = z.object({
  course: optionalId,
  q: z
    .string()
    .default("")
    .transform((text) => cleanText(text).trim().slice(0, keywordMax)),
  page: pageNumber,
  note: optionalLongId,
});
