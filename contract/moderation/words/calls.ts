/** Administrators' calls for the list of sensitive words: editing, testing, importing, and scanning existing texts. */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { timestamp, typedText } from "../../base/fields";
import { listPage } from "../fields";
import { entry, importMax, tryMax, wordLevel, wordMax } from "./fields";

const adminCall = {
  group: "moderator",
  method: "POST",
  body: "json",
  access: "admin",
} as const;
const changing = { ...adminCall, limit: "moderate" } as const;

const listed = z.object({
  word: z.string(),
  level: wordLevel,
  /** For words that are replaced; null when signs replace them. */
  replacement: z.string().nullable().default(null),
  /** When an administrator last changed it; empty for a word that is unchanged from the content pack. */
  editedAt: timestamp,
});
export type ListedWord = z.infer<typeof listed>;

/** The progress of a scan of existing texts, or the result of the last one. */
const scan = z.object({
  /** Scanned texts, and those sent to review. */
  scanned: count,
  found: count,
});

export const wordCalls = {
  sensitiveWordList: defineCall({
    ...adminCall,
    summary: "The list of sensitive words with filters, and the scan of existing texts.",
    path: "/api/v1/moderator/words",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({
      text: typedText(wordMax, `词语不能超过 ${wordMax} 字`).default(""),
      level: wordLevel.optional(),
      /** Only words that administrators added or changed. */
      edited: z.boolean().default(false),
      ...listPage,
    }),
    response: z.object({
      words: z.array(listed),
      page: firstPage,
      pages: firstPage,
      total: count,
      scan: z
        .object({
          /** The job that waits or runs; null without one. */
          work: scan.extend({ percent: count }).nullable().default(null),
          last: scan.extend({ finishedAt: timestamp }).nullable().default(null),
        })
        .default({ work: null, last: null }),
    }),
  }),
  saveSensitiveWord: defineCall({
    ...changing,
    summary: "Adds a word to the list, or changes the word `was`.",
    path: "/api/v1/moderator/words/save",
    effect: "private",
    request: entry.and(z.object({ was: typedText(wordMax, "词语有误").default("") })),
    response: z.object({ changed: flag }),
  }),
  removeSensitiveWords: defineCall({
    ...changing,
    summary: "Removes words from the list; a content pack does not add them again.",
    path: "/api/v1/moderator/words/remove",
    effect: "private",
    request: z.object({
      words: z
        .array(z.string().max(wordMax, "词语有误"), "请先选择要移除的词")
        .min(1, "请先选择要移除的词")
        .max(500, "一次最多移除 500 个词"),
    }),
    response: z.object({ removed: count }),
  }),
  importSensitiveWords: defineCall({
    ...changing,
    summary: "Adds and changes many words by CSV lines of word, level and replacement; all of them or none.",
    path: "/api/v1/moderator/words/import",
    effect: "private",
    request: z.object({
      text: z
        .string("请粘贴词语，或选择文件")
        .max(importMax, "内容太长，请分几次导入")
        .refine((text) => text.trim() !== "", "请粘贴词语，或选择文件"),
      /** The level of lines without one. */
      level: wordLevel,
    }),
    response: z.object({ added: z.int().nonnegative(), changed: count, same: count }),
  }),
  trySensitiveWords: defineCall({
    ...adminCall,
    limit: "wordCheck",
    effect: "reads",
    seenAs: "withheld",
    summary: "The words of the list in a text, and the resulting decision. Stores nothing.",
    path: "/api/v1/moderator/words/try",
    request: z.object({
      text: z
        .string("请填写要测试的文字")
        .max(tryMax, `测试的文字不能超过 ${tryMax.toLocaleString("en-US")} 字`)
        .refine((text) => text.trim() !== "", "请填写要测试的文字"),
    }),
    response: z.object({
      /** `[start, end)` in UTF-16 units of the text, sorted by start; words may overlap. */
      hits: some(z.object({ start: z.number(), end: z.number(), word: z.string(), level: wordLevel })),
      /** The strictest level among them; null without a word. */
      level: wordLevel.nullable().default(null),
      /** The text with its words replaced. */
      replaced: words,
    }),
  }),
  rescanSensitiveWords: defineCall({
    ...changing,
    summary: "Starts a scan of existing texts for the list's words; matching texts go to review.",
    path: "/api/v1/moderator/words/rescan",
    effect: "private",
    request: z.object({}),
    response: z.object({}),
  }),
};
