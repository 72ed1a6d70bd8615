import { z } from "zod/v4";
import { defineCall } from "../call";
import { id, moment } from "../fields";
import { invitationsPerTopic } from "../limits";
import { person } from "../shapes";

const done = z.object({ success: z.literal(true) });

/** What a question goes through beside its replies: invitations, an accepted answer; and what became of a text (spec 7.2, Forum). */
export const questionCalls = {
  recommendedInvitees: defineCall({
    group: "forum",
    summary: "People who know most about a topic's tags, without its author and those already invited; and who was invited.",
    method: "POST",
    path: "/api/v1/user/recommended-invitees",
    body: "json",
    access: "user",
    request: z.object({ tid: id }),
    response: z.object({
      /** With what each wrote under the tags: standing replies, and accepted answers among them. */
      people: z.array(person.extend({ posts: z.number(), accepted: z.number() })),
      /** Those invited last, by anyone. */
      invited: z.array(person),
      /** How many more people the signed-in person may invite. */
      left: z.number(),
    }),
  }),
  searchInvitee: defineCall({
    group: "forum",
    summary: "People whose nickname begins with the text, without the signed-in person.",
    method: "POST",
    path: "/api/v1/user/search-invitee",
    body: "json",
    access: "user",
    request: z.object({ text: z.string().trim().min(1, "请输入昵称").max(20, "昵称太长") }),
    response: z.object({ people: z.array(person) }),
  }),
  inviteAnswer: defineCall({
    group: "forum",
    summary: `Invites a person to answer a topic, at most ${invitationsPerTopic} an inviter and topic.`,
    method: "POST",
    path: "/api/v1/user/invite-answer",
    body: "json",
    access: "poster",
    request: z.object({ tid: id, uid: id }),
    response: done,
  }),
  accomplishQuestion: defineCall({
    group: "forum",
    summary: "The asker (or a moderator of the section) accepts an answer, or ends the question without one, with a reason.",
    method: "POST",
    path: "/api/v1/user/accomplish-question",
    body: "json",
    access: "user",
    request: z.object({ tid: id, pid: id.nullable(), reason: z.string().max(200, "原因不能超过 200 字").default("") }),
    response: z.object({ solved: z.literal(true) }),
  }),
  postVersions: defineCall({
    group: "forum",
    summary: "What a post was before its edits, for its author and the section's moderators: the last versions, and what one edit changed.",
    method: "POST",
    path: "/api/v1/user/post-versions",
    body: "json",
    access: "user",
    request: z.object({
      pid: id,
      /** The edit whose changes are shown: the id of the version before it. The last one without. */
      version: id.optional(),
    }),
    response: z.object({
      tid: z.number(),
      pid: z.number(),
      /** The last edits, latest first. `id` is the version that the edit replaced. */
      edits: z.array(z.object({ id: z.number(), editor: person, at: moment })),
      shown: z
        .object({
          id: z.number(),
          /** Null unless the edit changed a topic's title. */
          title: z.object({ before: z.string(), after: z.string() }).nullable(),
          /** The source in stretches, in order; long stretches that stayed are cut to their ends. */
          changes: z.array(z.object({ kind: z.enum(["same", "removed", "added", "skipped"]), text: z.string() })),
        })
        .nullable(),
    }),
  }),
};
