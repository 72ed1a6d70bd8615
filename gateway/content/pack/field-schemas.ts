import { cleanText } from "contract/base/fields";
import { z } from "zod/v4";

/** Fields that several of a pack's files have. */

/** One line of text, not empty. */
export const line = (maximum: number) =>
  z
    .string()
    .transform((value) => cleanText(value).trim())
    .pipe(z.string().min(1, "不能为空").max(maximum, `不能超过 ${maximum} 个字符`));

/** `2024` without quotes is a number to YAML and a tag to people. */
export const tagText = (value: unknown) => (typeof value === "number" ? String(value) : value);
