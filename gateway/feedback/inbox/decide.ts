import type { CallRequest } from "contract";
import { formatTime } from "contract/base/time";
import type { FeedbackRecord } from "contract/feedback/calls";
import { feedbackStatuses } from "contract/feedback/constants";
import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { complaints, suggestions } from "../../database/schema";
import { transact } from "../../database/transact";
import { writeLog } from "../../moderation/write-log";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { notifyAuthor } from "../notify-author";
import { complaintRecord, excerpt, productsAsked, suggestionRecord } from "../records";
import { nameOf } from "./row";

type Before = Pick<typeof suggestions.$inferSelect, "answer" | "steps">;
type Decision = CallRequest<"decideSuggestion"> | CallRequest<"decideComplaint">;

/**
 * The columns that a decision of either kind changes. An empty answer keeps the earlier one, for example when a later
 * step only sets 已采纳.
 */
function changeOf<Made extends Decision>(
  before: Before,
  { status, answer, submissionId: key }: Made,
  context: CallContext,
) {
  const at = context.now();
  const text = answer.trim();
  const step = {
    status,
    answer: text,
    at: at.toISOString(),
    by: accountOf(context).id,
    ...(key ? { key } : {}),
  };
  return {
    status: status as Made["status"],
    answer: text || before.answer,
    steps: [...before.steps, step],
    updatedAt: at,
  };
}

/**
 * Whether the form was posted before. Throws ADVICE_CHANGED beside the state when somebody else took a step after the
 * form was shown, and says which.
 */
async function isRepeated(
  database: Database,
  { steps }: Before,
  { seen, submissionId: key, status, answer }: Decision,
  context: CallContext,
): Promise<boolean> {
  const { id } = accountOf(context);
  const isSame = (step: Before["steps"][number]) =>
    step.key === key && step.by === id && step.status === status && step.answer === answer.trim();
  if (key !== undefined && steps.some(isSame)) return true;
  const last = steps.at(-1);
  if (seen === undefined || seen === steps.length || !last) return false;
  const said = last.answer ? `，答复「${excerpt(last.answer)}」` : "";
  const message = `${await nameOf(database, last.by)} ${formatTime(last.at, "MM-DD HH:mm")} 已改为「${feedbackStatuses[last.status]}」${said}，请看过再决定`;
  throw new Refusal("ADVICE_CHANGED", { status: [message] }, message);
}

/**
 * Writes a decision to the log: who made it, and the new state. The answer is stored with the suggestion or complaint.
 */
async function logDecision(
  database: Database,
  before: { id: number; accountId: number | null; status: string },
  { status, updatedAt: at }: { status: string; updatedAt: Date },
  context: CallContext,
): Promise<void> {
  await writeLog(database, {
    at,
    operatorId: accountOf(context).id,
    action: "advice",
    targetKind: "advice",
    targetId: before.id,
    personId: before.accountId,
    before: { status: before.status },
    after: { status },
  });
}

/** Decides on a suggestion and notifies its author (spec 2.4). Throws ADVICE_NOT_FOUND. */
export function decideSuggestion(
  request: CallRequest<"decideSuggestion">,
  context: CallContext,
): Promise<FeedbackRecord> {
  const { number } = request;
  return transact(context.database, async (database) => {
    const which = eq(suggestions.number, number);
    const [locked] = await database.select().from(suggestions).where(which).for("update");
    const before = found(locked, "ADVICE_NOT_FOUND");
    const product = (await productsAsked(database, [before])).get(before.productId ?? 0);
    if (await isRepeated(database, before, request, context)) return suggestionRecord(before, product);
    const change = changeOf(before, request, context);
    await database.update(suggestions).set(change).where(which);
    await notifyAuthor(database, before.accountId, number, change.updatedAt);
    await logDecision(database, before, change, context);
    return suggestionRecord({ ...before, ...change }, product);
  });
}

/** The same for a complaint; if its author closed the account, nobody is notified. */
export function decideComplaint(
  request: CallRequest<"decideComplaint">,
  context: CallContext,
): Promise<FeedbackRecord> {
  const { number } = request;
  return transact(context.database, async (database) => {
    const which = eq(complaints.number, number);
    const [locked] = await database.select().from(complaints).where(which).for("update");
    const before = found(locked, "ADVICE_NOT_FOUND");
    if (await isRepeated(database, before, request, context)) return complaintRecord(before);
    const change = changeOf(before, request, context);
    await database.update(complaints).set(change).where(which);
    if (before.accountId !== null) await notifyAuthor(database, before.accountId, number, change.updatedAt);
    await logDecision(database, before, change, context);
    return complaintRecord({ ...before, ...change });
  });
}
