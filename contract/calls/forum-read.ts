import { z } from "zod/v4";
import { defineCall } from "../call";
import { id, page } from "../fields";
import { listOrder } from "../list-order";
import { attachment, depthPost, floorPost, person, sectionBrief, tag, topicClass, topicPage, topicRow } from "../shapes";

const listFilters = {
  page: page.default(1),
  order: listOrder.default("reply"),
};
const byUser = z.object({ uid: id, page: page.default(1) });
const mine = z.object({ page: page.default(1) });

const authorCard = person.extend({
  intro: z.string(),
  role: z.enum(["member", "moderator", "admin"]),
  topics: z.number(),
  posts: z.number(),
  followers: z.number(),
  following: z.number(),
  joinedAt: z.string(),
});

/** A reply as it stands in somebody's list of replies. */
const postRow = z.object({
  pid: z.number(),
  tid: z.number(),
  topicTitle: z.string(),
  floor: z.number().nullable(),
  excerpt: z.string(),
  createdAt: z.string(),
});
const postPage = z.object({ posts: z.array(postRow), page: z.number(), pages: z.number(), total: z.number() });

/** The reading half of spec 7.2's Forum group. */
export const forumReadCalls = {
  homeTopicList: defineCall({
    group: "forum",
    summary: "Topics of every section. `kind` digest keeps the recommended ones; hot has the 1,000 hottest, by heat whatever the order.",
    method: "POST",
    path: "/api/v1/topic/home-list",
    body: "json",
    access: "visitor",
    request: z.object({ kind: z.enum(["all", "digest", "hot"]).default("all"), ...listFilters }),
    response: topicPage,
  }),
  sectionTopicList: defineCall({
    group: "forum",
    summary: "Topics of one section, by class, solved state or digest.",
    method: "POST",
    path: "/api/v1/topic/section-list",
    body: "json",
    access: "visitor",
    request: z.object({
      fid: id,
      classId: id.optional(),
      only: z.enum(["digest", "solved", "unsolved"]).optional(),
      ...listFilters,
    }),
    response: topicPage,
  }),
  userTopicList: defineCall({
    group: "forum",
    summary: "Topics that one person started, newest first.",
    method: "POST",
    path: "/api/v1/topic/user-list",
    body: "json",
    access: "visitor",
    request: byUser,
    response: topicPage,
  }),
  sectionList: defineCall({
    group: "forum",
    summary: "Every section, in its groups.",
    method: "POST",
    path: "/api/v1/section/list",
    body: "json",
    access: "visitor",
    request: z.object({}),
    response: z.object({ groups: z.array(z.object({ name: z.string(), sections: z.array(sectionBrief) })) }),
  }),
  sectionDetail: defineCall({
    group: "forum",
    summary: "One section with its moderators, classes and rules.",
    method: "POST",
    path: "/api/v1/section/detail",
    body: "json",
    access: "visitor",
    request: z.object({ fid: id }),
    response: sectionBrief.extend({
      group: z.string(),
      rulesHtml: z.string(),
      moderators: z.array(person),
      classes: z.array(topicClass),
      followers: z.number(),
      followed: z.boolean(),
    }),
  }),
  topicClasses: defineCall({
    group: "forum",
    summary: "The topic classes of a section.",
    method: "POST",
    path: "/api/v1/section/classes",
    body: "json",
    access: "visitor",
    request: z.object({ fid: id }),
    response: z.object({ classes: z.array(topicClass) }),
  }),
  authorInfo: defineCall({
    group: "forum",
    summary: "The card of a topic's author or of any member, with what they are good at.",
    method: "POST",
    path: "/api/v1/topic/author-info",
    body: "json",
    access: "visitor",
    request: z.object({ uid: id }),
    response: authorCard.extend({
      likesReceived: z.number(),
      answersAccepted: z.number(),
      /** Whether others may see their favourites. */
      favoritesPublic: z.boolean(),
      /** The account has ended: nothing of it is shown. */
      closed: z.boolean(),
      /** By the signed-in person. */
      followed: z.boolean(),
      /** The tags under which they answered most, with their replies and accepted answers. */
      skills: z.array(tag.extend({ posts: z.number(), accepted: z.number() })),
    }),
  }),
  otherUserPosts: defineCall({
    group: "forum",
    summary: "Replies that one person wrote, newest first.",
    method: "POST",
    path: "/api/v1/post/user-list",
    body: "json",
    access: "visitor",
    request: byUser,
    response: postPage,
  }),
  topicDetail: defineCall({
    group: "forum",
    summary: "A topic with one page of its floors, by floor number; each floor with its first depth replies.",
    method: "POST",
    path: "/api/v1/topic/detail",
    body: "json",
    access: "visitor",
    request: z.object({
      tid: id,
      page: page.default(1),
      /** Shows the page that has this post instead of `page`; its floor's depth replies come whole up to it. */
      pid: id.optional(),
      /** Shows the page that has this floor, or the last floor when there is none so high. */
      floor: id.optional(),
      /** Shows all depth replies of this floor's post, a page at a time. */
      expand: id.optional(),
      /** `new` shows floor 1 and then the newest floors first. */
      order: z.enum(["old", "new"]).default("old"),
      /** Shows the floors that the topic's author wrote alone: from floor `from` on, in the order asked for, whatever `page` says. */
      only: z.enum(["author"]).optional(),
      from: id.optional(),
    }),
    response: topicRow.extend({
      page: z.number(),
      pages: z.number(),
      /** With `only`: where the stretches before and after begin, as `from`; null where there is none. */
      previousFrom: z.number().nullable(),
      nextFrom: z.number().nullable(),
      /** The number of the newest floor, deleted ones counted. */
      lastFloor: z.number(),
      floors: z.array(floorPost),
      /** The accepted answer, on the page that begins with floor 1. */
      answer: floorPost.pick({ pid: true, floor: true, author: true, html: true, createdAt: true, likes: true }).nullable(),
      /** Why the question ended without an answer; null when it did not. */
      solvedReason: z.string().nullable(),
      /** Cards of everyone who wrote a floor on this page, by uid. */
      authors: z.record(z.string(), authorCard),
      /** What the texts on this page link to for downloading, by the post's id. */
      attachments: z.record(z.string(), z.array(attachment)),
      favorited: z.boolean(),
      favorites: z.number(),
      /** Whether the signed-in person follows the topic's author. */
      authorFollowed: z.boolean(),
      /** Whether the signed-in person moderates the topic's section. */
      moderated: z.boolean(),
      canReply: z.boolean(),
      /** Why the signed-in person cannot reply, as a refusal code; null for visitors and for those who can. */
      replyRefusal: z.enum(["PHONE_NOT_BOUND", "MUTED", "CONTENT_NOT_LISTED", "TOPIC_CLOSED"]).nullable(),
      /** Until when the signed-in person is muted; null when they are not. */
      mutedUntil: z.string().nullable(),
    }),
  }),
  depthPostList: defineCall({
    group: "forum",
    summary: "The replies beneath one floor, oldest first, a page at a time.",
    method: "POST",
    path: "/api/v1/post/depth-list",
    body: "json",
    access: "visitor",
    request: z.object({ pid: id, page: page.default(1) }),
    response: z.object({ posts: z.array(depthPost), page: z.number(), pages: z.number(), total: z.number() }),
  }),
  viewTopic: defineCall({
    group: "forum",
    summary: "Counts one view.",
    method: "POST",
    path: "/api/v1/topic/view",
    body: "json",
    access: "visitor",
    request: z.object({ tid: id }),
    response: z.object({ success: z.literal(true) }),
  }),
  relationalTopics: defineCall({
    group: "forum",
    summary: "Other topics with the same tags, or else of the same section.",
    method: "POST",
    path: "/api/v1/topic/relational",
    body: "json",
    access: "visitor",
    request: z.object({ tid: id }),
    response: z.object({ topics: z.array(topicRow) }),
  }),
  hotTags: defineCall({
    group: "forum",
    summary: "The tags with the most topics.",
    method: "POST",
    path: "/api/v1/tag/hot",
    body: "json",
    access: "visitor",
    request: z.object({}),
    response: z.object({ tags: z.array(tag.extend({ topics: z.number() })) }),
  }),
  heroRank: defineCall({
    group: "forum",
    summary: "The members who wrote most in the last 30 days.",
    method: "POST",
    path: "/api/v1/rank/hero",
    body: "json",
    access: "visitor",
    request: z.object({}),
    response: z.object({ people: z.array(person.extend({ posts: z.number() })) }),
  }),
  forumBanners: defineCall({
    group: "forum",
    summary: "Banners at the head of the forum.",
    method: "POST",
    path: "/api/v1/banner/list",
    body: "json",
    access: "visitor",
    request: z.object({}),
    response: z.object({ banners: z.array(z.object({ id: z.string(), title: z.string(), image: z.string(), linkurl: z.string() })) }),
  }),
  moderatorForumList: defineCall({
    group: "forum",
    summary: "The sections that the signed-in person moderates.",
    method: "POST",
    path: "/api/v1/user/moderated-sections",
    body: "json",
    access: "user",
    request: z.object({}),
    response: z.object({ sections: z.array(sectionBrief) }),
  }),
  myTopics: defineCall({
    group: "forum",
    summary: "The signed-in person's own topics.",
    method: "POST",
    path: "/api/v1/user/topics",
    body: "json",
    access: "user",
    request: mine,
    response: topicPage,
  }),
  myForums: defineCall({
    group: "forum",
    summary: "The sections that the signed-in person follows.",
    method: "POST",
    path: "/api/v1/user/sections",
    body: "json",
    access: "user",
    request: z.object({}),
    response: z.object({ sections: z.array(sectionBrief) }),
  }),
  userPermissions: defineCall({
    group: "forum",
    summary: "Whether the signed-in person may post, and if not, why.",
    method: "POST",
    path: "/api/v1/user/permissions",
    body: "json",
    access: "user",
    request: z.object({}),
    response: z.object({
      canPost: z.boolean(),
      refusal: z.enum(["PHONE_NOT_BOUND", "MUTED"]).nullable(),
      mutedUntil: z.string().nullable(),
      forumAdmin: z.boolean(),
    }),
  }),
};

export type AuthorCard = z.infer<typeof authorCard>;
