import { z } from "zod/v4";
import { defineCall } from "../call";
import { cleanText, page } from "../fields";
import { titleMax } from "../limits";
import { contentState, person, topicPage, topicRow } from "../shapes";
import { listOrder } from "../list-order";

/** What somebody follows that brings a topic into their list. */
const followedReason = z.object({ kind: z.enum(["user", "section", "tag"]), target: z.number(), name: z.string() });

/** Lists that belong to one person, and the people worth following. */
export const listCalls = {
  followedTopicList: defineCall({
    group: "forum",
    summary: "The 200 newest topics by followed people, with followed tags, or in followed sections; each says why it is there.",
    method: "POST",
    path: "/api/v1/user/followed-topics",
    body: "json",
    access: "user",
    request: z.object({ page: page.default(1), order: listOrder.default("new") }),
    response: topicPage.extend({ topics: z.array(topicRow.extend({ because: z.array(followedReason) })) }),
  }),
  myPosts: defineCall({
    group: "forum",
    summary: "The signed-in person's own replies, newest first, those in review, hidden or recycled too.",
    method: "POST",
    path: "/api/v1/user/posts",
    body: "json",
    access: "user",
    request: z.object({ page: page.default(1) }),
    response: z.object({
      posts: z.array(
        z.object({
          pid: z.number(),
          tid: z.number(),
          topicTitle: z.string(),
          floor: z.number().nullable(),
          excerpt: z.string(),
          likes: z.number(),
          createdAt: z.string(),
          state: contentState,
          reason: z.string().nullable(),
        }),
      ),
      page: z.number(),
      pages: z.number(),
      total: z.number(),
    }),
  }),
  myFavorites: defineCall({
    group: "forum",
    summary: "The topics that the signed-in person favourited, latest first; `text` keeps those whose title contains it.",
    method: "POST",
    path: "/api/v1/user/favorites",
    body: "json",
    access: "user",
    request: z.object({
      text: z
        .string()
        .max(titleMax, `查找的文字不超过 ${titleMax} 个字`)
        .transform((text) => cleanText(text).trim())
        .default(""),
      page: page.default(1),
    }),
    /** `total` counts every favourite; `gone` says how many of this page are not to be seen any more. */
    response: topicPage.extend({ gone: z.number() }),
  }),
  wellInformedPeople: defineCall({
    group: "home",
    summary: "The people with the most accepted answers, then the most likes, and whether the caller follows them.",
    method: "POST",
    path: "/api/v1/rank/well-informed",
    body: "json",
    access: "visitor",
    request: z.object({}),
    response: z.object({
      people: z.array(person.extend({ intro: z.string(), answersAccepted: z.number(), likesReceived: z.number(), followed: z.boolean() })),
    }),
  }),
};
