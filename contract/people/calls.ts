/** Members as everyone sees them (spec 7.2, Person). */
import { z } from "zod";
import { count, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, timestamp } from "../base/fields";
import { person, tag } from "../base/shapes";

export const authorCard = person.extend({
  intro: words,
  role: z.enum(["member", "moderator", "admin"]).default("member"),
  topics: count,
  posts: count,
  followers: count,
  following: count,
  joinedAt: timestamp,
});

export type AuthorCard = z.infer<typeof authorCard>;

export const peopleCalls = {
  authorInfo: defineCall({
    group: "forum",
    summary: "The card of a member, with their best tags.",
    method: "POST",
    path: "/api/v1/topic/author-info",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ uid: id }),
    response: authorCard.extend({
      likesReceived: count,
      answersAccepted: count,
      /** Whether others may see this member's favourites. */
      favoritesPublic: flag,
      /** The account is closed: nothing of it is shown. */
      closed: flag,
      /** By the signed-in member. */
      followed: flag,
      blocked: flag,
      /** The tags with most of their answers, with the numbers of replies and accepted answers. */
      skills: some(tag.extend({ posts: count, accepted: count })),
    }),
  }),
  heroRank: defineCall({
    group: "forum",
    summary: "The members with most texts in the last 30 days.",
    method: "POST",
    path: "/api/v1/rank/hero",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 600, whose: "everyone" },
    request: z.object({}),
    response: z.object({ people: z.array(person.extend({ posts: count })) }),
  }),
  wellInformedPeople: defineCall({
    group: "home",
    summary:
      "The people with the most accepted answers, then the most likes, and whether the caller follows them.",
    method: "POST",
    path: "/api/v1/rank/well-informed",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 30, whose: "visitors", until: "hides" },
    request: z.object({}),
    response: z.object({
      people: z.array(
        person.extend({
          intro: words,
          answersAccepted: count,
          likesReceived: count,
          followed: flag,
        }),
      ),
    }),
  }),
};
