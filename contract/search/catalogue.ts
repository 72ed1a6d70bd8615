/** What a search finds beside the forum: products, resources, news, videos, courses and lessons, and what narrows it down there. */
import { z } from "zod";
import { count, flag, some, words } from "../base/absent";
import { numeric, timestamp } from "../base/fields";
import { noticeKinds, productKinds, productStates } from "../products/constants";
import type { FacetName } from "./constants";

/** A text in pieces; `hit` marks what was looked for. Plain text: it is escaped where it is shown. */
export const markedText = z.array(z.object({ text: z.string(), hit: flag }));

const codes = <Code extends string>(choices: readonly { code: Code }[]) =>
  choices.map(({ code }) => code) as [Code, ...Code[]];

const named = z.object({ id: z.number(), name: z.string() });

export const foundProduct = z.object({
  id: z.number(),
  name: z.string(),
  nameParts: markedText,
  excerpt: markedText,
  kind: z.enum(codes(productKinds)),
  state: z.enum(codes(productStates)),
  class: named,
  /** The address of its picture; null without one. */
  image: z.string().nullable().default(null),
  /** The order numbers that the text is, or begins. */
  parts: some(z.string()),
});

export const foundResource = z.object({
  id: z.number(),
  titleParts: markedText,
  excerpt: markedText,
  level: named,
  version: z.string(),
  date: z.string(),
  fileType: words,
  bytes: count,
  downloads: count,
});

export const foundNotice = z.object({
  /** Its key, and what stands in its address. */
  number: z.string(),
  titleParts: markedText,
  excerpt: markedText,
  kind: z.enum(codes(noticeKinds)),
  date: z.string(),
});

export const foundNews = z.object({
  id: z.number(),
  titleParts: markedText,
  excerpt: markedText,
  category: named,
  createdAt: timestamp,
});

export const foundVideo = z.object({
  id: z.number(),
  titleParts: markedText,
  excerpt: markedText,
  date: z.string(),
  seconds: count,
  poster: z.string(),
  plays: count,
});

export const foundCourse = z.object({
  id: z.number(),
  titleParts: markedText,
  excerpt: markedText,
  class: named,
  level: named,
  minutes: count,
  lessons: count,
  learners: count,
});

export const foundLesson = z.object({
  id: z.number(),
  titleParts: markedText,
  /** Of what its video says where that is what was looked for, else of its text. */
  excerpt: markedText,
  course: named,
  minutes: count,
  /** Of its video; 0 without one. */
  seconds: count,
  /** The second of the video at which it is said; null where the excerpt is not from the video. */
  at: z.number().nullable().default(null),
});

/** What may be chosen, and how many results there are then; null where there are too many to count. */
const choices = z.array(
  z.object({ value: z.string(), name: z.string(), total: z.number().nullable().default(null) }),
);

/** The facets of a kind of results, each counted under what is chosen in the others. */
export const searchFacets = z.object({
  classId: choices.default([]),
  levelId: choices.default([]),
  fileType: choices.default([]),
  year: choices.default([]),
  state: choices.default([]),
} satisfies Record<FacetName, unknown>);
export type SearchFacets = z.infer<typeof searchFacets>;

/** The ending of a file's name, such as `pdf`. */
export const fileTypeField = z.string("文件类型有误").regex(/^[a-z0-9]{1,10}$/, "文件类型有误");
export const yearField = numeric(
  z.number("年份有误").int("年份有误").min(1990, "年份有误").max(2200, "年份有误"),
);
export const productStateField = z.enum(codes(productStates), "状态有误");
