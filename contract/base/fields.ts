import { z } from "zod";
import { pageNumberMax } from "./constants";
import { withoutUnseen } from "./unseen";

/**
 * Fields that forms and calls share, with the Chinese message for each way in which they can be wrong. The
 * portal's form schemas are built from these, so a form and the gateway cannot disagree.
 */

const written = /^-?\d{1,16}(?:\.\d{1,6})?$/;

/**
 * A number as JSON has it, or as it is written in decimal digits by a form or an address. What JavaScript
 * would make one of besides is none: null, an empty text, `true`, a list, "0x10", "1e3".
 */
export const numeric = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => {
    if (typeof value !== "string") return value;
    const text = value.trim();
    return written.test(text) ? Number(text) : value;
  }, schema);

/** A database id as it travels: a positive integer within the 32-bit range of the column. */
export const id = numeric(
  z.number("编号有误").int("编号有误").min(1, "编号有误").max(2_147_483_647, "编号有误"),
);

/** A 1-based page number. */
export const page = numeric(
  z.number("页码有误").int("页码有误").min(1, "页码有误").max(pageNumberMax, "页码有误"),
);

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Removes characters that no text needs and PostgreSQL refuses (NUL above all), and makes line ends one way.
 * All that is done to Markdown: what draws nothing stays in it, because code may be about it, and is shown as
 * a mark when the text is rendered (unseen.ts).
 */
export function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(controlCharacters, "");
}

/** Any other text as it is kept: also without what draws nothing, or turns what stands beside it. */
export function cleanText(text: string): string {
  return withoutUnseen(withoutControls(text));
}

/**
 * A text as somebody typed it, cleaned and without blanks at its ends. @param message where it is longer than
 * `max` @param missing where nothing was typed, for a text that has to be there
 */
export const typedText = (max: number, message: string, missing?: string) =>
  z
    .string(missing)
    .max(max, message)
    .transform((text) => cleanText(text).trim())
    .refine((text) => missing === undefined || text !== "", missing);

/** One random id a rendered form: a form posted twice makes one topic or reply. */
export const submissionId = z
  .string("表单已失效，请重试")
  .regex(/^[A-Za-z0-9_-]{8,40}$/, "表单已失效，请重试");

/** Why a text is reported to the moderators. */
export const reportReason = z.enum(["spam", "abuse", "illegal", "infringement", "other"], "请选择举报原因");

/** A moment in UTC, ISO 8601; empty where an answer does not say. */
export const timestamp = z.string().default("");
