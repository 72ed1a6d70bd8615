import { parseWithZod } from "@conform-to/zod/v4";
import { id, submissionId } from "contract/base/fields";
import { replyContent } from "contract/forum/fields";
import { z } from "zod";

/**
 * The reply form: used by the action and by the browser. `parent` is the post answered, absent for the topic
 * itself.
 */
export const replySchema = z.object({ content: replyContent, parent: id.optional(), submissionId });
export type ReplyShape = { content: string; parent?: number; submissionId: string };

export const validate = (form: FormData) => parseWithZod(form, { schema: replySchema });
