/** Private messages that were reported. */
import type { inboxCalls } from "contract/moderation/inbox/calls";
import type { HandlersOf } from "../../server/context";
import { runBatch } from "../batches/run-batch";
import { listReportedMessages } from "./list-messages";

export const inboxHandlers = {
  reportedMessageList: (request, context) => listReportedMessages(context, request),

  handleMessageReport: ({ decision, ...form }, context) =>
    runBatch(context, {
      ...form,
      action: decision === "uphold" ? "upholdMessage" : "rejectMessage",
      options: {},
    }),
} satisfies HandlersOf<typeof inboxCalls>;
