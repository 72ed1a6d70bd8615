import { z } from "zod";
import { cleanText } from "../../base/fields";

export const wordMax = 40;
/** The most words, as in a content pack. */
export const wordsMost = 50_000;
/** The most lines of an import, and its characters. */
export const importLinesMost = 5_000;
export const importMax = 400_000;
export const tryMax = 5_000;

/** The levels of a word, the strictest first. */
export const wordLevels = { refuse: "不予发表", review: "先审核", replace: "替换后发表" } as const;
export type WordLevel = keyof typeof wordLevels;
export const wordLevel = z.enum(Object.keys(wordLevels) as [WordLevel, ...WordLevel[]], "请选择级别");

/** Other characters are ignored when words are compared, so a word cannot contain them. */
const plainWord = /^[\p{L}\p{N}\p{M} ]+$/u;

const line = (text: string) => cleanText(text).replace(/\s+/g, " ").trim();

/** A word of the list: letters, digits and spaces, at least two letters. */
export const word = z
  .string("请填写词语")
  .transform(line)
  .refine((text) => text !== "", "请填写词语")
  .refine((text) => text.length <= wordMax, `词语不能超过 ${wordMax} 字`)
  .refine((text) => text === "" || plainWord.test(text), "词语只能由文字、数字和空格组成")
  .refine(
    (text) => !plainWord.test(text) || [...text.replace(/[\p{M} ]/gu, "")].length >= 2,
    "词语至少要有两个字",
  );

/** The replacement of a word; without one, a sign for each letter. */
export const replacement = z
  .string("替换成的文字有误")
  .transform(line)
  .refine((text) => text.length <= wordMax, `替换成的文字不能超过 ${wordMax} 字`);

/** A typed entry of the list. */
export const entry = z
  .object({ word, level: wordLevel, replacement: replacement.default("") })
  .refine(({ level, replacement: text }) => text === "" || level === "replace", {
    message: `级别是「${wordLevels.replace}」的词才有替换成的文字`,
    path: ["replacement"],
  });
