import { parseWithZod } from "@conform-to/zod/v4";
import { submissionId } from "contract/base/fields";
import { tags, topicContent, topicTitle } from "contract/forum/fields";
import { z } from "zod";

/** An id in the form in which a select sends it. */
const selectedId = (message: string) =>
  z
    .string(message)
    .regex(/^[1-9]\d{0,8}$/, message)
    .transform(Number);

/** Tags in one line, divided by spaces, commas or semicolons, Chinese or ASCII. */
const tagLine = z
  .string("标签有误")
  .max(200, "标签太长")
  .optional()
  .transform((line) => (line ?? "").split(/[\s,，、;；]+/).filter((tag) => tag !== ""))
  .pipe(tags);

/** The time of the edit that the form was filled from; `never` for a text that was not edited. */
export const baseEditedAtField = z
  .union([z.iso.datetime("版本有误"), z.literal("never").transform(() => null)])
  .optional()
  .catch(undefined);

/** The editor's form (spec 7.2, submit and edit topic). */
export const postingSchema = z.object({
  fid: selectedId("请选择版块"),
  classId: selectedId("分类有误").optional(),
  title: topicTitle,
  content: topicContent,
  tags: tagLine,
  submissionId: submissionId.optional(),
  baseEditedAt: baseEditedAtField,
});
export type PostingShape = {
  fid: string;
  classId: string;
  title: string;
  content: string;
  tags: string;
  submissionId: string;
};

export const validate = (form: FormData) => parseWithZod(form, { schema: postingSchema }) as never;
