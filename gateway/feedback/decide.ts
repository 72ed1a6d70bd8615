import type { CallRequest } from "contract";
import type { FeedbackRecord } from "contract/feedback/calls";
import { eq } from "drizzle-orm";
import { complaints, suggestions } from "../database/schema";
import { transact } from "../database/transact";
import { accountOf, type CallContext } from "../server/context";
import { found } from "../server/refusal";
import { notifyAuthor } from "./notify-author";
import { complaintRecord, suggestionRecord } from "./records";

/** An answer that is not given anew stays as it was: moving on to 已采纳 does not take the answer back. */
const kept = (given: string, before: string) => given.trim() || before;

/** Sets what becomes of a suggestion and tells its author (spec 2.4). Throws ADVICE_NOT_FOUND. */
export function decideSuggestion(
  { number, status, answer }: CallRequest<"decideSuggestion">,
  context: CallContext,
): Promise<FeedbackRecord> {
  const by = accountOf(context).id;
  const at = context.now();
  return transact(context.database, async (database) => {
    const [locked] = await database
      .select()
      .from(suggestions)
      .where(eq(suggestions.number, number))
      .for("update");
    const before = found(locked, "ADVICE_NOT_FOUND");
    const steps = [...before.steps, { status, answer: answer.trim(), at: at.toISOString(), by }];
    const change = { status, answer: kept(answer, before.answer), steps, updatedAt: at };
    await database.update(suggestions).set(change).where(eq(suggestions.id, before.id));
    await notifyAuthor(database, before.accountId, number, at);
    return suggestionRecord({ ...before, ...change });
  });
}

/** The same for a complaint; one whose author's account is gone has nobody to tell. */
export function decideComplaint(
  { number, status, answer }: CallRequest<"decideComplaint">,
  context: CallContext,
): Promise<FeedbackRecord> {
  const by = accountOf(context).id;
  const at = context.now();
  return transact(context.database, async (database) => {
    const [locked] = await database
      .select()
      .from(complaints)
      .where(eq(complaints.number, number))
      .for("update");
    const before = found(locked, "ADVICE_NOT_FOUND");
    const steps = [...before.steps, { status, answer: answer.trim(), at: at.toISOString(), by }];
    const change = { status, answer: kept(answer, before.answer), steps, updatedAt: at };
    await database.update(complaints).set(change).where(eq(complaints.id, before.id));
    if (before.accountId !== null) await notifyAuthor(database, before.accountId, number, at);
    return complaintRecord({ ...before, ...change });
  });
}
