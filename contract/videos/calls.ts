/** The operator's videos: popular ones, their pages, and counting plays (spec 7.2, Home and Person). */
import { z } from "zod";
import { count, firstPage, flag, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, page, previewSecret, timestamp } from "../base/fields";
import { longKeep, shortKeep } from "../base/keep-for";
import { picture } from "../base/shapes";
import { shortListMax } from "../resources/constants";
import { day, idAndName } from "../resources/shapes";

/** A video in lists. */
export const videoRow = z.object({
  id: z.number(),
  title: z.string(),
  summary: words,
  date: day,
  seconds: count,
  poster: picture,
  plays: count,
  /** Delisted: it is shown only in collections. */
  delisted: flag,
});

/** A popular video: the operator's, or a lesson's. */
const hotVideo = videoRow.extend({
  /** The course of a lesson's video: `id` is then the lesson's. Null for other videos. */
  course: idAndName.nullable().default(null),
});

export const videoPage = z.object({
  videos: z.array(videoRow),
  page: firstPage,
  pages: firstPage,
  total: z.number(),
});

export const videoCalls = {
  queryHotVideo: defineCall({
    group: "home",
    summary: "The most played videos, including those of courses; older plays weigh less.",
    method: "POST",
    path: "/gateway/rest/home/hot-video",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({ count: z.number().int().min(1).max(shortListMax).default(4) }),
    response: z.object({ videos: z.array(hotVideo) }),
  }),
  videoList: defineCall({
    group: "resources",
    summary: "All videos, most played first; with a product only its own.",
    method: "POST",
    path: "/gateway/rest/video/list",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ prodId: id.optional(), page: page.default(1) }),
    response: videoPage,
  }),
  videoDetail: defineCall({
    group: "resources",
    summary:
      "One video with the signed addresses of its file and subtitles. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    method: "POST",
    path: "/gateway/rest/video/detail",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { ...shortKeep, unless: "preview" },
    request: z.object({ id, preview: previewSecret }),
    response: videoRow.extend({
      width: count,
      height: count,
      bytes: count,
      /** A signed address; `type` comes from the file. */
      address: z.string(),
      type: z.string(),
      captions: z.string().nullable().default(null),
      products: z.array(idAndName),
      collected: count,
      updatedAt: timestamp,
      preview: flag,
    }),
  }),
  playVideo: defineCall({
    group: "resources",
    summary: "Counts that a video was started, once an hour for each caller.",
    method: "POST",
    path: "/gateway/rest/video/play",
    body: "json",
    access: "visitor",
    limit: "view",
    effect: "private",
    request: z.object({ id }),
    response: z.object({ plays: z.number() }),
  }),
};

export type VideoRow = z.infer<typeof videoRow>;
export type HotVideo = z.infer<typeof hotVideo>;
