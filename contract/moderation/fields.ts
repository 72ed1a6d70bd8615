import { z } from "zod";
import { count, flag, some, words } from "../base/absent";
import { cleanText, id, longId, numeric, page, typedText } from "../base/fields";
import { contentState } from "../forum/shapes";
import { type CaseStatus, caseStatuses } from "./constants";

/** The most things that one form may act on. */
export const batchMaximum = 500;
export const reasonMax = 500;
export const daysMaximum = 3_650;

/** The choices for the rows of a moderators' list; the first is the default. */
export const listSizes = [20, 50, 100] as const;
export const listSize = numeric(z.literal(listSizes, "每页 20、50 或 100 项"));
/** The requested page of such a list. */
export const listPage = { page: page.default(1), size: listSize.default(listSizes[0]) };

const several = (each: typeof id) =>
  z
    .array(each, "请先选择要处理的内容")
    .min(1, "请先选择要处理的内容")
    .max(batchMaximum, `一次最多处理 ${batchMaximum} 项`)
    .transform((chosen) => [...new Set(chosen)]);
/** The chosen topics or posts: 1 to 500, each once. */
export const ids = several(longId);
/** The same of anything else, such as cases. */
export const shortIds = several(id);

/** The moderator's reason; the concerned person can read it. */
export const reason = z
  .string("请填写理由")
  .max(reasonMax, `理由不能超过 ${reasonMax} 字`)
  .transform((text) => cleanText(text).trim())
  .refine((text) => text !== "", "请填写理由");

/** Moderators' notes for each other. */
export const noteText = z
  .string("请填写备注")
  .max(reasonMax, `备注不能超过 ${reasonMax} 字`)
  .transform((text) => cleanText(text).trim())
  .refine((text) => text !== "", "请填写备注");

const wrongDays = `天数须是 0 到 ${daysMaximum} 的整数`;
export const daysMissing = "请填写天数，0 为永久";
const isEmpty = (value: unknown) => value === undefined || value === null || String(value).trim() === "";

/** A number of days; 0 means no end. An empty field is an error, so that "no end" must be typed. */
export const days = z
  .union([z.number(), z.string().regex(/^\s*\d+\s*$/)], {
    error: ({ input }) => (isEmpty(input) ? daysMissing : wrongDays),
  })
  .transform(Number)
  .pipe(z.number(wrongDays).int(wrongDays).min(0, wrongDays).max(daysMaximum, wrongDays));

/** A day in Beijing time in a filter. Earlier years are refused, because databases have no year 0. */
export const day = z.iso.date("日期格式有误").refine((date) => date >= "1970-01-01", "日期格式有误");

/** The result of a form that acted on one or several things. */
export const batchAnswer = z.object({
  /** The number of the batch, whose page shows the progress; 0 when nothing changed. */
  batch: z.number(),
  total: count,
  done: count,
  refused: count,
  /** The number of things that a job must still handle. */
  waiting: count,
  /** Whether the caller may undo the batch now. */
  canUndo: flag,
  /** The finished things: `code` is null for a success, otherwise the refusal. */
  results: some(
    z.object({
      id: z.number(),
      /** The code of a refusal (contract/refusals.ts). */
      code: z.string().nullable().default(null),
      message: words,
    }),
  ),
  /** Topics whose pages have changed. */
  changedTopics: some(z.number()),
});
export type BatchAnswer = z.infer<typeof batchAnswer>;

/** Filters of the moderation area's lists. */

const author = typedText(40, "作者不能超过 40 字").default("");
const least = (wrong: string) => numeric(z.number(wrong).int(wrong).min(0, wrong)).optional();

export const topicFilter = {
  fid: id.optional(),
  classId: id.optional(),
  state: contentState.exclude(["recycled", "deleted"]).optional(),
  digest: z.boolean().optional(),
  pinned: z.boolean().optional(),
  closed: z.boolean().optional(),
  author,
  keyword: typedText(60, "关键词不能超过 60 字").default(""),
  viewsMin: least("浏览数有误"),
  repliesMin: least("回复数有误"),
  idleDays: numeric(
    z.number("天数有误").int("天数有误").min(0, "天数有误").max(36_500, "天数有误"),
  ).optional(),
  from: day.optional(),
  to: day.optional(),
};

/** The filters of a recycle bin: author, who deleted it, and when. */
export const binFilter = {
  fid: id.optional(),
  author,
  by: typedText(40, "删除人不能超过 40 字").default(""),
  from: day.optional(),
  to: day.optional(),
};

export const reviewFilter = {
  fid: id.optional(),
  author,
  word: typedText(40, "词语不能超过 40 字").default(""),
  ignored: z.boolean().default(false),
};

export const caseFilter = {
  status: z.enum(Object.keys(caseStatuses) as [CaseStatus, ...CaseStatus[]]).default("waiting"),
  fid: id.optional(),
  /** Only those that the caller has claimed. */
  mine: z.boolean().default(false),
};
