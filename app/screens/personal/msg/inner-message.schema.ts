import { parseWithZod } from "@conform-to/zod/v4";
import { submissionId } from "contract/base/fields";
import { innerMessageText } from "contract/messages/calls";
import { z } from "zod";

/** A message to a person: used by the action and by the browser. */
export const innerMessageSchema = z.object({ text: innerMessageText, submissionId });
export type InnerMessageShape = { text: string; submissionId: string };

export const validate = (form: FormData) => parseWithZod(form, { schema: innerMessageSchema });
