import { z } from "zod/v4";
import { person } from "../base/shapes";

export const authorCard = person.extend({
  intro: z.string(),
  role: z.enum(["member", "moderator", "admin"]),
  topics: z.number(),
  posts: z.number(),
  followers: z.number(),
  following: z.number(),
  joinedAt: z.string(),
});

export type AuthorCard = z.infer<typeof authorCard>;
