import { z } from "zod/v4";
import { defineCall } from "../call";
import { id, page } from "../fields";
import { person, topicPage } from "../shapes";

/** Somebody in a list of people. `followed`: by the signed-in person; `follows`: them. Both false for visitors. */
const followedPerson = person.extend({
  intro: z.string(),
  followers: z.number(),
  followed: z.boolean(),
  follows: z.boolean(),
});
export const followPage = z.object({
  people: z.array(followedPerson),
  page: z.number(),
  pages: z.number(),
  total: z.number(),
});
const followKind = z.enum(["following", "followers"]);

/** People as others see them, and what one lets others see: the rest of spec 7.2's Forum group about members. */
export const peopleCalls = {
  userFollowInfo: defineCall({
    group: "forum",
    summary: "People whom a member follows, or who follow them, latest first.",
    method: "POST",
    path: "/api/v1/people/follow-info",
    body: "json",
    access: "visitor",
    request: z.object({ uid: id, kind: followKind, page: page.default(1) }),
    response: followPage,
  }),
  myFollowInfo: defineCall({
    group: "forum",
    summary: "People whom the signed-in person follows, or who follow them.",
    method: "POST",
    path: "/api/v1/user/follow-info",
    body: "json",
    access: "user",
    request: z.object({ kind: followKind, page: page.default(1) }),
    response: followPage,
  }),
  userFavorites: defineCall({
    group: "forum",
    summary: "The topics that a member favourited, latest first; FAVORITES_PRIVATE unless they are the caller's own or public.",
    method: "POST",
    path: "/api/v1/people/favorites",
    body: "json",
    access: "visitor",
    request: z.object({ uid: id, page: page.default(1) }),
    response: topicPage,
  }),
  setFavoritesPublic: defineCall({
    group: "forum",
    summary: "Lets others see the signed-in person's favourites, or no longer.",
    method: "POST",
    path: "/api/v1/user/favorites-public",
    body: "json",
    access: "user",
    request: z.object({ public: z.boolean() }),
    response: z.object({ favoritesPublic: z.boolean() }),
  }),
};

export type FollowedPerson = z.infer<typeof followedPerson>;
