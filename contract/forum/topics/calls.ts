/** One topic: starting, changing, showing and keeping it. */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, page, submissionId, timestamp } from "../../base/fields";
import { authorCard } from "../../people/calls";
import { baseEditedAt, tags, topicContent, topicTitle } from "../fields";
import { topicReading } from "../reading/calls";
import { attachment, depthPost, floorPost, permalink, topicRow } from "../shapes";

const topicFields = { fid: id, classId: id.nullable(), title: topicTitle, content: topicContent, tags };

const favorites = z.object({ favorited: z.boolean(), favorites: z.number() });

export const topicCalls = {
  submitTopic: defineCall({
    group: "forum",
    summary:
      "Starts a topic. The same request again, submissionId included, answers with the topic it made the first time.",
    method: "POST",
    path: "/api/v1/user/submit-topic",
    body: "json",
    access: "poster",
    limit: "submit",
    effect: "adds",
    request: z.object({
      ...topicFields,
      submissionId,
      /** The draft that it was written as, which goes with it; without it the draft of a topic begun with nothing. */
      draft: z
        .string()
        .regex(/^topic:new(:[a-z\d-]{1,40})?$/, "草稿位置有误")
        .optional(),
    }),
    response: permalink,
  }),
  editTopic: defineCall({
    group: "forum",
    summary:
      "Changes one's own topic. With `baseEditedAt`, one that was edited since is not written over: EDIT_CONFLICT.",
    method: "POST",
    path: "/api/v1/user/edit-topic",
    body: "json",
    access: "poster",
    limit: "edit",
    effect: "hides",
    changedTopics: ({ tid }) => [tid],
    request: z.object({ tid: id, ...topicFields, baseEditedAt }),
    response: permalink,
  }),
  topicDetail: defineCall({
    group: "forum",
    summary: "A topic with one page of its floors, by floor number; each floor with its first depth replies.",
    method: "POST",
    path: "/api/v1/topic/detail",
    body: "json",
    access: "visitor",
    effect: "reads",
    request: z.object({
      tid: id,
      page: page.default(1),
      /**
       * Shows the page that has this post instead of `page`; its floor's depth replies come whole up to it.
       */
      pid: id.optional(),
      /** Shows the page that has this floor, or the last floor when there is none so high. */
      floor: id.optional(),
      /** Shows all depth replies of this floor's post, a page at a time. */
      expand: id.optional(),
      /** `new` shows floor 1 and then the newest floors first, `likes` those that are liked most. */
      order: z.enum(["old", "new", "likes"]).default("old"),
      /**
       * Shows the floors that the topic's author wrote alone: from floor `from` on, in the order asked for,
       * whatever `page` says.
       */
      only: z.enum(["author"]).optional(),
      from: id.optional(),
    }),
    response: topicRow.extend({
      page: firstPage,
      pages: firstPage,
      /** With `only`: where the stretches before and after begin, as `from`; null where there is none. */
      previousFrom: z.number().nullable().default(null),
      nextFrom: z.number().nullable().default(null),
      /** The number of the newest floor, deleted ones counted. */
      lastFloor: count,
      /** Of a topic of several pages: floors along its way, by which readers see how far it goes. */
      milestones: some(z.object({ floor: z.number(), pid: z.number(), at: timestamp })),
      floors: z.array(floorPost),
      /** The accepted answer, on the page that begins with floor 1. */
      answer: floorPost
        .pick({
          pid: true,
          floor: true,
          author: true,
          html: true,
          elsewhere: true,
          createdAt: true,
          likes: true,
        })
        .nullable()
        .default(null),
      /** Why the question ended without an answer; null when it did not. */
      solvedReason: z.string().nullable().default(null),
      /** Cards of everyone who wrote a floor on this page, by uid. */
      authors: z.record(z.string(), authorCard).default({}),
      /** What the texts on this page link to for downloading, by the post's id. */
      attachments: z.record(z.string(), z.array(attachment)).default({}),
      favorited: flag,
      favorites: count,
      /** Whether the signed-in person follows the topic's author. */
      authorFollowed: flag,
      /** What the signed-in person read of it before, and wants to hear; null for visitors, and where nobody keeps it. */
      reading: topicReading.nullable().default(null),
      /** The topic that this one repeats, where a moderator said so. */
      duplicateOf: z.object({ tid: z.number(), title: z.string() }).nullable().default(null),
      /** Whom of this page's writers the signed-in person blocked. */
      blocked: some(z.number()),
      /** Whether the signed-in person moderates the topic's section. */
      moderated: flag,
      /** Its section takes no topics and replies any more. */
      postingClosed: flag,
      canReply: z.boolean().default(true),
      /**
       * Why the signed-in person cannot reply, as a refusal code; null for visitors and for those who can.
       */
      replyRefusal: z
        .enum([
          "PHONE_NOT_BOUND",
          "MUTED",
          "CONTENT_NOT_LISTED",
          "TOPIC_CLOSED",
          "SECTION_POSTING_CLOSED",
          "RIGHT_DENIED",
        ])
        .nullable()
        .default(null),
      /** Until when the signed-in person is muted; null when they are not. */
      mutedUntil: z.string().nullable().default(null),
      muteReason: words,
    }),
  }),
  depthPostList: defineCall({
    group: "forum",
    summary: "The replies beneath one floor, oldest first, a page at a time.",
    method: "POST",
    path: "/api/v1/post/depth-list",
    body: "json",
    access: "visitor",
    effect: "reads",
    request: z.object({ pid: id, page: page.default(1) }),
    response: z.object({ posts: z.array(depthPost), page: firstPage, pages: firstPage, total: count }),
  }),
  viewTopic: defineCall({
    group: "forum",
    summary: "Counts one view.",
    method: "POST",
    path: "/api/v1/topic/view",
    body: "json",
    access: "visitor",
    limit: "view",
    effect: "private",
    request: z.object({ tid: id }),
    response: z.object({ success: z.literal(true).default(true) }),
  }),
  favoriteTopic: defineCall({
    group: "forum",
    summary: "Favourites a topic.",
    method: "POST",
    path: "/api/v1/user/favorite-topic",
    body: "json",
    access: "user",
    limit: "press",
    effect: "adds",
    counts: true,
    request: z.object({ tid: id }),
    response: favorites,
  }),
  cancelFavorite: defineCall({
    group: "forum",
    summary: "Takes a favourite back.",
    method: "POST",
    path: "/api/v1/user/cancel-favorite",
    body: "json",
    access: "user",
    limit: "press",
    effect: "adds",
    counts: true,
    request: z.object({ tid: id }),
    response: favorites,
  }),
};
