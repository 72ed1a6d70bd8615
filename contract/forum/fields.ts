import { z } from "zod";
import { cleanText, withoutControls } from "../base/fields";
import { replyContentMax, tagMax, tagsPerTopic, titleMax, titleMin, topicContentMax } from "./constants";

/**
 * The latest edit that the writer has seen; null for a text without edits. Without this field the gateway does not
 * check for a conflict.
 */
export const baseEditedAt = z.iso.datetime("版本有误").nullable().optional();

export const text = (required: string) => z.string(required).transform(cleanText);

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
  z
    .string(empty)
    .transform(withoutControls)
    .pipe(
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
        .regex(/^[^<>"'\\,，#]*$/, "标签里有特殊字符"),
    ),
);

/** At most 5 tag names, without repeats. */
export const tags = z
  .array(tagName)
  .max(tagsPerTopic, `最多 ${tagsPerTopic} 个标签`)
  .transform((values) => [...new Map(values.map((value) => [value.toLowerCase(), value])).values()]);
