import type { TopicCard } from "../../app/settings/portal-context";
import { createDrawings, type Drawings } from "./drawings";

/**
 * Draws pictures of topics; each has some 30 KB. Where one cannot be drawn, pages have the site's own picture.
 * @param filename the thread's program: topic-picture.ts, bundled
 */
export const createPictures = (filename: string): Drawings<TopicCard> =>
  createDrawings({
    filename,
    cacheBytes: 4 * 1024 * 1024,
    timeMaximum: 10_000,
    heapMegabytes: 128,
    keyOf: ({ title, section, author, site }) => JSON.stringify([title, section, author, site]),
    failure: "帖子的图没有画出来",
  });
