/** Reported private messages; administrators see only the reported message. */
import { z } from "zod";
import { count, firstPage, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { reportReason, submissionId, timestamp } from "../../base/fields";
import { person } from "../../base/shapes";
import { batchAnswer, listPage, reason, shortIds } from "../fields";

const adminRow = { group: "moderator", method: "POST", body: "json", access: "admin" } as const;
const listed = { page: firstPage, pages: firstPage, total: count };

const reportedMessage = z.object({
  id: z.number(),
  sender: person,
  text: words,
  sentAt: timestamp,
  reporter: person,
  reason: reportReason,
  /** The reporter's explanation. */
  note: words,
  at: timestamp,
  decidedBy: person.nullable().default(null),
  upheld: z.boolean().nullable().default(null),
  answer: words,
});
export type ReportedMessage = z.infer<typeof reportedMessage>;

export const inboxCalls = {
  reportedMessageList: defineCall({
    ...adminRow,
    summary: "Reported private messages; the rest of the conversation is not shown.",
    path: "/api/v1/moderator/inbox/messages",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ open: z.boolean().default(true), ...listPage }),
    response: z.object({ items: z.array(reportedMessage), ...listed }),
  }),
  handleMessageReport: defineCall({
    ...adminRow,
    limit: "moderate",
    effect: "hides",
    changedTopics: ({ changedTopics }) => changedTopics,
    summary: "Decides reports of private messages; the reporters get a notice.",
    path: "/api/v1/moderator/inbox/handle-message",
    request: z.object({ ids: shortIds, decision: z.enum(["uphold", "reject"]), reason, submissionId }),
    response: batchAnswer,
  }),
};
