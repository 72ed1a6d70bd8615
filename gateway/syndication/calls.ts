/** Feeds and sitemaps, for feed readers and search engines. */
import { sitemapKinds, type syndicationCalls } from "contract/syndication/calls";
import { allSections } from "../forum/sections/find-sections";
import type { HandlersOf } from "../server/context";
import { Refusal } from "../server/refusal";
import { catalogueEntries } from "./catalogue";
import { feedIds, feedSubject, feedTopics } from "./feeds";
import { datedSections, isSlice, sliceEntries, slicesOf } from "./sitemap";

export const syndicationHandlers = {
  async feedTopics(request, { database }) {
    const { name, summary } = await feedSubject(database, request);
    const sections = await allSections(database);
    return {
      name,
      summary,
      topics: await feedTopics(database, await feedIds(database, request, sections), sections),
    };
  },

  async sitemapIndex(_request, { database }) {
    const open = await allSections(database);
    const slices = await Promise.all(sitemapKinds.map((kind) => slicesOf(database, kind, open)));
    return { slices: slices.flat(), sections: await datedSections(database) };
  },

  async sitemapSlice({ kind, slice }, { database }) {
    if (!(await isSlice(database, kind, slice))) throw new Refusal("SLICE_NOT_FOUND");
    const entries = await sliceEntries(database, kind, slice, await allSections(database));
    return { entries: entries.map(({ id, at }) => ({ id, updatedAt: at.toISOString() })) };
  },

  sitemapProducts: (_request, { database }) => catalogueEntries(database),
} satisfies HandlersOf<typeof syndicationCalls>;
