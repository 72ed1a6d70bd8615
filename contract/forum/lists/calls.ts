/** Topic lists: home, section, a person's, followed, favourites, related (spec 7.2, Forum). */
import { z } from "zod";
import { some } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, id, longId, page } from "../../base/fields";
import { shortKeep } from "../../base/keep-for";
import { listOrders, titleMax } from "../constants";
import { topicPage, topicRow } from "../shapes";

const listOrder = z.enum(listOrders);

const listFilters = {
  page: page.default(1),
  order: listOrder.default("reply"),
};

const byUser = z.object({ uid: id, page: page.default(1) });

const ownListRequest = z.object({ page: page.default(1) });

/** The reasons for which a topic is in the list of followed topics. */
const followedReason = z.object({
  kind: z.enum(["user", "section", "tag", "topic"]),
  target: z.number(),
  name: z.string(),
});

export const listCalls = {
  homeTopicList: defineCall({
    group: "forum",
    summary:
      "Topics of every section. `kind` digest has only recommended ones; hot has the 1,000 hottest, ordered by heat.",
    method: "POST",
    path: "/api/v1/topic/home-list",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
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
    effect: "reads",
    seenAs: "shown",
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
    summary: "Topics started by one person, newest first.",
    method: "POST",
    path: "/api/v1/topic/user-list",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: byUser,
    response: topicPage,
  }),
  myTopics: defineCall({
    group: "forum",
    summary: "The signed-in person's own topics.",
    method: "POST",
    path: "/api/v1/user/topics",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: ownListRequest,
    response: topicPage,
  }),
  followedTopicList: defineCall({
    group: "forum",
    summary:
      "The 200 newest topics by followed people, with followed tags or in followed sections, and followed topics; each with the reason.",
    method: "POST",
    path: "/api/v1/user/followed-topics",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ page: page.default(1), order: listOrder.default("new") }),
    response: topicPage.extend({ topics: z.array(topicRow.extend({ because: some(followedReason) })) }),
  }),
  relationalTopics: defineCall({
    group: "forum",
    summary: "Other topics with the same tags, or else of the same section.",
    method: "POST",
    path: "/api/v1/topic/relational",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 30, whose: "visitors", until: "hides" },
    request: z.object({ tid: longId }),
    response: z.object({ topics: z.array(topicRow) }),
  }),
  myFavorites: defineCall({
    group: "forum",
    summary: "The signed-in person's favourite topics, latest first; `text` filters by the title.",
    method: "POST",
    path: "/api/v1/user/favorites",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({
      text: z
        .string()
        .max(titleMax, `查找的文字不超过 ${titleMax} 个字`)
        .transform((text) => cleanText(text).trim())
        .default(""),
      page: page.default(1),
    }),
    /** `total` counts every favourite; `gone` has those of this page that the person can no longer see. */
    response: topicPage.extend({ gone: some(z.number()) }),
  }),
  userFavorites: defineCall({
    group: "forum",
    summary:
      "A member's favourite topics, latest first; FAVORITES_PRIVATE unless they are the caller's own or public.",
    method: "POST",
    path: "/api/v1/people/favorites",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ uid: id, page: page.default(1) }),
    response: topicPage,
  }),
  setFavoritesPublic: defineCall({
    group: "forum",
    summary: "Shows the signed-in person's favourites to others, or hides them.",
    method: "POST",
    path: "/api/v1/user/favorites-public",
    body: "json",
    access: "user",
    limit: "settings",
    effect: "hides",
    request: z.object({ public: z.boolean() }),
    response: z.object({ favoritesPublic: z.boolean() }),
  }),
};
