import { parseWithZod } from "@conform-to/zod/v4";
import { replyContent } from "contract/forum/fields";
import { z } from "zod";
import { baseEditedAtField } from "./posting.schema";

/** The schema of the form that edits a reply. */
export const editPostSchema = z.object({ content: replyContent, baseEditedAt: baseEditedAtField });
export type EditPostShape = { content: string };

export const validate = (form: FormData) => parseWithZod(form, { schema: editPostSchema }) as never;
