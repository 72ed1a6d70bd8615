import { z } from "zod/v4";
import { pageNumberMax, replyContentMax, tagMax, tagsPerTopic, titleMax, titleMin, topicContentMax } from "./limits";

/**
 * Fields that forms and calls share, with the Chinese message for each way in which they can be wrong.
 * The portal's form schemas are built from these, so a form and the gateway cannot disagree.
 */

/** A database id as it travels: a positive integer within the 32-bit range of the column. */
export const id = z.coerce.number("编号有误").int("编号有误").min(1, "编号有误").max(2_147_483_647, "编号有误");
/** A 1-based page number. */
export const page = z.coerce.number("页码有误").int("页码有误").min(1, "页码有误").max(pageNumberMax, "页码有误");

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
/** Removes characters that no text needs and PostgreSQL refuses (NUL above all), and makes line ends one way. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(controlCharacters, "");
}
const text = (required: string) => z.string(required).transform(cleanText);

export const topicTitle = text("请输入标题").pipe(
  z
    .string()
    .transform((value) => value.replace(/\s+/g, " ").trim())
    .pipe(
      z
        .string()
        .min(1, "请输入标题")
        .refine((value) => value.length === 0 || value.length >= titleMin, `标题至少 ${titleMin} 个字`)
        .refine((value) => value.length <= titleMax, `标题不能超过 ${titleMax} 个字`),
    ),
);

const markdown = (maximum: number, empty: string) =>
  text(empty).pipe(
    z
      .string()
      .refine((value) => value.trim().length > 0, empty)
      .refine((value) => value.length <= maximum, `内容不能超过 ${maximum.toLocaleString("en-US")} 个字符`),
  );
export const topicContent = markdown(topicContentMax, "请输入正文");
export const replyContent = markdown(replyContentMax, "请输入回复内容");

/** A tag's name without `#`, at most 20 characters. */
export const tagName = text("标签有误").pipe(
  z
    .string()
    .transform((value) => value.replace(/^#/, "").replace(/\s+/g, " ").trim())
    .pipe(
      z
        .string()
        .min(1, "标签不能为空")
        .max(tagMax, `每个标签不能超过 ${tagMax} 个字`)
        .regex(/^[^<>"'\\,，#]+$/, "标签里有特殊字符"),
    ),
);

/** At most 5 tag names, without repeats. */
export const tags = z
  .array(tagName)
  .max(tagsPerTopic, `最多 ${tagsPerTopic} 个标签`)
  .transform((values) => [...new Map(values.map((value) => [value.toLowerCase(), value])).values()]);

/** One random id a rendered form: a form posted twice makes one topic or reply. */
export const submissionId = z.string("表单已失效，请重试").regex(/^[A-Za-z0-9_-]{8,40}$/, "表单已失效，请重试");

/** Why a text is reported to the moderators. */
export const reportReason = z.enum(["spam", "abuse", "illegal", "infringement", "other"], "请选择举报原因");

/** A moment in UTC, ISO 8601. */
export const moment = z.string();
