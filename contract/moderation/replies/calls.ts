/** Replies that moderators take out of a topic: into another one, into a new one, or all of them with its text. */
import { z } from "zod";
import { defineCall } from "../../base/call";
import { id, longId, submissionId } from "../../base/fields";
import { topicTitle } from "../../forum/fields";
import { batchAnswer, reason } from "../fields";
import { topicReference } from "../sections/fields";

/** The most replies that one form moves: they are moved together, in one transaction. */
const movedMaximum = 100;

/** The chosen replies: floors after the first, each with all replies beneath it. */
export const chosenReplies = z
  .array(longId, "请先选择回复")
  .min(1, "请先选择回复")
  .max(movedMaximum, `一次最多移动 ${movedMaximum} 条回复`)
  .transform((chosen) => [...new Set(chosen)]);

const moderatorRow = {
  group: "moderator",
  method: "POST",
  body: "json",
  access: "staff",
  limit: "moderate",
  effect: "hides",
  changedTopics: ({ changedTopics }: { changedTopics: number[] }) => changedTopics,
} as const;

const moved = { tid: longId, posts: chosenReplies, reason, submissionId };

export const replyModerationCalls = {
  moveReplies: defineCall({
    ...moderatorRow,
    summary:
      "Moves chosen replies to the end of another topic, with the replies beneath them; their floors lead there.",
    path: "/api/v1/moderator/move/replies",
    request: z.object({ ...moved, topic: topicReference }),
    response: batchAnswer,
  }),
  splitTopic: defineCall({
    ...moderatorRow,
    summary: "Makes a new topic of chosen replies, by the author of the earliest; their floors lead there.",
    path: "/api/v1/moderator/split/replies",
    request: z.object({ ...moved, title: topicTitle, fid: id }),
    response: batchAnswer.extend({
      /** The new topic. */
      tid: z.number(),
    }),
  }),
  mergeTopic: defineCall({
    ...moderatorRow,
    summary:
      "Merges a whole topic into another: its text and replies become the last floors there, and its address leads there.",
    path: "/api/v1/moderator/merge/topics",
    request: z.object({ tid: longId, into: topicReference, reason, submissionId }),
    response: batchAnswer,
  }),
};
