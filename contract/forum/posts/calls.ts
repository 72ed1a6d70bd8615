/** Replies, and actions on the text of any post. */
import { z } from "zod";
import { count, firstPage, flag, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { reportTextMax } from "../../base/constants";
import {
  id,
  longId,
  page,
  reportReason,
  submissionId,
  timestamp,
  typedText,
  withoutControls,
} from "../../base/fields";
import { person } from "../../base/shapes";
import { topicContentMax } from "../constants";
import { baseEditedAt, replyContent } from "../fields";
import { contentState, permalink, textChange } from "../shapes";

const byUser = z.object({ uid: id, page: page.default(1) });

/** A reply in a person's list of replies. */
const postRow = z.object({
  pid: z.number(),
  tid: z.number(),
  topicTitle: z.string(),
  floor: z.number().nullable().default(null),
  excerpt: words,
  createdAt: timestamp,
});

const postPage = z.object({
  posts: z.array(postRow),
  page: firstPage,
  pages: firstPage,
  total: count,
});

const likes = z.object({ liked: z.boolean(), likes: z.number() });

export const postCalls = {
  movedPost: defineCall({
    group: "forum",
    summary:
      "Where a post is that moderators moved out of this topic; without `pid`, where the text of a topic went.",
    method: "POST",
    path: "/api/v1/post/moved",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ tid: longId, pid: longId.optional() }),
    /** Null where nothing was moved, or where this reader may not see it. */
    response: z.object({ place: permalink.nullable().default(null) }),
  }),
  renderContent: defineCall({
    group: "forum",
    summary: "Renders Markdown as it would be published, for previews. Stores nothing.",
    method: "POST",
    path: "/api/v1/user/render-content",
    body: "json",
    access: "user",
    limit: "render",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ content: z.string().max(topicContentMax).transform(withoutControls) }),
    /** `asTyped`: the text was too large or too slow to render, so the page shows its source. */
    response: z.object({ html: z.string(), asTyped: z.boolean().default(false) }),
  }),
  submitPost: defineCall({
    group: "forum",
    summary: "Replies to a topic (a new floor) or, with `parent`, to a floor or to a reply below one.",
    method: "POST",
    path: "/api/v1/user/submit-post",
    body: "json",
    access: "poster",
    limit: "submit",
    effect: "adds",
    changedTopics: ({ tid }) => [tid],
    request: z.object({ tid: longId, parent: longId.optional(), content: replyContent, submissionId }),
    response: permalink,
  }),
  editPost: defineCall({
    group: "forum",
    summary:
      "Changes the caller's reply. With `baseEditedAt`, refuses with EDIT_CONFLICT when it was edited since.",
    method: "POST",
    path: "/api/v1/user/edit-post",
    body: "json",
    access: "poster",
    limit: "edit",
    effect: "hides",
    changedTopics: ({ tid }) => [tid],
    request: z.object({ pid: longId, content: replyContent, baseEditedAt }),
    response: permalink,
  }),
  editableContent: defineCall({
    group: "forum",
    summary: "The source of the caller's post, for editing; for floor 1 with the topic's fields.",
    method: "POST",
    path: "/api/v1/user/editable-content",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ pid: longId }),
    response: permalink.extend({
      content: z.string(),
      /** The time of its last edit; the next edit sends it back. Null without edits. */
      editedAt: timestamp.nullable().default(null),
      topic: z
        .object({
          fid: z.number(),
          classId: z.number().nullable().default(null),
          title: z.string(),
          tags: z.array(z.string()),
        })
        .nullable(),
    }),
  }),
  deleteContent: defineCall({
    group: "forum",
    summary: "Deletes the caller's reply, or their topic when the post is its floor 1.",
    method: "POST",
    path: "/api/v1/user/delete-content",
    body: "json",
    access: "unmuted",
    limit: "edit",
    effect: "hides",
    changedTopics: ({ tid }) => [tid],
    /** `of`: what the form showed that it deletes; a reply may have become the text of a topic since. */
    request: z.object({ pid: longId, of: z.enum(["topic", "reply"], "不支持这样删除").optional() }),
    response: z.object({ tid: z.number(), fid: z.number(), topicDeleted: flag, page: firstPage }),
  }),
  postVersions: defineCall({
    group: "forum",
    summary:
      "The versions of a post before its edits, for its author and the section's moderators, and the changes of one edit.",
    method: "POST",
    path: "/api/v1/user/post-versions",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      pid: longId,
      /** The edit to show, by the id of the version that it replaced; without it the latest edit. */
      version: longId.optional(),
    }),
    response: z.object({
      tid: z.number(),
      pid: z.number(),
      /** The last edits, latest first. `id` is the version that the edit replaced. */
      /** The editor; null for a moderator, whose name only the log has. */
      edits: z.array(z.object({ id: z.number(), editor: person.nullable().default(null), at: timestamp })),
      shown: z
        .object({
          id: z.number(),
          /** Null unless the edit changed a topic's title. */
          title: z.object({ before: z.string(), after: z.string() }).nullable().default(null),
          /** The source in segments, in order; a long unchanged segment lacks its middle. */
          changes: z.array(textChange),
        })
        .nullable()
        .default(null),
    }),
  }),
  submitReport: defineCall({
    group: "forum",
    summary: "Reports a post to the moderators; a person can have one open report of a post.",
    method: "POST",
    path: "/api/v1/user/submit-report",
    body: "json",
    access: "user",
    limit: "report",
    effect: "private",
    request: z.object({
      pid: longId,
      reason: reportReason,
      text: typedText(reportTextMax, `说明不能超过 ${reportTextMax} 字`).default(""),
    }),
    response: z.object({ id: z.number() }),
  }),
  likePost: defineCall({
    group: "forum",
    summary: "Likes a post. Liking twice changes nothing.",
    method: "POST",
    path: "/api/v1/user/like-post",
    body: "json",
    access: "user",
    limit: "press",
    effect: "adds",
    counts: true,
    request: z.object({ pid: longId }),
    response: likes,
  }),
  unlikePost: defineCall({
    group: "forum",
    summary: "Removes a like.",
    method: "POST",
    path: "/api/v1/user/unlike-post",
    body: "json",
    access: "user",
    limit: "press",
    effect: "adds",
    counts: true,
    request: z.object({ pid: longId }),
    response: likes,
  }),
  myPosts: defineCall({
    group: "forum",
    summary: "The signed-in person's replies, newest first, including those in review, hidden or recycled.",
    method: "POST",
    path: "/api/v1/user/posts",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ page: page.default(1) }),
    response: z.object({
      posts: z.array(
        z.object({
          pid: z.number(),
          tid: z.number(),
          topicTitle: z.string(),
          floor: z.number().nullable().default(null),
          excerpt: words,
          likes: count,
          createdAt: timestamp,
          state: contentState,
          reason: z.string().nullable().default(null),
        }),
      ),
      page: firstPage,
      pages: firstPage,
      total: count,
    }),
  }),
  otherUserPosts: defineCall({
    group: "forum",
    summary: "Replies written by one person, newest first.",
    method: "POST",
    path: "/api/v1/post/user-list",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: byUser,
    response: postPage,
  }),
};
