import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { timestamp } from "../base/fields";
import { person, tag } from "../base/shapes";
import { highlightNames } from "./constants";

/** The place of a post, for its permalink. `pending`: others see it only after a moderator approves it. */
export const permalink = z.object({
  tid: z.number(),
  pid: z.number(),
  floor: z.number().nullable().default(null),
  page: firstPage,
  pending: flag,
});

/** A segment of a comparison of two texts; a long unchanged segment lacks its middle. */
export const textChange = z.object({
  kind: z.enum(["same", "removed", "added", "skipped"]),
  text: z.string(),
});

export const topicClass = z.object({ id: z.number(), name: z.string() });

export const sectionClass = topicClass.extend({
  /** New topics cannot have this class. */
  closed: flag,
});

export const sectionBrief = z.object({
  fid: z.number(),
  name: z.string(),
  summary: words,
  icon: words,
  topics: count,
  posts: count,
  /** Closed for new topics and replies. */
  postingClosed: flag,
  /** Archived by an administrator: readable, closed for new topics and replies, and apart from the others in lists. */
  archived: flag,
});

/**
 * The state of a topic or post. `listed`: everyone sees it. `pending` (waits for a moderator), `refused`,
 * `hidden` and `recycled` (by a moderator): its author and the section's moderators see the text, with
 * `reason`. `deleted` (by its author): nobody sees it.
 */
export const contentState = z.enum(["listed", "pending", "refused", "hidden", "recycled", "deleted"]);

/** One row of a topic list. */
export const topicRow = z.object({
  tid: z.number(),
  title: z.string(),
  section: z.object({ fid: z.number(), name: z.string() }),
  topicClass: topicClass.nullable().default(null),
  author: person,
  tags: some(tag),
  pinned: flag,
  digest: flag,
  /** 1 to 3 for a recommended topic; 0 for others, and where an upstream has no levels. */
  digestLevel: count,
  /** The colour that a moderator gave its title in lists. */
  highlight: z.enum(highlightNames).nullable().default(null),
  closed: flag,
  solved: flag,
  /** Hotter than a new topic with thirty points (gateway/forum/states/heat.ts). */
  hot: flag,
  views: count,
  replies: count,
  likes: count,
  createdAt: timestamp,
  lastReplyAt: timestamp,
  lastReplier: person.nullable().default(null),
  state: contentState.default("listed"),
  /**
   * The reason why a moderator refused, hid or recycled it; null for a listed topic and where the moderator gave
   * none.
   */
  reason: z.string().nullable().default(null),
  /** A moderator's seal on the topic and small icon before its title, by their names. */
  stamp: z.string().nullable().default(null),
  icon: z.string().nullable().default(null),
  /** The section that a moderator moved it from last. */
  movedFrom: z.object({ fid: z.number(), name: z.string() }).nullable().default(null),
});

/** A page of topics. `pages` is at least 1. */
export const topicPage = z.object({
  topics: z.array(topicRow),
  page: firstPage,
  pages: firstPage,
  total: count,
});

/** A reply beneath a floor. `replyTo` is the person whom it answers; null for the floor's author. */
export const depthPost = z.object({
  pid: z.number(),
  author: person,
  html: words,
  /** The text does not fit on the page: `html` is empty, and the post's permalink shows it. */
  elsewhere: z.boolean().default(false),
  createdAt: timestamp,
  editedAt: timestamp.nullable().default(null),
  replyTo: z.object({ uid: z.number(), nickName: z.string() }).nullable().default(null),
  /** Its author or a moderator deleted it, so this reader does not get the text. */
  deleted: flag,
  state: contentState.default("listed"),
  reason: z.string().nullable().default(null),
  /** This reader does not get the text: `html` is empty, and `state` says why. */
  withheld: flag,
  likes: count,
  liked: flag,
  canEdit: flag,
  canDelete: flag,
});

/**
 * A floor of a topic; floor 1 is the topic's own text, in the topic's state. A withheld floor keeps its
 * number and has no text.
 */
export const floorPost = depthPost.omit({ replyTo: true }).extend({
  floor: z.number(),
  accepted: flag,
  /** The post that moderators moved from here to another topic, where this reader may see it; null for others. */
  movedTo: z.object({ tid: z.number(), pid: z.number(), title: z.string() }).nullable().default(null),
  depthPosts: some(depthPost),
  depthTotal: count,
});

/** An attachment that a post links to. `address` is where it is downloaded; `bytes` its size. */
export const attachment = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  bytes: count,
  downloads: count,
});

export type Attachment = z.infer<typeof attachment>;

export type TextChange = z.infer<typeof textChange>;

export type SectionClass = z.infer<typeof sectionClass>;

export type TopicRow = z.infer<typeof topicRow>;

export type TopicPage = z.infer<typeof topicPage>;

export type DepthPost = z.infer<typeof depthPost>;

export type FloorPost = z.infer<typeof floorPost>;

export type ContentState = z.infer<typeof contentState>;

export type SectionBrief = z.infer<typeof sectionBrief>;
