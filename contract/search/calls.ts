/** Full-text search, frequent searches, and suggestions during typing (spec 7.2, Search). */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { cleanText, id, page, timestamp } from "../base/fields";
import { shortKeep } from "../base/keep-for";
import { markedText } from "../base/marked";
import { person, tag } from "../base/shapes";
import { titleMax } from "../forum/constants";
import { topicRow } from "../forum/shapes";
import {
  fileTypeField,
  foundCourse,
  foundDocument,
  foundLesson,
  foundNews,
  foundNotice,
  foundProduct,
  foundResource,
  foundVideo,
  productStateField,
  searchFacets,
  yearField,
} from "./catalogue";
import { catalogueKinds, searchTextMax } from "./constants";
import { nearNumber, partCard, partHit } from "./parts";

/** What to search; `all` returns the best few of each kind. */
export const searchKinds = [
  "all",
  "topics",
  "posts",
  ...catalogueKinds,
  "documents",
  "people",
  "tags",
] as const;

export const searchOrders = ["relevance", "newest"] as const;

const short = (maximum: number, message: string) =>
  z
    .string(message)
    .transform((value) => cleanText(value).replace(/\s+/g, " ").trim())
    .pipe(z.string().max(maximum, message));

/** The search text as typed: words, "phrases", and -words that must not occur. */
export const searchText = short(searchTextMax, `搜索内容不能超过 ${searchTextMax} 个字`);

/** A day of the Chinese calendar, YYYY-MM-DD; an impossible one is refused. */
export const searchDay = z.iso.date("日期有误");

const foundTopic = topicRow.extend({
  titleParts: markedText,
  excerpt: markedText,
  /** The reply that the excerpt is from; null when it is from the topic's own text. */
  reply: z.object({ pid: z.number(), author: person }).nullable().default(null),
});

const foundPost = z.object({
  pid: z.number(),
  tid: z.number(),
  topicTitle: z.string(),
  section: z.object({ fid: z.number(), name: z.string() }),
  author: person,
  excerpt: markedText,
  likes: count,
  createdAt: timestamp,
});

const foundPerson = person.extend({
  nameParts: markedText,
  intro: words,
  topics: count,
  posts: count,
  followers: count,
});

const foundTag = tag.extend({
  nameParts: markedText,
  summary: words,
  topics: count,
  followers: count,
});

export const searchCalls = {
  fullTextSearch: defineCall({
    group: "search",
    summary:
      "Products, resources, notices, news, videos, courses, lessons, pages of documents, topics, replies, people or tags that contain the words of a text, best first.",
    method: "POST",
    path: "/api/v1/search/document",
    body: "json",
    access: "visitor",
    limit: "search",
    effect: "private",
    seenAs: "shown",
    replica: "visitors",
    request: z.object({
      text: searchText,
      kind: z.enum(searchKinds).default("topics"),
      order: z.enum(searchOrders).default("relevance"),
      page: page.default(1),
      /** Whether the search may count in the numbers of the moderation area: not where the visitor objects. */
      counted: flag,
      /** Only in this section. */
      fid: id.optional(),
      /** Only with this tag, by name. */
      tag: short(40, "标签有误").optional(),
      /** Only by this person, by nickname. */
      author: short(40, "作者有误").optional(),
      /** Written on this day or later, and on this day or earlier (Chinese time). */
      from: searchDay.optional(),
      to: searchDay.optional(),
      solved: z.enum(["solved", "unsolved"]).optional(),
      /** For products, resources, notices, news, videos, courses, lessons and documents: of this product class or one below it. */
      classId: id.optional(),
      /** For resources and documents: in this level of the tree or below it. */
      levelId: id.optional(),
      fileType: fileTypeField.optional(),
      year: yearField.optional(),
      /** For products. */
      state: productStateField.optional(),
    }),
    response: z.object({
      products: some(foundProduct),
      resources: some(foundResource),
      notices: some(foundNotice),
      news: some(foundNews),
      videos: some(foundVideo),
      courses: some(foundCourse),
      lessons: some(foundLesson),
      documents: some(foundDocument),
      topics: some(foundTopic),
      posts: some(foundPost),
      people: some(foundPerson),
      tags: some(foundTag),
      page: firstPage,
      pages: firstPage,
      total: z.number(),
      /** There is more than `total`: counting stops there. */
      more: flag,
      /** The number of results of each searched kind; `more` as above. */
      counts: some(z.object({ kind: z.enum(searchKinds), total: count, more: flag })),
      /** The facets of a search of the catalogue; null for other kinds. */
      facets: searchFacets.nullable().default(null),
      /** No result has every word; these have some of them. */
      partial: flag,
      /** What the person most likely meant, when they typed letters instead of Chinese; null otherwise. */
      suggestion: z.string().nullable().default(null),
      /** The product that the text names as a part number; null otherwise. */
      part: partCard.nullable().default(null),
      /** When a part number finds nothing: the numbers that begin like it. */
      near: some(nearNumber),
      /** The text as typed finds nothing, and these are the results for the suggestion. */
      corrected: flag,
    }),
  }),
  topSearch: defineCall({
    group: "search",
    summary: "The most frequent searches.",
    method: "POST",
    path: "/api/v1/search/top",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({}),
    response: z.object({ searches: z.array(z.object({ text: z.string() })) }),
  }),
  searchSuggest: defineCall({
    group: "search",
    summary:
      "Suggestions for a text being typed: earlier searches, products, order numbers, topics, tags, people.",
    method: "POST",
    path: "/api/v1/search/suggest",
    body: "json",
    access: "visitor",
    limit: "suggest",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ text: searchText }),
    response: z.object({
      searches: some(z.string()),
      products: some(z.object({ id: z.number(), name: z.string() })),
      /** Order numbers with this beginning, each with its product. */
      parts: some(z.object({ number: z.string(), productId: z.number() })),
      /** The product that the text names as a part number; null otherwise. */
      part: partHit.nullable().default(null),
      topics: some(z.object({ tid: z.number(), title: z.string() })),
      tags: some(tag),
      people: some(person),
    }),
  }),
  /** Helps a writer find an existing answer before asking. */
  similarTopics: defineCall({
    group: "search",
    summary:
      "Topics whose title or tags are similar to a title being typed, at most five, the most similar first.",
    method: "POST",
    path: "/api/v1/search/similar",
    body: "json",
    access: "visitor",
    limit: "suggest",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      title: short(titleMax, `标题不能超过 ${titleMax} 个字`),
      /** The section of the new topic: its topics rank higher. */
      fid: id.optional(),
    }),
    response: z.object({
      topics: some(
        z.object({
          tid: z.number(),
          title: z.string(),
          solved: flag,
          replies: count,
          section: z.object({ fid: z.number(), name: z.string() }),
        }),
      ),
    }),
  }),
  videoUrl: defineCall({
    group: "search",
    summary: "The signed address of a video, its picture and its subtitles.",
    method: "POST",
    path: "/api/v1/search/videoUrl",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ id }),
    response: z.object({
      url: z.string(),
      poster: z.string(),
      captions: z.string().nullable().default(null),
    }),
  }),
  fileType: defineCall({
    group: "search",
    summary: "The file types of resources, most frequent first.",
    method: "POST",
    path: "/api/v1/search/fileType",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({}),
    response: z.object({ fileTypes: z.array(z.object({ fileType: words, total: count })) }),
  }),
};

export type SearchKind = (typeof searchKinds)[number];
