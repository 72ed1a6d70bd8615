/** Full-text search, what is searched most, and suggestions while typing (spec 7.2, Search). */
import { z } from "zod/v4";
import { defineCall } from "../base/call";
import { cleanText, id, page } from "../base/fields";
import { person, tag } from "../base/shapes";
import { topicRow } from "../forum/shapes";
import { searchTextMax } from "./limits";

/** What may be searched. Products, resources and news join when their areas are there. */
export const searchKinds = ["topics", "posts", "people", "tags"] as const;

export const searchOrders = ["relevance", "newest"] as const;

const short = (maximum: number, message: string) =>
  z
    .string(message)
    .transform((value) => cleanText(value).replace(/\s+/g, " ").trim())
    .pipe(z.string().max(maximum, message));

/** What is looked for, as typed: words, "phrases", and -words that must not be there. */
export const searchText = short(searchTextMax, `搜索内容不能超过 ${searchTextMax} 个字`);

/** A day of the Chinese calendar, YYYY-MM-DD; an impossible one is refused. */
export const searchDay = z
  .string("日期有误")
  .regex(/^\d{4}-\d{2}-\d{2}$/, "日期有误")
  .refine((value) => {
    const day = new Date(`${value}T00:00:00Z`);
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
  }, "日期有误");

/** A text in pieces; `hit` marks what was looked for. Plain text: it is escaped where it is shown. */
const markedText = z.array(z.object({ text: z.string(), hit: z.boolean() }));

const foundTopic = topicRow.extend({
  titleParts: markedText,
  excerpt: markedText,
  /** The reply that the excerpt is from; null when it is from the topic's own text. */
  reply: z.object({ pid: z.number(), author: person }).nullable(),
});

const foundPost = z.object({
  pid: z.number(),
  tid: z.number(),
  topicTitle: z.string(),
  section: z.object({ fid: z.number(), name: z.string() }),
  author: person,
  excerpt: markedText,
  likes: z.number(),
  createdAt: z.string(),
});

const foundPerson = person.extend({
  nameParts: markedText,
  intro: z.string(),
  topics: z.number(),
  posts: z.number(),
  followers: z.number(),
});

const foundTag = tag.extend({
  nameParts: markedText,
  summary: z.string(),
  topics: z.number(),
  followers: z.number(),
});

export const searchCalls = {
  fullTextSearch: defineCall({
    group: "search",
    summary: "Topics, replies, people or tags that hold the words of a text, best first.",
    method: "POST",
    path: "/api/v1/search/document",
    body: "json",
    access: "visitor",
    limit: "search",
    request: z.object({
      text: searchText,
      kind: z.enum(searchKinds).default("topics"),
      order: z.enum(searchOrders).default("relevance"),
      page: page.default(1),
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
    }),
    response: z.object({
      topics: z.array(foundTopic),
      posts: z.array(foundPost),
      people: z.array(foundPerson),
      tags: z.array(foundTag),
      page: z.number(),
      pages: z.number(),
      total: z.number(),
      /** There is more than `total`: counting stops there. */
      more: z.boolean(),
      /** No result has every word; these have some of them. */
      partial: z.boolean(),
      /** What was most likely meant, when letters were typed where Chinese was; null otherwise. */
      suggestion: z.string().nullable(),
      /** The text as typed finds nothing, and these are the results for the suggestion. */
      corrected: z.boolean(),
    }),
  }),
  topSearch: defineCall({
    group: "search",
    summary: "What people search for most.",
    method: "POST",
    path: "/api/v1/search/top",
    body: "json",
    access: "visitor",
    request: z.object({}),
    response: z.object({ searches: z.array(z.object({ text: z.string() })) }),
  }),
  searchSuggest: defineCall({
    group: "search",
    summary: "What a text that is being typed may become: earlier searches, topics, tags, people.",
    method: "POST",
    path: "/api/v1/search/suggest",
    body: "json",
    access: "visitor",
    limit: "suggest",
    request: z.object({ text: searchText }),
    response: z.object({
      searches: z.array(z.string()),
      topics: z.array(z.object({ tid: z.number(), title: z.string() })),
      tags: z.array(tag),
      people: z.array(person),
    }),
  }),
};

export type SearchKind = (typeof searchKinds)[number];

export type MarkedText = z.infer<typeof markedText>;
