import { parseWithZod } from "@conform-to/zod/v4";
import { submissionId } from "contract/base/fields";
import { innerMessageText } from "contract/messages/calls";
import { z } from "zod";

/** The schema of a private message; the action and the browser both use it. */
export const innerMessageSchema = z.object({ text: innerMessageText, submissionId });
export type InnerMessageShape = { text: string; submissionId: string };

export const validate = (form: FormData) => parseWithZod(form, { schema: innerMessageSchema });
