/** Suggestions and complaints to the operator, as their authors write and read them (spec 2.4, 2.7). */
import type { feedbackCalls } from "contract/feedback/calls";
import { fileAddress } from "../files/storage/store";
import { takeUpload } from "../files/uploads/take-upload";
import { accountOf, type HandlersOf } from "../server/context";
import { insertComplaint, insertSuggestion } from "./insert";
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
} satisfies HandlersOf<typeof feedbackCalls>;
