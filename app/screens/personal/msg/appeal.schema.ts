import { parseWithZod } from "@conform-to/zod/v4";
import { appealText } from "contract/moderation/appeals/calls";
import { z } from "zod";

/** The schema of an appeal; the action and the browser both use it. */
export const appealSchema = z.object({ text: appealText });

export const validate = (form: FormData) => parseWithZod(form, { schema: appealSchema });
