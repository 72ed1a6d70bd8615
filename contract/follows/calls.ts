/** Following people, sections, tags and products, and lists of followers. */
import { z } from "zod";
import { count, firstPage, flag, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, page } from "../base/fields";
import { person } from "../base/shapes";

const followTarget = z.object({ kind: z.enum(["user", "section", "tag", "product"]), target: id });

/**
 * A person in a list. `followed`: the signed-in person follows them; `follows`: they follow the signed-in person.
 * Both are false for visitors.
 */
const followedPerson = person.extend({
  intro: words,
  followers: count,
  followed: flag,
  follows: flag,
});

export const followPage = z.object({
  people: z.array(followedPerson),
  page: firstPage,
  pages: firstPage,
  total: count,
});

const followKind = z.enum(["following", "followers"]);

export const followCalls = {
  follow: defineCall({
    group: "forum",
    summary: "Follows a person, a section, a tag or a product.",
    method: "POST",
    path: "/api/v1/user/follow",
    body: "json",
    access: "user",
    limit: "press",
    effect: "adds",
    counts: true,
    request: followTarget,
    response: z.object({ followed: z.literal(true).default(true) }),
  }),
  unfollow: defineCall({
    group: "forum",
    summary: "Stops following.",
    method: "POST",
    path: "/api/v1/user/unfollow",
    body: "json",
    access: "user",
    limit: "press",
    effect: "adds",
    counts: true,
    request: followTarget,
    response: z.object({ followed: z.literal(false).default(false) }),
  }),
  followStatus: defineCall({
    group: "forum",
    summary: "Whether the signed-in person follows a target.",
    method: "POST",
    path: "/api/v1/user/follow-status",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: followTarget,
    response: z.object({ followed: z.boolean() }),
  }),
  myFollowInfo: defineCall({
    group: "forum",
    summary: "People whom the signed-in person follows, or who follow them.",
    method: "POST",
    path: "/api/v1/user/follow-info",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ kind: followKind, page: page.default(1) }),
    response: followPage,
  }),
  userFollowInfo: defineCall({
    group: "forum",
    summary: "People whom a member follows, or who follow them, latest first.",
    method: "POST",
    path: "/api/v1/people/follow-info",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ uid: id, kind: followKind, page: page.default(1) }),
    response: followPage,
  }),
};

export type FollowedPerson = z.infer<typeof followedPerson>;
