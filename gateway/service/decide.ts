import { eq } from "drizzle-orm";
import type { CallRequest } from "contract";
import type { ServiceRecord } from "contract/calls/service";
import { accountOf, type CallContext } from "../context";
import { complaints, suggestions } from "../database/schema";
import { notifyService } from "./notice";
import { transact } from "../queries/transact";
import { found } from "../refusal";
import { complaintRecord, suggestionRecord } from "./records";

/** An answer that is not given anew stays as it was: moving on to 已采纳 does not take the answer back. */
const kept = (given: string, before: string) => given.trim() || before;

/** Sets what becomes of a suggestion and tells its author (spec 2.4). Throws ADVICE_NOT_FOUND. */
export function decideSuggestion(
  { number, status, answer }: CallRequest<"decideSuggestion">,
  context: CallContext,
): Promise<ServiceRecord> {
  const by = accountOf(context).id;
  const at = context.now();
  return transact(context.database, async (database) => {
    const [locked] = await database.select().from(suggestions).where(eq(suggestions.number, number)).for("update");
    const before = found(locked, "ADVICE_NOT_FOUND");
    const steps = [...before.steps, { status, answer: answer.trim(), at: at.toISOString(), by }];
    const change = { status, answer: kept(answer, before.answer), steps, updatedAt: at };
    await database.update(suggestions).set(change).where(eq(suggestions.id, before.id));
    await notifyService(database, before.accountId, number, at);
    return suggestionRecord({ ...before, ...change });
  });
}

/** The same for a complaint; one whose author's account is gone has nobody to tell. */
export function decideComplaint({ number, status, answer }: CallRequest<"decideComplaint">, context: CallContext): Promise<ServiceRecord> {
  const by = accountOf(context).id;
  const at = context.now();
  return transact(context.database, async (database) => {
    const [locked] = await database.select().from(complaints).where(eq(complaints.number, number)).for("update");
    const before = found(locked, "ADVICE_NOT_FOUND");
    const steps = [...before.steps, { status, answer: answer.trim(), at: at.toISOString(), by }];
    const change = { status, answer: kept(answer, before.answer), steps, updatedAt: at };
    await database.update(complaints).set(change).where(eq(complaints.id, before.id));
    if (before.accountId !== null) await notifyService(database, before.accountId, number, at);
    return complaintRecord({ ...before, ...change });
  });
}
