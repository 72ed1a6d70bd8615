import { accountOf, type Handlers } from "../context";
import { decideComplaint, decideSuggestion } from "../service/decide";
import { insertComplaint, insertSuggestion } from "../service/insert";
import { ownRecord, ownRecords } from "../service/records";

/** Suggestions and complaints to the operator, and what became of them (spec 2.4, 2.7, 7.2). */
export const serviceHandlers = {
  insertUserAdvice: insertSuggestion,
  insertComplaint,
  decideSuggestion,
  decideComplaint,
  userAdviceList: async (request, context) => ownRecords(context.database, accountOf(context).id, request),
  userAdviceDetail: async ({ number }, context) => ownRecord(context.database, accountOf(context).id, number),
} satisfies Handlers<
  "insertUserAdvice" | "insertComplaint" | "decideSuggestion" | "decideComplaint" | "userAdviceList" | "userAdviceDetail"
>;
