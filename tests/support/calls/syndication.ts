import type { CallsOf } from "../call-rows";

/** The calls of feeds and sitemaps in tests. */
export const calls: CallsOf<"syndication"> = {
  feedTopics: { who: "everyone", request: ({ section }) => ({ kind: "section", target: section.fid }) },
  sitemapIndex: { who: "everyone", request: () => ({}) },
  sitemapSlice: { who: "everyone", request: () => ({ kind: "topics", slice: 1 }) },
  sitemapProducts: { who: "everyone", request: () => ({}) },
};
