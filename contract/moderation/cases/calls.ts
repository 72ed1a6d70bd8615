/** The cases of reported texts and their outcomes (spec 7.2: report list). */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, reportReason, submissionId, timestamp } from "../../base/fields";
import { person } from "../../base/shapes";
import { contentState } from "../../forum/shapes";
import { type CaseStatus, caseStatuses, textActionNames } from "../constants";
import { batchAnswer, caseFilter, listPage, noteText, reason, shortIds } from "../fields";
import { asksForDays, authorActionNames, hasItsDays, penaltyDays } from "../penalties";

const status = z.enum(Object.keys(caseStatuses) as [CaseStatus, ...CaseStatus[]]);

const reportCase = z.object({
  id: z.number(),
  pid: z.number(),
  tid: z.number(),
  title: words,
  section: z.object({ fid: z.number(), name: z.string() }),
  author: person,
  /** The text at the time of the first report. */
  html: words,
  /** Whether it was edited after that. */
  edited: flag,
  /** Whether it was destroyed: the texts above are then empty. */
  destroyed: flag,
  state: contentState.default("listed"),
  status,
  assignee: person.nullable().default(null),
  /** The latest reports, oldest first. */
  reports: some(
    z.object({
      person,
      reason: reportReason,
      text: words,
      at: timestamp,
      /** This person's earlier reports: how many were upheld, and how many were decided. */
      upheld: count,
      decided: count,
    }),
  ),
  /** The number of all reporters. */
  reporters: count,
  createdAt: timestamp,
  decidedBy: person.nullable().default(null),
  decidedAt: timestamp,
  answer: words,
  /** The moderators' notes for each other, oldest first. */
  notes: some(z.object({ by: person, text: words, at: timestamp })),
});
export type ReportCase = z.infer<typeof reportCase>;

const staffRow = { group: "moderator", method: "POST", body: "json", access: "staff" } as const;
const batchRow = {
  ...staffRow,
  limit: "moderate",
  changedTopics: ({ changedTopics }: { changedTopics: number[] }) => changedTopics,
  response: batchAnswer,
} as const;

export const caseCalls = {
  reportList: defineCall({
    ...staffRow,
    summary: "The cases of reported texts in the moderator's sections, oldest first.",
    path: "/api/v1/moderator/reports/list",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ ...caseFilter, ...listPage }),
    response: z.object({ cases: z.array(reportCase), page: firstPage, pages: firstPage, total: count }),
  }),
  assignReport: defineCall({
    ...batchRow,
    summary: "Claims cases for the caller, or releases them.",
    path: "/api/v1/moderator/reports/assign",
    effect: "hides",
    request: z.object({ ids: shortIds, back: z.boolean().default(false), submissionId }),
  }),
  addCaseNote: defineCall({
    ...staffRow,
    limit: "moderate",
    effect: "private",
    summary: "Adds a note to a case, for other moderators.",
    path: "/api/v1/moderator/reports/note",
    request: z.object({ id, text: noteText }),
    response: z.object({ success: z.literal(true) }),
  }),
  handleReport: defineCall({
    ...batchRow,
    summary: "Decides cases: the text, its author and all its reports; everybody concerned gets a notice.",
    path: "/api/v1/moderator/reports/handle",
    effect: "hides",
    request: z
      .object({
        ids: shortIds,
        decision: z.enum(["uphold", "reject"]),
        /** The outcome for a text whose case is upheld. */
        action: z.enum(textActionNames).default("none"),
        /** The penalty for its author; only one, even if several cases are about the same author. */
        author: z.enum(authorActionNames).default("none"),
        days: penaltyDays,
        reason,
        submissionId,
      })
      .refine(({ decision, author, days }) => decision === "reject" || hasItsDays(author, days), asksForDays),
  }),
};
