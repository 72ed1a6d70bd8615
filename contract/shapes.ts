import { z } from "zod/v4";
import { moment } from "./fields";

/** Shapes that several responses share. */

/** The public face of a member. `icon` is a root-relative URL or null (the default avatar). */
export const person = z.object({
  uid: z.number(),
  nickName: z.string(),
  icon: z.string().nullable(),
});

export const topicClass = z.object({ id: z.number(), name: z.string() });

export const tag = z.object({ id: z.number(), name: z.string() });

export const sectionBrief = z.object({
  fid: z.number(),
  name: z.string(),
  summary: z.string(),
  icon: z.string(),
  topics: z.number(),
  posts: z.number(),
});

/** One row of a topic list. */
export const topicRow = z.object({
  tid: z.number(),
  title: z.string(),
  section: z.object({ fid: z.number(), name: z.string() }),
  topicClass: topicClass.nullable(),
  author: person,
  tags: z.array(tag),
  pinned: z.boolean(),
  digest: z.boolean(),
  closed: z.boolean(),
  solved: z.boolean(),
  views: z.number(),
  replies: z.number(),
  likes: z.number(),
  createdAt: moment,
  lastReplyAt: moment,
  lastReplier: person.nullable(),
});

/** A page of topics. `pages` is at least 1. */
export const topicPage = z.object({
  topics: z.array(topicRow),
  page: z.number(),
  pages: z.number(),
  total: z.number(),
});

/** A reply beneath a floor. `replyTo` is the person answered, when it is not the floor's author. */
export const depthPost = z.object({
  pid: z.number(),
  author: person,
  html: z.string(),
  createdAt: moment,
  editedAt: moment.nullable(),
  replyTo: z.object({ uid: z.number(), nickName: z.string() }).nullable(),
  deleted: z.boolean(),
  likes: z.number(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
});

/** A floor of a topic; floor 1 is the topic's own text. A deleted floor keeps its number and has no text. */
export const floorPost = depthPost.omit({ replyTo: true }).extend({
  floor: z.number(),
  liked: z.boolean(),
  accepted: z.boolean(),
  depthPosts: z.array(depthPost),
  depthTotal: z.number(),
});

export type Person = z.infer<typeof person>;
export type TopicRow = z.infer<typeof topicRow>;
export type TopicPage = z.infer<typeof topicPage>;
export type DepthPost = z.infer<typeof depthPost>;
export type FloorPost = z.infer<typeof floorPost>;
export type SectionBrief = z.infer<typeof sectionBrief>;
