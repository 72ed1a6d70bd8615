/** News (spec 7.2, Information): the operator's, by category, each published at its date. */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, page, previewSecret, timestamp } from "../base/fields";
import { longKeep, shortKeep } from "../base/keep-for";
import { picture } from "../base/shapes";

export const newsCategory = z.object({ id: z.number(), name: z.string() });

/** A piece of news in a list. */
export const newsRow = z.object({
  id: z.number(),
  title: z.string(),
  summary: words,
  category: newsCategory,
  /** The past or future time of publication. */
  date: timestamp,
  cover: picture.nullable().default(null),
});

export type NewsRow = z.infer<typeof newsRow>;

/** A product in a piece of news, for a link to its page. */
const product = z.object({ id: z.number(), name: z.string(), summary: words });

export const informationCalls = {
  informationCategoryPage: defineCall({
    group: "information",
    summary: "The categories of news, each with the number of published items and the newest one.",
    method: "POST",
    path: "/gateway/rest/information/category",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({}),
    response: z.object({
      data: z.array(newsCategory.extend({ total: count, newest: newsRow.nullable().default(null) })),
    }),
  }),
  categoryMap: defineCall({
    group: "account",
    summary: "The names of the news categories, by their ids.",
    method: "POST",
    path: "/gateway/rest/account/category-map",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({}),
    response: z.object({ data: z.record(z.string(), z.string()) }),
  }),
  informationListPage: defineCall({
    group: "information",
    summary: "Published news of all categories or of one, newest first, a page at a time.",
    method: "POST",
    path: "/gateway/rest/information/list",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ id: id.optional(), page: page.default(1) }),
    response: z.object({
      category: newsCategory.nullable().default(null),
      news: z.array(newsRow),
      page: firstPage,
      pages: firstPage,
      total: count,
    }),
  }),
  informationDetail: defineCall({
    group: "information",
    summary:
      "One piece of news, rendered and sanitised. Only administrators get unpublished ones; a delisted one keeps its page. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    method: "POST",
    path: "/gateway/rest/information/detail",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ id, preview: previewSecret }),
    response: z.object({
      data: newsRow.extend({
        html: words,
        updatedAt: timestamp,
        delisted: flag,
        /** Not published yet: only administrators get it. */
        heldBack: flag,
        /** The newest version that an editor saved, which others do not see. */
        preview: flag,
        products: some(product),
        /** News about the same products, or else of the same category. */
        related: some(newsRow),
      }),
    }),
  }),
  feedNews: defineCall({
    group: "information",
    summary: "The newest 30 pieces of news of all categories or of one, with their texts, for a feed.",
    method: "POST",
    path: "/gateway/rest/information/feed",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ id: id.optional() }),
    response: z.object({
      category: newsCategory.nullable().default(null),
      news: z.array(newsRow.extend({ html: words, updatedAt: timestamp })),
    }),
  }),
};
