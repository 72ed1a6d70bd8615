import { z } from "zod/v4";
import { defineCall } from "../call";
import { id, moment, replyContent, reportReason, submissionId, tags, topicContent, topicTitle } from "../fields";
import { reportTextMax, topicContentMax } from "../limits";

const topicFields = { fid: id, classId: id.nullable(), title: topicTitle, content: topicContent, tags };
const followTarget = z.object({ kind: z.enum(["user", "section", "tag"]), target: id });
const likes = z.object({ liked: z.boolean(), likes: z.number() });
const favorites = z.object({ favorited: z.boolean(), favorites: z.number() });

/** Where a post stands: enough to build its permalink. `pending`: a moderator looks at it before others see it. */
const placed = z.object({ tid: z.number(), pid: z.number(), floor: z.number().nullable(), page: z.number(), pending: z.boolean() });

/** The edit that the writer has seen: null for a text that was never edited. Left out, nothing is compared. */
const baseEditedAt = z.iso.datetime("版本有误").nullable().optional();

/** The writing half of spec 7.2's Forum group. */
export const forumWriteCalls = {
  renderContent: defineCall({
    group: "forum",
    summary: "Renders Markdown as it would be published, for previews. Stores nothing.",
    method: "POST",
    path: "/api/v1/user/render-content",
    body: "json",
    access: "user",
    request: z.object({ content: z.string().max(topicContentMax) }),
    response: z.object({ html: z.string() }),
  }),
  submitTopic: defineCall({
    group: "forum",
    summary: "Starts a topic. The same request again, submissionId included, answers with the topic it made the first time.",
    method: "POST",
    path: "/api/v1/user/submit-topic",
    body: "json",
    access: "poster",
    request: z.object({ ...topicFields, submissionId }),
    response: placed,
  }),
  editTopic: defineCall({
    group: "forum",
    summary: "Changes one's own topic. With `baseEditedAt`, one that was edited since is not written over: EDIT_CONFLICT.",
    method: "POST",
    path: "/api/v1/user/edit-topic",
    body: "json",
    access: "poster",
    request: z.object({ tid: id, ...topicFields, baseEditedAt }),
    response: placed,
  }),
  submitPost: defineCall({
    group: "forum",
    summary: "Replies to a topic (a new floor) or, with `parent`, to a floor or to a reply beneath one.",
    method: "POST",
    path: "/api/v1/user/submit-post",
    body: "json",
    access: "poster",
    request: z.object({ tid: id, parent: id.optional(), content: replyContent, submissionId }),
    response: placed,
  }),
  editPost: defineCall({
    group: "forum",
    summary: "Changes one's own reply. With `baseEditedAt`, one that was edited since is not written over: EDIT_CONFLICT.",
    method: "POST",
    path: "/api/v1/user/edit-post",
    body: "json",
    access: "poster",
    request: z.object({ pid: id, content: replyContent, baseEditedAt }),
    response: placed,
  }),
  editableContent: defineCall({
    group: "forum",
    summary: "The source of one's own post, for editing. For floor 1 it comes with the topic's fields.",
    method: "POST",
    path: "/api/v1/user/editable-content",
    body: "json",
    access: "user",
    request: z.object({ pid: id }),
    response: placed.extend({
      content: z.string(),
      /** The moment of its last edit, to be sent with the next one; null when it was never edited. */
      editedAt: moment.nullable(),
      topic: z.object({ fid: z.number(), classId: z.number().nullable(), title: z.string(), tags: z.array(z.string()) }).nullable(),
    }),
  }),
  deleteContent: defineCall({
    group: "forum",
    summary: "Deletes one's own reply, or one's own topic when the post is its floor 1.",
    method: "POST",
    path: "/api/v1/user/delete-content",
    body: "json",
    access: "user",
    request: z.object({ pid: id }),
    response: z.object({ tid: z.number(), fid: z.number(), topicDeleted: z.boolean(), page: z.number() }),
  }),
  likePost: defineCall({
    group: "forum",
    summary: "Likes a post. Liking twice changes nothing.",
    method: "POST",
    path: "/api/v1/user/like-post",
    body: "json",
    access: "user",
    request: z.object({ pid: id }),
    response: likes,
  }),
  unlikePost: defineCall({
    group: "forum",
    summary: "Takes a like back.",
    method: "POST",
    path: "/api/v1/user/unlike-post",
    body: "json",
    access: "user",
    request: z.object({ pid: id }),
    response: likes,
  }),
  favoriteTopic: defineCall({
    group: "forum",
    summary: "Favourites a topic.",
    method: "POST",
    path: "/api/v1/user/favorite-topic",
    body: "json",
    access: "user",
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
    request: z.object({ tid: id }),
    response: favorites,
  }),
  follow: defineCall({
    group: "forum",
    summary: "Follows a person, a section or a tag.",
    method: "POST",
    path: "/api/v1/user/follow",
    body: "json",
    access: "user",
    request: followTarget,
    response: z.object({ followed: z.literal(true) }),
  }),
  unfollow: defineCall({
    group: "forum",
    summary: "Stops following.",
    method: "POST",
    path: "/api/v1/user/unfollow",
    body: "json",
    access: "user",
    request: followTarget,
    response: z.object({ followed: z.literal(false) }),
  }),
  followStatus: defineCall({
    group: "forum",
    summary: "Whether the signed-in person follows a target.",
    method: "POST",
    path: "/api/v1/user/follow-status",
    body: "json",
    access: "user",
    request: followTarget,
    response: z.object({ followed: z.boolean() }),
  }),
  submitReport: defineCall({
    group: "forum",
    summary: "Reports a post to the moderators; one open report a person and post.",
    method: "POST",
    path: "/api/v1/user/submit-report",
    body: "json",
    access: "user",
    request: z.object({
      pid: id,
      reason: reportReason,
      text: z.string().max(reportTextMax, `说明不能超过 ${reportTextMax} 字`).default(""),
    }),
    response: z.object({ id: z.number() }),
  }),
};
