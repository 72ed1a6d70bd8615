import { parseWithZod } from "@conform-to/zod/v4";
import { appealText } from "contract/moderation/appeals/calls";
import { z } from "zod";

/** An appeal: used by the action and by the browser. */
export const appealSchema = z.object({ text: appealText });

export const validate = (form: FormData) => parseWithZod(form, { schema: appealSchema });
