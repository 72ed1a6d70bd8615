/** What the lists of the moderation area are narrowed down by. */
import { z } from "zod";
import { id, numeric, typedText } from "../base/fields";
import { contentState } from "../forum/shapes";
import { day } from "./fields";
import { type CaseStatus, caseStatuses } from "./reports";

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

/** What a bin is looked through for: whose it was, who put it there, and when. */
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
  /** Only what the caller has taken. */
  mine: z.boolean().default(false),
};
