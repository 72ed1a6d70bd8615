/** Tags, their topics, and following them (spec 7.2, Home and Search). */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, id, page, previewSecret, typedText } from "../../base/fields";
import { longKeep } from "../../base/keep-for";
import { person, tag } from "../../base/shapes";
import { tagFollowsMax, tagMax, tagSuggestions } from "../constants";
import { topicPage } from "../shapes";

/** A tag as lists of tags show it. `followed` is about the signed-in person; false for visitors. */
const tagRow = tag.extend({
  summary: words,
  /** Its group on the tag map; empty for a tag without one. */
  group: words,
  topics: count,
  followers: count,
  followed: flag,
});

export const tagCalls = {
  forumTagList: defineCall({
    group: "forum",
    summary: "Tags by topics, followers or name, a page at a time; `text` filters by the name.",
    method: "POST",
    path: "/api/v1/tag/list",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      text: z
        .string()
        .max(tagMax, `标签名不超过 ${tagMax} 个字`)
        .transform((text) => cleanText(text).trim())
        .default(""),
      order: z.enum(["topics", "followers", "name"]).default("topics"),
      page: page.default(1),
    }),
    response: z.object({ tags: z.array(tagRow), page: firstPage, pages: firstPage, total: count }),
  }),
  tagMap: defineCall({
    group: "forum",
    summary: "The tags chosen by the operator, in groups: the tag map, and the choices for interests.",
    method: "POST",
    path: "/api/v1/tag/map",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 30, whose: "visitors", until: "hides" },
    request: z.object({}),
    response: z.object({ groups: z.array(z.object({ name: z.string(), tags: z.array(tagRow) })) }),
  }),
  tagDetail: defineCall({
    group: "forum",
    summary:
      "A tag with its most related tags, and the people with most answers under it. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    method: "POST",
    path: "/api/v1/tag/detail",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ id, preview: previewSecret }),
    response: tagRow.extend({
      preview: flag,
      /** Tags that often go with this one: `topics` counts those of its newest topics that carry both. */
      related: some(tag.extend({ topics: count })),
      /** People with the most replies and accepted answers under the tag. */
      people: some(person.extend({ posts: count, accepted: count })),
    }),
  }),
  tagTopicList: defineCall({
    group: "forum",
    summary:
      "Topics with a tag: latest reply or newest first; solved ones, or questions without an accepted answer.",
    method: "POST",
    path: "/api/v1/tag/topics",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      id,
      order: z.enum(["reply", "new"]).default("reply"),
      only: z.enum(["solved", "unsolved"]).optional(),
      page: page.default(1),
    }),
    response: topicPage,
  }),
  hotTags: defineCall({
    group: "forum",
    summary: "The tags with the most topics.",
    method: "POST",
    path: "/api/v1/tag/hot",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({}),
    response: z.object({ tags: z.array(tag.extend({ topics: count })) }),
  }),
  suggestTags: defineCall({
    group: "forum",
    summary: `Up to ${tagSuggestions} tags whose name begins with the text, those with most topics first; without a text the most used ones.`,
    method: "POST",
    path: "/api/v1/user/tag-suggest",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ text: typedText(tagMax, `每个标签不能超过 ${tagMax} 个字`).default("") }),
    response: z.object({ tags: z.array(z.object({ id: z.number(), name: z.string(), topics: count })) }),
  }),
  followedTags: defineCall({
    group: "home",
    summary: "The tags that the signed-in person follows, latest first.",
    method: "POST",
    path: "/api/v1/user/followed-tags",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({}),
    response: z.object({ tags: z.array(tagRow) }),
  }),
  saveTagFollow: defineCall({
    group: "home",
    summary: "Replaces the list of tags that the signed-in person follows.",
    method: "POST",
    path: "/api/v1/user/save-tag-follow",
    body: "json",
    access: "user",
    limit: "press",
    effect: "adds",
    counts: true,
    request: z.object({ ids: z.array(id).max(tagFollowsMax, `最多关注 ${tagFollowsMax} 个标签`) }),
    response: z.object({ tags: z.array(tagRow) }),
  }),
  followedTagPosts: defineCall({
    group: "home",
    summary: "The newest topics with any tag that the signed-in person follows.",
    method: "POST",
    path: "/api/v1/user/followed-tag-posts",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ page: page.default(1) }),
    response: topicPage,
  }),
};

export type TagRow = z.infer<typeof tagRow>;
