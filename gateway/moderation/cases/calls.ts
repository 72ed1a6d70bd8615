/** The cases of reported texts and their outcomes. */
import type { caseCalls } from "contract/moderation/cases/calls";
import type { HandlersOf } from "../../server/context";
import { runBatch } from "../batches/run-batch";
import { addCaseNote } from "./add-note";
import { listCases } from "./list-cases";

export const caseHandlers = {
  reportList: (request, context) => listCases(context, request),

  assignReport: ({ back, ...form }, context) =>
    runBatch(context, {
      ...form,
      action: "assign",
      reason: "",
      options: { value: back ? "back" : "" },
    }),

  addCaseNote: (request, context) => addCaseNote(context, request),

  handleReport: ({ decision, action, author, days, ...form }, context) =>
    runBatch(context, {
      ...form,
      action: decision,
      options: { value: action, author, ...(days === undefined ? {} : { days }) },
    }),
} satisfies HandlersOf<typeof caseCalls>;
