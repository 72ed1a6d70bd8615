import { sitemapKinds } from "contract/calls/world";
import type { Handlers } from "../context";
import { feedIds, feedSubject, feedTopics } from "../queries/feeds";
import { kept } from "../queries/kept";
import { allSections } from "../queries/sections";
import { datedSections, sliceEntries, slicesOf } from "../queries/sitemap";

/** Finding out which slices there are reads every topic's times; search engines ask a few times a day. */
const indexSeconds = 600;

/** What feed readers and search engines fetch. */
export const worldHandlers = {
  async feedTopics(request, { database }) {
    const { name, summary } = await feedSubject(database, request);
    const sections = await allSections(database);
    return { name, summary, topics: await feedTopics(database, await feedIds(database, request, sections), sections) };
  },

  async sitemapIndex(_request, { database, now }) {
    return kept(database, "sitemapIndex", now(), indexSeconds, async () => {
      const open = await allSections(database);
      const slices = await Promise.all(sitemapKinds.map((kind) => slicesOf(database, kind, open)));
      return { slices: slices.flat(), sections: await datedSections(database) };
    });
  },

  async sitemapSlice({ kind, slice }, { database }) {
    const entries = await sliceEntries(database, kind, slice, await allSections(database));
    return { entries: entries.map(({ id, at }) => ({ id, updatedAt: at.toISOString() })) };
  },
} satisfies Handlers<"feedTopics" | "sitemapIndex" | "sitemapSlice">;
