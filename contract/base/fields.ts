import { z } from "zod";
import { pageNumberMax } from "./constants";
import { withoutUnseen } from "./unseen";

/**
 * Fields shared by forms and calls, with a Chinese message for each problem. The portal's form schemas are built from
 * these, so that forms and gateway always agree.
 */

const decimalNumber = /^-?\d{1,16}(?:\.\d{1,6})?$/;

/**
 * A number: as JSON has it, or in decimal digits as forms and addresses write it. Other values that JavaScript converts
 * are refused: null, an empty text, `true`, a list, "0x10", "1e3".
 */
export const numeric = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => {
    if (typeof value !== "string") return value;
    const text = value.trim();
    return decimalNumber.test(text) ? Number(text) : value;
  }, schema);

const idUpTo = (max: number) =>
  numeric(z.number("编号有误").int("编号有误").min(1, "编号有误").max(max, "编号有误"));

/** A database id in a request: a positive integer within the column's 32-bit range. */
export const id = idUpTo(2_147_483_647);
/**
 * An id of a table that a million members may fill, such as a topic's, a post's or a message's: its column has 64 bits.
 * The limit is the largest number of 15 digits, which JavaScript represents exactly.
 */
export const longId = idUpTo(999_999_999_999_999);

/** A 1-based page number. */
export const page = numeric(
  z.number("页码有误").int("页码有误").min(1, "页码有误").max(pageNumberMax, "页码有误"),
);

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Removes control characters, which no text needs and PostgreSQL refuses (NUL above all), and makes all line ends "\n".
 * Markdown gets only this: invisible characters stay, because code may be about them, and rendering marks them
 * (unseen.ts).
 */
export function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(controlCharacters, "");
}

/** Cleans any other text before it is stored: removes invisible characters and those that change text direction too. */
export function cleanText(text: string): string {
  return withoutUnseen(withoutControls(text));
}

/**
 * A typed text: cleaned, without blanks at its ends.
 * @param message for a text longer than `max`
 * @param missing for an empty text; without it the text may be empty
 */
export const typedText = (max: number, message: string, missing?: string) =>
  z
    .string(missing)
    .max(max, message)
    .transform((text) => cleanText(text).trim())
    .refine((text) => missing === undefined || text !== "", missing);

/** A random id of each rendered form: a form that is posted twice makes one topic or reply. */
export const submissionId = z
  .string("表单已失效，请重试")
  .regex(/^[A-Za-z0-9_-]{8,40}$/, "表单已失效，请重试");

/** Why a text is reported to the moderators. */
export const reportReason = z.enum(["spam", "abuse", "illegal", "infringement", "other"], "请选择举报原因");

/** A time in UTC, ISO 8601; empty when an upstream omits it. */
export const timestamp = z.string().default("");

/** The secret of an address at which a version is shown before it is published. */
export const previewSecret = z.string().max(60, "预览地址有误").optional();
