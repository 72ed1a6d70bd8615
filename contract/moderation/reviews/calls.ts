/** Texts and changes in review, and the decisions on them (spec 7.2: review lists, review content). */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, longId, submissionId, timestamp } from "../../base/fields";
import { person } from "../../base/shapes";
import { baseEditedAt, topicContent, topicTitle } from "../../forum/fields";
import { profileChangeKinds } from "../../profile/fields";
import { type ReviewAction, reviewActionNames } from "../actions";
import { batchAnswer, ids, listPage, reason, reasonMax, reviewFilter, shortIds } from "../fields";

/** A reason that is optional because the decision favours the author. */
const maybeReason = z
  .string()
  .max(reasonMax, `理由不能超过 ${reasonMax} 字`)
  .transform((text) => cleanText(text).trim())
  .default("");

const listRequest = z.object({ ...reviewFilter, ...listPage });

/** The moderator who has claimed it, and until when. */
const claim = z.object({ by: person, until: timestamp, mine: flag }).nullable().default(null);

const waitingText = z.object({
  /** The post's id; floor 1 means the topic. */
  id: z.number(),
  tid: z.number(),
  title: z.string(),
  /** The positions of sensitive words in the title, `[start, end)` in UTF-16 units. */
  titleMarks: some(z.object({ start: z.number(), end: z.number() })),
  section: z.object({ fid: z.number(), name: z.string() }),
  author: person,
  /** The text with its sensitive words in `mark`. */
  html: words,
  /** It is public: its sensitive words were added to the list later. */
  published: flag,
  /** The sensitive words in it; empty when it is in review because of its section or because its author is new. */
  words: some(z.string()),
  /** The beginning of the post that a reply answers. */
  answers: words,
  /** The source before the last edit; null without an edit. */
  before: z.string().nullable().default(null),
  source: words,
  /** The author's record: public texts, refused or deleted texts, and other texts in review. */
  record: z.object({ posts: count, refused: count, waiting: count, since: timestamp }),
  claim,
  createdAt: timestamp,
  waitingSince: timestamp,
});
export type WaitingText = z.infer<typeof waitingText>;

const textList = z.object({ items: z.array(waitingText), page: firstPage, pages: firstPage, total: count });

const staffRead = { group: "moderator", method: "POST", body: "json", access: "staff" } as const;
const batchRow = {
  ...staffRead,
  limit: "moderate",
  changedTopics: ({ changedTopics }: { changedTopics: number[] }) => changedTopics,
  response: batchAnswer,
} as const;

export const reviewCalls = {
  reviewTopicList: defineCall({
    ...staffRead,
    summary: "Topics in review in the moderator's sections, the longest waiting first.",
    path: "/api/v1/moderator/review/topics",
    effect: "reads",
    seenAs: "shown",
    request: listRequest,
    response: textList,
  }),
  reviewReplyList: defineCall({
    ...staffRead,
    summary: "Replies in review in the moderator's sections, the longest waiting first.",
    path: "/api/v1/moderator/review/replies",
    effect: "reads",
    seenAs: "shown",
    request: listRequest,
    response: textList,
  }),
  reviewContent: defineCall({
    ...batchRow,
    summary:
      "Approves, refuses, ignores or discards one or several texts in review, by the ids of their posts.",
    path: "/api/v1/moderator/review/content",
    effect: "hides",
    request: z
      .object({
        ids,
        action: z.enum(reviewActionNames as [ReviewAction, ...ReviewAction[]]),
        reason: maybeReason,
        submissionId,
      })
      .superRefine(({ action, reason }, { addIssue }) => {
        if ((action === "refuse" || action === "discard") && reason === "")
          addIssue({ code: "custom", path: ["reason"], message: "请填写理由，作者会看到" });
      }),
  }),
  reviewText: defineCall({
    ...staffRead,
    summary: "The source of a text in review, for a moderator who corrects it.",
    path: "/api/v1/moderator/review/text",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ pid: longId }),
    response: z.object({
      pid: z.number(),
      tid: z.number(),
      /** Null for a reply. */
      title: z.string().nullable().default(null),
      content: words,
      /** The time of the last edit, which the correction must send; null without an edit. */
      editedAt: z.string().nullable().default(null),
      author: person,
      words: some(z.string()),
    }),
  }),
  rewriteContent: defineCall({
    ...staffRead,
    limit: "moderate",
    effect: "hides",
    changedTopics: ({ tid }: { tid: number }) => [tid],
    summary:
      "Corrects a text in review and approves it: the old version is stored, and the author gets a notice with the reason.",
    path: "/api/v1/moderator/review/rewrite",
    request: z.object({
      pid: longId,
      /** For a topic; a reply has none. */
      title: topicTitle.optional(),
      content: topicContent,
      reason,
      /** The `editedAt` that the moderator's page was made from. */
      baseEditedAt,
    }),
    response: z.object({
      tid: z.number(),
      pid: z.number(),
      /** The batch that can be undone. */
      batch: count,
    }),
  }),
  claimReview: defineCall({
    ...staffRead,
    limit: "moderate",
    effect: "private",
    summary: "Claims texts in review for the caller for ten minutes, or releases them.",
    path: "/api/v1/moderator/review/claim",
    request: z.object({ ids, back: z.boolean().default(false) }),
    response: z.object({ claimed: count, refused: count }),
  }),
  reviewProfileList: defineCall({
    ...staffRead,
    access: "admin",
    effect: "reads",
    seenAs: "withheld",
    summary: "Changes of personal information in review, the longest waiting first.",
    path: "/api/v1/moderator/review/profiles",
    request: z.object({ ignored: z.boolean().default(false), ...listPage }),
    response: z.object({
      items: z.array(
        z.object({
          id: z.number(),
          person,
          kind: z.enum(profileChangeKinds),
          /** By field; choices by their names, pictures by their addresses. */
          changes: some(z.object({ field: z.string(), before: words, after: words })),
          words: some(z.string()),
          waitingSince: timestamp,
        }),
      ),
      page: firstPage,
      pages: firstPage,
      total: count,
    }),
  }),
  reviewProfile: defineCall({
    ...batchRow,
    access: "admin",
    effect: "hides",
    summary: "Approves, refuses or ignores one or several changes of personal information.",
    path: "/api/v1/moderator/review/profile",
    request: z
      .object({
        ids: shortIds,
        action: z.enum(["approve", "refuse", "ignore"]),
        reason: maybeReason,
        submissionId,
      })
      .superRefine(({ action, reason }, { addIssue }) => {
        if (action === "refuse" && reason === "")
          addIssue({ code: "custom", path: ["reason"], message: "请填写理由，本人会看到" });
      }),
  }),
};
