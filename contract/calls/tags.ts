import { z } from "zod/v4";
import { defineCall } from "../call";
import { cleanText, id, page } from "../fields";
import { tagFollowsMax, tagMax } from "../limits";
import { person, tag, topicPage } from "../shapes";

/** A tag as lists of tags show it. `followed` is about the signed-in person; false for visitors. */
const tagRow = tag.extend({
  summary: z.string(),
  /** Where it stands on the tag map; empty for a tag that nobody placed. */
  group: z.string(),
  topics: z.number(),
  followers: z.number(),
  followed: z.boolean(),
});

/** Tags: spec 7.2, Home (followed tags, save tag follow, followed-tag posts) and Search (forum tag list, tag map). */
export const tagCalls = {
  forumTagList: defineCall({
    group: "forum",
    summary: "Tags by their topics, followers or name, a page at a time; `text` keeps those whose name contains it.",
    method: "POST",
    path: "/api/v1/tag/list",
    body: "json",
    access: "visitor",
    request: z.object({
      text: z
        .string()
        .max(tagMax, `标签名不超过 ${tagMax} 个字`)
        .transform((text) => cleanText(text).trim())
        .default(""),
      order: z.enum(["topics", "followers", "name"]).default("topics"),
      page: page.default(1),
    }),
    response: z.object({ tags: z.array(tagRow), page: z.number(), pages: z.number(), total: z.number() }),
  }),
  tagMap: defineCall({
    group: "forum",
    summary: "The tags that the operator placed, in their groups: the tag map, and what can be chosen as interests.",
    method: "POST",
    path: "/api/v1/tag/map",
    body: "json",
    access: "visitor",
    request: z.object({}),
    response: z.object({ groups: z.array(z.object({ name: z.string(), tags: z.array(tagRow) })) }),
  }),
  tagDetail: defineCall({
    group: "forum",
    summary: "One tag, the tags that stand beside it most, and the people who answered most under it.",
    method: "POST",
    path: "/api/v1/tag/detail",
    body: "json",
    access: "visitor",
    request: z.object({ id }),
    response: tagRow.extend({
      /** With how many of the newest topics of this tag carry each of them too. */
      related: z.array(tag.extend({ topics: z.number() })),
      /** People with the most replies and accepted answers under the tag. */
      people: z.array(person.extend({ posts: z.number(), accepted: z.number() })),
    }),
  }),
  tagTopicList: defineCall({
    group: "forum",
    summary: "Topics with a tag: latest reply or newest first; solved ones, or questions that wait for an answer.",
    method: "POST",
    path: "/api/v1/tag/topics",
    body: "json",
    access: "visitor",
    request: z.object({
      id,
      order: z.enum(["reply", "new"]).default("reply"),
      only: z.enum(["solved", "unsolved"]).optional(),
      page: page.default(1),
    }),
    response: topicPage,
  }),
  followedTags: defineCall({
    group: "home",
    summary: "The tags that the signed-in person follows, latest first.",
    method: "POST",
    path: "/api/v1/user/followed-tags",
    body: "json",
    access: "user",
    request: z.object({}),
    response: z.object({ tags: z.array(tagRow) }),
  }),
  saveTagFollow: defineCall({
    group: "home",
    summary: "Makes these the tags that the signed-in person follows, and no others.",
    method: "POST",
    path: "/api/v1/user/save-tag-follow",
    body: "json",
    access: "user",
    request: z.object({ ids: z.array(id).max(tagFollowsMax, `最多关注 ${tagFollowsMax} 个标签`) }),
    response: z.object({ tags: z.array(tagRow) }),
  }),
  followedTagPosts: defineCall({
    group: "home",
    summary: "The newest topics with any of the tags that the signed-in person follows.",
    method: "POST",
    path: "/api/v1/user/followed-tag-posts",
    body: "json",
    access: "user",
    request: z.object({ page: page.default(1) }),
    response: topicPage,
  }),
};

export type TagRow = z.infer<typeof tagRow>;
