import { z } from "zod";
import { cleanText } from "../base/fields";
import { parseTime } from "../base/time";

/** Fields that several of a pack's files have. */

/** One line of text, not empty. */
export const line = (maximum: number) =>
  z
    .string()
    .transform((value) => cleanText(value).trim())
    .pipe(
      z
        .string()
        .min(1, "不能为空")
        .max(maximum, `不能超过 ${maximum} 个字符`)
        .refine((value) => !value.includes("\n"), "只能有一行"),
    );

/** Turns a number into a text: YAML reads the tag `2024` without quotes as a number. */
export const tagText = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** A line that may look like a number, such as a version `1.10` (which needs quotes in YAML). */
export const wordLine = (maximum: number) => z.preprocess(tagText, line(maximum));

/** The id in an address. It must not change once the site is open. */
export const packId = z.number().int("应为整数").min(1, "应为正整数").max(2_147_483_647, "编号太大");

/** A link: root-relative (but not protocol-relative), or https. */
export const link = z
  .string()
  .regex(/^(?:\/(?![/\\])|https:\/\/[^/\s])[^\s\\"'<>]*$/, "链接应以 / 开头，或是 https:// 地址");

/** An address outside the portal. */
export const outsideUrl = z
  .string()
  .max(2_000, "地址太长")
  .regex(/^https:\/\/[^/\s][^\s\\"'<>]*$/, "应是 https:// 地址")
  .refine((value) => value === cleanText(value), "应是 https:// 地址")
  // Pages ask an address for its host and its file's name: one that does not parse has neither.
  .refine((value) => !value.startsWith("https://") || URL.canParse(value), "地址不对，请检查域名和端口");

export const picture = z
  .string()
  .regex(/^(?:images|avatars)\/[a-z0-9-]+\.svg$/, "图片应写成 images/名称.svg");

/** The path of a picture that is no avatar. */
export const image = z
  .string()
  .regex(
    /^images\/[a-z0-9-]+\.(?:svg|png|jpg|gif|webp)$/,
    "图片应写成 images/名称.svg（或 .png、.jpg、.gif、.webp），名称只用小写字母、数字和连字符",
  );

const fileName = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";
export const packFile = z
  .string()
  .regex(
    new RegExp(`^files/${fileName}\\.(?:pdf|zip)$`),
    "文件应写成 files/名称.pdf 或 files/名称.zip，名称只用字母、数字、点、连字符和下划线",
  );
/** The name of a file for its readers, where it is another one than that in the pack. */
export const readersName = line(200);
export const mediaFile = (ending: "webm" | "mp4" | "vtt") => new RegExp(`^media/${fileName}\\.${ending}$`);

/** A day of the calendar, such as 2026-03-01. */
export const day = z
  .string("日期应写成 2026-03-01 这样")
  .regex(/^\d{4}-\d{2}-\d{2}$/, "日期应写成 2026-03-01 这样")
  .refine((value) => parseTime(value, "YYYY-MM-DD") !== null && value >= "1970-01-01", "没有这一天");

/** A time in Beijing: a day, or a day and a time such as `2026-03-01 09:30`. */
export const moment = z
  .string("时间应写成 2026-03-01 或 2026-03-01 09:30 这样")
  .transform((value, context) => {
    const at = parseTime(value, "YYYY-MM-DD", "YYYY-MM-DD HH:mm");
    if (at && /^\d{4}-/.test(value) && value >= "1970-01-01") return at;
    context.addIssue({ code: "custom", message: "时间应写成 2026-03-01 或 2026-03-01 09:30 这样" });
    return z.NEVER;
  });

/** Turns the Chinese name of a choice into its code: `量产` is `production`. */
export function choiceOf<Code extends string>(
  field: string,
  choices: readonly { code: Code; name: string }[],
) {
  const names = choices.map(({ name }) => name);
  return z.string().transform((value, context) => {
    const choice = choices.find(({ name }) => name === value);
    if (choice) return choice.code;
    context.addIssue({ code: "custom", message: `${field} 只能是 ${names.join("、")}` });
    return z.NEVER as Code;
  });
}

/** One of the codes. */
export const coded = <Code extends string>(field: string, codes: readonly [Code, ...Code[]]) =>
  z.enum(codes, `${field} 只能是 ${codes.join("、")}`);
