/** The inbox of suggestions and complaints, as the administrators work with it (spec 2.4, 2.7). */
import type { adviceInboxCalls } from "contract/feedback/inbox/calls";
import type { HandlersOf } from "../../server/context";
import { listCannedReplies, removeCannedReply, saveCannedReply } from "./canned-replies";
import { decideComplaint, decideSuggestion } from "./decide";
import { listAdvice } from "./list-inbox";
import { addAdviceNote, assignAdvice, setAdviceDue } from "./work";

export const adviceInboxHandlers = {
  adviceInbox: (request, context) => listAdvice(context, request),

  decideSuggestion,

  decideComplaint,

  assignAdvice,

  addAdviceNote,

  setAdviceDue,

  cannedReplyList: (_request, context) => listCannedReplies(context),

  saveCannedReply,

  removeCannedReply,
} satisfies HandlersOf<typeof adviceInboxCalls>;
