import { parseWithZod } from "@conform-to/zod/v4";
import { innerMessageText } from "contract/calls/messages";
import { submissionId } from "contract/fields";
import { z } from "zod/v4";

/** A message to a person: used by the action and by the browser. */
export const innerMessageSchema = z.object({ text: innerMessageText, submissionId });
export type InnerMessageShape = { text: string; submissionId: string };

export const validate = (form: FormData) => parseWithZod(form, { schema: innerMessageSchema });
