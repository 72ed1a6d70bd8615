/** Appeals against moderators' decisions, and their outcomes (spec 7.2: report list, appeal). */
import { z } from "zod";
import { count, firstPage, flag, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, id, longId, submissionId, timestamp } from "../../base/fields";
import { person } from "../../base/shapes";
import { type LogAction, logActionNames } from "../actions";
import { appealMax } from "../constants";
import { batchAnswer, listPage, reason, shortIds } from "../fields";

const staffRow = { group: "moderator", method: "POST", body: "json", access: "staff" } as const;

/** Why the decision was wrong. */
export const appealText = z
  .string("请填写申诉的理由")
  .max(appealMax, `申诉不能超过 ${appealMax} 字`)
  .transform((text) => cleanText(text).trim())
  .refine((text) => text !== "", "请填写申诉的理由");

const appeal = z.object({
  id: z.number(),
  person,
  /** The decision, its reason, and who made it. */
  action: z.enum(logActionNames as [LogAction, ...LogAction[]]),
  reason: words,
  decider: person.nullable().default(null),
  at: timestamp,
  section: z.object({ fid: z.number(), name: z.string() }).nullable().default(null),
  /** The text that the decision is about; null for a decision about the person. */
  post: z.object({ tid: z.number(), pid: z.number(), title: words, html: words }).nullable().default(null),
  text: words,
  createdAt: timestamp,
  /** Why the caller may not decide; empty when they may. */
  barred: words,
  decidedBy: person.nullable().default(null),
  decidedAt: timestamp,
  upheld: flag,
  answer: words,
});
export type Appeal = z.infer<typeof appeal>;

export const appealCalls = {
  submitAppeal: defineCall({
    group: "moderator",
    summary: "Appeals against a decision about the caller, by its row of the log: once, within 15 days.",
    method: "POST",
    path: "/api/v1/user/appeal",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z.object({ logId: longId, text: appealText }),
    response: z.object({ success: z.literal(true) }),
  }),
  appealList: defineCall({
    ...staffRow,
    summary: "Appeals in the moderator's sections: open ones oldest first, decided ones latest first.",
    path: "/api/v1/moderator/reports/appeals",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ decided: z.boolean().default(false), fid: id.optional(), ...listPage }),
    response: z.object({ items: z.array(appeal), page: firstPage, pages: firstPage, total: count }),
  }),
  handleAppeal: defineCall({
    ...staffRow,
    limit: "moderate",
    effect: "hides",
    summary: "Decides appeals; the decision behind an upheld appeal is undone.",
    path: "/api/v1/moderator/reports/handle-appeal",
    changedTopics: ({ changedTopics }) => changedTopics,
    request: z.object({ ids: shortIds, decision: z.enum(["uphold", "reject"]), reason, submissionId }),
    response: batchAnswer,
  }),
};
