/** Feeds and sitemaps, for feed readers and search engines. */
import { z } from "zod";
import { words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, numeric, timestamp } from "../base/fields";
import { person, tag } from "../base/shapes";

/** What sitemaps list besides the portal's static pages, in slices of `sitemapSliceLength` ids. */
export const sitemapKinds = [
  "topics",
  "tags",
  "people",
  "resources",
  "videos",
  "news",
  "courses",
  "lessons",
] as const;

const slice = numeric(z.number("编号有误").int("编号有误").min(1, "编号有误").max(1_000_000, "编号有误"));

export const syndicationCalls = {
  feedTopics: defineCall({
    group: "forum",
    summary:
      "The newest 30 topics of the site, a section, a tag or a person, with their texts, for an Atom feed.",
    method: "POST",
    path: "/api/v1/feed/topics",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z
      .object({ kind: z.enum(["all", "section", "tag", "user"]).default("all"), target: id.optional() })
      .refine(({ kind, target }) => kind === "all" || target !== undefined, {
        path: ["target"],
        error: "编号有误",
      }),
    response: z.object({
      /** The name of the section, tag or person; empty for all topics. */
      name: z.string(),
      summary: words,
      topics: z.array(
        z.object({
          tid: z.number(),
          title: z.string(),
          section: z.object({ fid: z.number(), name: z.string() }),
          author: person,
          tags: z.array(tag),
          /** Sanitised; empty while only the title may be shown. */
          html: words,
          createdAt: timestamp,
          /** When the text was last changed; without a change, the time of posting. */
          updatedAt: timestamp,
        }),
      ),
    }),
  }),
  sitemapIndex: defineCall({
    group: "forum",
    summary: "The slices of ids with public content, with their last changes; and the sections.",
    method: "POST",
    path: "/api/v1/sitemap/index",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 600, whose: "everyone" },
    request: z.object({}),
    response: z.object({
      slices: z.array(z.object({ kind: z.enum(sitemapKinds), slice: z.number(), updatedAt: timestamp })),
      sections: z.array(z.object({ fid: z.number(), updatedAt: timestamp.nullable().default(null) })),
    }),
  }),
  sitemapSlice: defineCall({
    group: "forum",
    summary:
      "The topics, tags, people, resources, videos, news, courses or lessons of one slice of ids, with each page's last change.",
    method: "POST",
    path: "/api/v1/sitemap/slice",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ kind: z.enum(sitemapKinds), slice }),
    response: z.object({ entries: z.array(z.object({ id: z.number(), updatedAt: timestamp })) }),
  }),
  sitemapProducts: defineCall({
    group: "products",
    summary: "The classes, products and newest notices of the product centre, with each page's last change.",
    method: "POST",
    path: "/gateway/rest/product/sitemap",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 600, whose: "everyone" },
    request: z.object({}),
    response: z.object({
      classes: z.array(z.number()),
      products: z.array(z.object({ id: z.number(), updatedAt: timestamp })),
      notices: z.array(z.object({ number: z.string(), updatedAt: timestamp })),
    }),
  }),
};

export type SitemapKind = (typeof sitemapKinds)[number];
