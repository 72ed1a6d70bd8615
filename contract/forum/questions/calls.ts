/** Questions: inviting people to answer, and accepting an answer. */
import { z } from "zod";
import { count, some } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, longId, typedText } from "../../base/fields";
import { person } from "../../base/shapes";
import { invitationsPerTopic } from "../constants";

const done = z.object({ success: z.literal(true).default(true) });

export const questionCalls = {
  recommendedInvitees: defineCall({
    group: "forum",
    summary:
      "People with most answers under a topic's tags, without its author and those already invited; and the invited people.",
    method: "POST",
    path: "/api/v1/user/recommended-invitees",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ tid: longId }),
    response: z.object({
      /**
       * Each person with the number of their listed replies under the topic's tags, and how many of these were
       * accepted.
       */
      people: z.array(person.extend({ posts: count, accepted: count })),
      /** The latest invitees, whoever invited them. */
      invited: some(person),
      /** How many more people the signed-in person may invite. */
      left: count,
    }),
  }),
  searchInvitee: defineCall({
    group: "forum",
    summary: "People whose nickname begins with the text, without the signed-in person.",
    method: "POST",
    path: "/api/v1/user/search-invitee",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ text: typedText(20, "昵称太长").refine((text) => text !== "", "请输入昵称") }),
    response: z.object({ people: z.array(person) }),
  }),
  inviteAnswer: defineCall({
    group: "forum",
    summary: `Invites a person to answer a topic, at most ${invitationsPerTopic} an inviter and topic.`,
    method: "POST",
    path: "/api/v1/user/invite-answer",
    body: "json",
    access: "poster",
    limit: "submit",
    effect: "private",
    request: z.object({ tid: longId, uid: id }),
    response: done,
  }),
  accomplishQuestion: defineCall({
    group: "forum",
    summary:
      "The asker (or a moderator of the section) accepts an answer, or ends the question without one, with a reason.",
    method: "POST",
    path: "/api/v1/user/accomplish-question",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "adds",
    changedTopics: (_, { tid }) => [Number(tid)],
    request: z.object({
      tid: longId,
      pid: longId.nullable(),
      reason: typedText(200, "原因不能超过 200 字").default(""),
    }),
    response: z.object({ solved: z.literal(true) }),
  }),
};
