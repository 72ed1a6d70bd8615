import { z } from "zod";
import { count, words } from "../base/absent";
import { timestamp } from "../base/fields";
import { person } from "../base/shapes";

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
