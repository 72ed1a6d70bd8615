/** Search results outside the forum: products, resources, news, videos, courses and lessons, and their facets. */
import { z } from "zod";
import { count, some, words } from "../base/absent";
import { numeric, timestamp } from "../base/fields";
import { markedText } from "../base/marked";
import { noticeKinds, productKinds, productStates } from "../products/constants";
import type { FacetName } from "./constants";

const codes = <Code extends string>(choices: readonly { code: Code }[]) =>
  choices.map(({ code }) => code) as [Code, ...Code[]];

const namedSchema = z.object({ id: z.number(), name: z.string() });

export const foundProduct = z.object({
  id: z.number(),
  name: z.string(),
  nameParts: markedText,
  excerpt: markedText,
  kind: z.enum(codes(productKinds)),
  state: z.enum(codes(productStates)),
  class: namedSchema,
  /** The address of its picture; null without one. */
  image: z.string().nullable().default(null),
  /** The order numbers that equal the text or begin with it. */
  parts: some(z.string()),
});

export const foundResource = z.object({
  id: z.number(),
  titleParts: markedText,
  excerpt: markedText,
  level: namedSchema,
  version: z.string(),
  date: z.string(),
  fileType: words,
  bytes: count,
  downloads: count,
});

/** A document with a page that matches. */
export const foundDocument = z.object({
  /** The key of its resource, and the id of the version whose file it is. */
  id: z.number(),
  versionId: z.number(),
  titleParts: markedText,
  version: z.string(),
  date: z.string(),
  level: namedSchema,
  /** The best page, counted from 1; how many further pages match, and how many the file has. */
  page: z.number(),
  others: count,
  pages: count,
  excerpt: markedText,
  /** The signed address at which browsers show the file; null unless everybody may have it. */
  address: z.string().nullable().default(null),
});

export const foundNotice = z.object({
  /** Its key, which is also part of its address. */
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
  category: namedSchema,
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
  class: namedSchema,
  level: namedSchema,
  minutes: count,
  lessons: count,
  learners: count,
});

export const foundLesson = z.object({
  id: z.number(),
  titleParts: markedText,
  /** From the video's transcript when that matches, otherwise from the lesson's text. */
  excerpt: markedText,
  course: namedSchema,
  minutes: count,
  /** The length of its video; 0 without one. */
  seconds: count,
  /** The second of the video that matches; null when the excerpt is not from the video. */
  at: z.number().nullable().default(null),
});

/** The possible values and the number of results for each; null when there are too many to count. */
const choices = z.array(
  z.object({ value: z.string(), name: z.string(), total: z.number().nullable().default(null) }),
);

/** The facets of a kind of results, each counted under the chosen values of the others. */
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
