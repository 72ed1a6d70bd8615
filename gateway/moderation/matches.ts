import type { CallRequest, CallResponse } from "contract";
import { batchMaximum } from "contract/moderation/fields";
import { accountOf, type CallContext } from "../server/context";
import { Refusal } from "../server/refusal";
import { appealsFound } from "./appeals/list-appeals";
import { casesFound } from "./cases/list-cases";
import { firstIds, type IdList } from "./deep-pages";
import { messagesFound } from "./inbox/list-messages";
import { profilesWaiting } from "./reviews/list-profiles";
import { textsWaiting } from "./reviews/list-texts";
import { topicsFound } from "./topics/find-topics";
import { binOf } from "./topics/list-bin";

type Request = CallRequest<"moderatorMatches">;

const lists: Record<Request["list"], (context: CallContext, filter: Request) => IdList | Promise<IdList>> = {
  topics: topicsFound,
  binTopics: (context, filter) => binOf(context, "topics", filter),
  binReplies: (context, filter) => binOf(context, "replies", filter),
  reviewTopics: (context, filter) => textsWaiting(context, true, filter),
  reviewReplies: (context, filter) => textsWaiting(context, false, filter),
  reviewProfiles: (_context, { ignored }) => profilesWaiting(ignored),
  reports: casesFound,
  appeals: appealsFound,
  messages: () => messagesFound(true),
};
const adminOnly: Request["list"][] = ["reviewProfiles", "messages"];

/** The first ids of a list across all its pages, as many as one batch may hold, and the total. */
export async function findMatches(
  context: CallContext,
  request: Request,
): Promise<CallResponse<"moderatorMatches">> {
  const { list } = request;
  if (adminOnly.includes(list) && !accountOf(context).admin) throw new Refusal("ADMIN_ONLY");
  return firstIds(context.database, await lists[list](context, request), batchMaximum);
}
