/** Creating, changing, showing and collecting a topic. */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, longId, page, submissionId, timestamp } from "../../base/fields";
import { authorCard } from "../../people/calls";
import { baseEditedAt, tags, topicContent, topicTitle } from "../fields";
import { topicReading } from "../reading/calls";
import { attachment, depthPost, floorPost, permalink, topicRow } from "../shapes";

const topicFields = { fid: id, classId: id.nullable(), title: topicTitle, content: topicContent, tags };

const favorites = z.object({ favorited: z.boolean(), favorites: z.number() });

export const topicCalls = {
  submitTopic: defineCall({
    group: "forum",
    summary: "Starts a topic. The same submissionId again answers with the topic made the first time.",
    method: "POST",
    path: "/api/v1/user/submit-topic",
    body: "json",
    access: "poster",
    limit: "submit",
    effect: "adds",
    request: z.object({
      ...topicFields,
      submissionId,
      /**
       * The draft from which it was written; publishing deletes it. Without this field that is the draft of a blank
       * new topic.
       */
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
      "Changes the caller's topic. With `baseEditedAt`, refuses with EDIT_CONFLICT when it was edited since.",
    method: "POST",
    path: "/api/v1/user/edit-topic",
    body: "json",
    access: "poster",
    limit: "edit",
    effect: "hides",
    changedTopics: ({ tid }) => [tid],
    request: z.object({ tid: longId, ...topicFields, baseEditedAt }),
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
    seenAs: "shown",
    request: z.object({
      tid: longId,
      page: page.default(1),
      /** Shows the page of this post instead of `page`, with all depth replies of its floor up to the post. */
      pid: longId.optional(),
      /** Shows the page of this floor; of the last floor where the topic has fewer. */
      floor: id.optional(),
      /** Shows all depth replies of this floor's post, a page at a time. */
      expand: longId.optional(),
      /** `new` shows floor 1 and then the newest floors first, `likes` those that are liked most. */
      order: z.enum(["old", "new", "likes"]).default("old"),
      /**
       * Shows only the floors of the topic's author, from floor `from` on, in the requested order; `page` has no
       * effect.
       */
      only: z.enum(["author"]).optional(),
      from: id.optional(),
    }),
    response: topicRow.extend({
      page: firstPage,
      pages: firstPage,
      /** With `only`: the values of `from` for the previous and the next part; null without one. */
      previousFrom: z.number().nullable().default(null),
      nextFrom: z.number().nullable().default(null),
      /** The number of the newest floor, deleted ones counted. */
      lastFloor: count,
      /**
       * For a topic of several pages: some floors between the first and the last, which show readers how long it is.
       */
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
      /** Why the question ended without an answer; null for any other topic. */
      solvedReason: z.string().nullable().default(null),
      /** Cards of everyone who wrote a floor on this page, by uid. */
      authors: z.record(z.string(), authorCard).default({}),
      /** The attachments of the texts on this page, by the post's id. */
      attachments: z.record(z.string(), z.array(attachment)).default({}),
      favorited: flag,
      favorites: count,
      /** Whether the signed-in person follows the topic's author. */
      authorFollowed: flag,
      /**
       * What the signed-in person has read of it, and which notices they want; null for visitors and upstreams that
       * do not store this.
       */
      reading: topicReading.nullable().default(null),
      /** The topic of which a moderator marked this one as a duplicate. */
      duplicateOf: z.object({ tid: z.number(), title: z.string() }).nullable().default(null),
      /** The writers of this page whom the signed-in person has blocked. */
      blocked: some(z.number()),
      /** Whether the signed-in person moderates the topic's section. */
      moderated: flag,
      /** Its section is closed for new topics and replies. */
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
      /** The end of the signed-in person's mute; null without one. */
      mutedUntil: z.string().nullable().default(null),
      muteReason: words,
    }),
  }),
  depthPostList: defineCall({
    group: "forum",
    summary: "The replies below one floor, oldest first, a page at a time.",
    method: "POST",
    path: "/api/v1/post/depth-list",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ pid: longId, page: page.default(1) }),
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
    request: z.object({ tid: longId }),
    response: z.object({ success: z.literal(true).default(true) }),
  }),
  favoriteTopic: defineCall({
    group: "forum",
    summary: "Adds a topic to the favourites.",
    method: "POST",
    path: "/api/v1/user/favorite-topic",
    body: "json",
    access: "user",
    limit: "press",
    effect: "adds",
    counts: true,
    request: z.object({ tid: longId }),
    response: favorites,
  }),
  cancelFavorite: defineCall({
    group: "forum",
    summary: "Removes a topic from the favourites.",
    method: "POST",
    path: "/api/v1/user/cancel-favorite",
    body: "json",
    access: "user",
    limit: "press",
    effect: "adds",
    counts: true,
    request: z.object({ tid: longId }),
    response: favorites,
  }),
};
