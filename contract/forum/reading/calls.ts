/** Calls for the topics that people have read, follow or muted. */
import { z } from "zod";
import { count, flag, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, longId, timestamp } from "../../base/fields";
import { shortKeep } from "../../base/keep-for";
import { leveledTopicsMax, marksMax } from "../constants";

const done = z.object({ success: z.literal(true).default(true) });

/** The notices that a person wants of a topic: the usual ones (answers to them), every reply, or none. */
export const topicLevels = ["default", "follow", "mute"] as const;
export type TopicLevel = (typeof topicLevels)[number];

/**
 * A person's reading of the topic that they open. `floor`: the highest floor that they have seen; `stale`: the topic
 * has changed since, or they never opened it.
 */
export const topicReading = z.object({
  floor: count,
  stale: flag,
  level: z.enum(topicLevels).default("default"),
});

/** The signed-in person's marks of a topic in a list. */
const topicMark = z.object({
  tid: z.number(),
  /** Replies since the person's last visit; 0 for a topic that they never opened. */
  unread: count,
  /** The highest floor that the person has seen; 0 for none. */
  floor: count,
  /** Somebody else started it lately, and the person has not opened it. */
  fresh: flag,
  muted: flag,
  /** The person has blocked its author. */
  blocked: flag,
});

export const readingCalls = {
  markTopicRead: defineCall({
    group: "forum",
    summary:
      "Stores what the signed-in person has seen of a topic: the highest floor, and the topic's state. It never decreases.",
    method: "POST",
    path: "/api/v1/user/topic-read",
    body: "json",
    access: "user",
    limit: "view",
    effect: "private",
    request: z.object({
      tid: longId,
      floor: id,
      /** The values of topicDetail: later replies are still unread. */
      replies: z.number().int().min(0).max(2_000_000_000),
      lastReplyAt: z.iso.datetime({ offset: true }),
    }),
    response: done,
  }),
  topicMarks: defineCall({
    group: "forum",
    summary:
      "What is new in these topics for the signed-in person; topics without anything new are left out.",
    method: "POST",
    path: "/api/v1/user/topic-marks",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ tids: z.array(longId).max(marksMax, "一次查询的帖子太多") }),
    response: z.object({ marks: z.array(topicMark) }),
  }),
  readAllTopics: defineCall({
    group: "forum",
    summary: "Marks all topics of a section, or of the whole forum, as read.",
    method: "POST",
    path: "/api/v1/user/topics-read",
    body: "json",
    access: "user",
    limit: "messageMark",
    effect: "private",
    request: z.object({ fid: id.optional() }),
    response: done,
  }),
  setTopicLevel: defineCall({
    group: "forum",
    summary: "Follows a topic, mutes it, or neither.",
    method: "POST",
    path: "/api/v1/user/topic-level",
    body: "json",
    access: "user",
    limit: "press",
    effect: "private",
    request: z.object({ tid: longId, level: z.enum(topicLevels) }),
    response: z.object({ level: z.enum(topicLevels) }),
  }),
  leveledTopics: defineCall({
    group: "forum",
    summary: `The topics that the signed-in person follows or muted, the latest first; the newest ${leveledTopicsMax}.`,
    method: "POST",
    path: "/api/v1/user/leveled-topics",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ level: z.enum(["follow", "mute"]) }),
    response: z.object({
      topics: z.array(z.object({ tid: z.number(), title: words, since: timestamp })),
    }),
  }),
  topicNews: defineCall({
    group: "forum",
    summary: "The number of a topic's replies, and its newest floor: for a page that is open.",
    method: "POST",
    path: "/api/v1/topic/news",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ tid: longId }),
    response: z.object({ replies: z.number(), lastFloor: count }),
  }),
};
