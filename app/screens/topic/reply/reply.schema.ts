import { parseWithZod } from "@conform-to/zod/v4";
import { longId, submissionId } from "contract/base/fields";
import { replyContent } from "contract/forum/fields";
import { z } from "zod";

/**
 * The schema of a reply; the action and the browser both use it. `parent` is the answered post, absent for the topic
 * itself.
 */
export const replySchema = z.object({ content: replyContent, parent: longId.optional(), submissionId });

export const validate = (form: FormData) => parseWithZod(form, { schema: replySchema });
