/** The home page (spec 7.2, Home): its banners and blocks, and posts written from there. */
import { z } from "zod";
import { flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, longId, numeric, previewSecret, submissionId } from "../base/fields";
import { longKeep } from "../base/keep-for";
import { picture } from "../base/shapes";
import { baseEditedAt, tags, topicContent, topicTitle } from "../forum/fields";
import { permalink, sectionBrief } from "../forum/shapes";
import { newsRow } from "../information/calls";
import { productKinds, productStates } from "../products/constants";
import { homeBlockKinds } from "../site/constants";

const codesOf = <const Row extends { code: string }>(rows: readonly Row[]) =>
  rows.map(({ code }) => code) as [Row["code"], ...Row["code"][]];

/** When it is shown; null for no limit. */
const period = { from: z.string().nullable().default(null), until: z.string().nullable().default(null) };

const banner = z.object({
  id: z.string(),
  title: z.string(),
  summary: words,
  image: picture,
  linkurl: z.string(),
});

/** A block of the home page. Its content comes from the call of its kind. */
const block = z.object({
  id: z.string(),
  kind: z.enum(homeBlockKinds),
  title: z.string(),
  summary: words,
  /** The address of the complete list. */
  linkurl: z.string().nullable().default(null),
  /** The number of entries shown. */
  count: z.number().default(6),
  /** The ids that the operator puts first. */
  first: some(z.number()),
  /** Only for the kind `links`. */
  links: some(
    z.object({
      title: z.string(),
      summary: words,
      image: picture.nullable().default(null),
      linkurl: z.string(),
    }),
  ),
});

const entriesMax = 24;
/** The number of entries, and the ids of those that come first. */
const chosen = z.object({
  count: numeric(z.number("数目有误").int("数目有误").min(1, "数目有误").max(entriesMax, "数目有误")).default(
    6,
  ),
  first: z.array(id).max(entriesMax, `最多 ${entriesMax} 个`).default([]),
});

const read = {
  group: "home",
  method: "POST",
  body: "json",
  access: "visitor",
} as const;

export const homeCalls = {
  getForums: defineCall({
    ...read,
    summary: "The open sections of the forum, in their order.",
    path: "/gateway/rest/home/forums",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({}),
    response: z.object({ data: z.array(sectionBrief) }),
  }),
  queryBanner: defineCall({
    ...read,
    summary: "The present banners at the head of the home page.",
    path: "/gateway/rest/home/banner",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({}),
    response: z.object({ data: z.array(banner) }),
  }),
  queryHomeBlocks: defineCall({
    ...read,
    summary: "The present blocks of the home page, in order.",
    path: "/gateway/rest/home/blocks",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({}),
    response: z.object({ data: z.array(block) }),
  }),
  queryNewProduct: defineCall({
    ...read,
    summary: "New products, newest first, after those that the operator puts first.",
    path: "/gateway/rest/home/new-product",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: chosen,
    response: z.object({
      data: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          summary: words,
          kind: z.enum(codesOf(productKinds)),
          state: z.enum(codesOf(productStates)),
          /** The day on which sales began or will begin. */
          since: words,
          picture: picture.nullable().default(null),
        }),
      ),
    }),
  }),
  queryHomeNews: defineCall({
    ...read,
    summary: "The newest news, after those that the operator puts first.",
    path: "/gateway/rest/home/news",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: chosen,
    response: z.object({ data: z.array(newsRow) }),
  }),
  queryHomePreview: defineCall({
    group: "home",
    summary:
      "A preview of the home page with scheduled banners, blocks and news. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    method: "POST",
    path: "/gateway/rest/home/preview",
    body: "json",
    access: "admin",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ preview: previewSecret }),
    response: z.object({
      banners: z.array(banner.extend(period)),
      blocks: z.array(block.extend(period)),
      /** Scheduled news, the next first. */
      news: z.array(newsRow),
    }),
  }),
  savePostBasicData: defineCall({
    group: "home",
    summary:
      "Starts a topic or, with `pk_post`, changes the caller's own: submitTopic and editTopic by the key of the first post.",
    method: "POST",
    path: "/gateway/rest/home/save-post-basic-data",
    body: "json",
    access: "poster",
    limit: "submit",
    effect: "hides",
    changedTopics: ({ tid }, { pk_post }) => (pk_post === undefined ? [] : [tid]),
    request: z.object({
      pk_post: longId.optional(),
      fid: id,
      classId: id.nullable().default(null),
      title: topicTitle,
      content: topicContent,
      tags,
      submissionId,
      baseEditedAt,
    }),
    response: permalink.extend({ pk_post: z.number() }),
  }),
  deletePostBasicData: defineCall({
    group: "home",
    summary:
      "Deletes the caller's topic or reply by its post's key; with `real` \"3\" its text is destroyed as well, also when it was deleted before.",
    method: "POST",
    path: "/gateway/rest/home/delete-post-basic-data",
    body: "json",
    access: "unmuted",
    limit: "edit",
    effect: "hides",
    changedTopics: ({ tid }) => [tid],
    request: z.object({ pk_post: longId, real: z.enum(["1", "3"], "不支持这样删除").default("1") }),
    response: z.object({ pk_post: z.number(), tid: z.number(), destroyed: flag }),
  }),
};

export type HomeBlock = z.infer<typeof block>;
export type HomeBanner = z.infer<typeof banner>;
