/** Appeals against moderators' decisions, and their outcomes. */
import type { appealCalls } from "contract/moderation/appeals/calls";
import { accountOf, type HandlersOf } from "../../server/context";
import { runBatch } from "../batches/run-batch";
import { listAppeals } from "./list-appeals";
import { submitAppeal } from "./submit-appeal";

export const appealHandlers = {
  async submitAppeal({ logId, text }, context) {
    await submitAppeal(context.database, accountOf(context).id, { logId, text, at: context.now() });
    return { success: true };
  },

  appealList: (request, context) => listAppeals(context, request),

  handleAppeal: ({ decision, ...form }, context) =>
    runBatch(context, {
      ...form,
      action: decision === "uphold" ? "appealUpheld" : "appealRejected",
      options: {},
    }),
} satisfies HandlersOf<typeof appealCalls>;
