/** Suggestions and complaints to the operator, and the decisions on them (spec 2.4, 2.7). */
import type { feedbackCalls } from "contract/feedback/calls";
import { fileAddress } from "../files/storage/store";
import { takeUpload } from "../files/uploads/take-upload";
import { accountOf, type HandlersOf } from "../server/context";
import { decideComplaint, decideSuggestion } from "./decide";
import { insertComplaint, insertSuggestion } from "./insert";
import { listAdvice } from "./list-inbox";
import { ownRecord, ownRecords } from "./records";

export const feedbackHandlers = {
  insertUserAdvice: insertSuggestion,

  async uploadAdviceImage(request, context) {
    const { fileName } = await takeUpload(request, context, "image");
    return { name: fileName, address: fileAddress(fileName) };
  },

  insertComplaint,

  userAdviceList: async (request, context) => ownRecords(context.database, accountOf(context).id, request),

  userAdviceDetail: async ({ number }, context) => ownRecord(context.database, accountOf(context).id, number),

  adviceInbox: (request, context) => listAdvice(context, request),

  decideSuggestion,

  decideComplaint,
} satisfies HandlersOf<typeof feedbackCalls>;
