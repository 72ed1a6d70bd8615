import { and, eq } from "drizzle-orm";
import type { Call } from "contract/call";
import { refusals } from "contract/refusals";
import type { CallContext } from "./context";
import type { Database } from "./database/open";
import { moderators, posts, topics } from "./database/schema";
import { checkRequired } from "./queries/consents";
import { found, Refusal } from "./refusal";

/** Whether the account is muted at this moment. */
export function isMuted(account: { mutedUntil: Date | null }, now: Date): boolean {
  return account.mutedUntil !== null && account.mutedUntil > now;
}

/** Why the account may not post, or null (spec 6: posting and replying need a bound phone). */
export function postingRefusal(account: { phone: string | null; mutedUntil: Date | null }, now: Date): "PHONE_NOT_BOUND" | "MUTED" | null {
  if (isMuted(account, now)) return "MUTED";
  return account.phone ? null : "PHONE_NOT_BOUND";
}

/** The sentence of MUTED, with until when: Beijing time, as all times are shown (spec 9). */
function mutedMessage(until: Date): string {
  const shown = new Date(until.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
  return `${refusals.MUTED.message}（至 ${shown}）`;
}

/** Throws PHONE_NOT_BOUND or MUTED, the latter with until when, for an account that may not post (spec 6). */
export function checkPoster(account: { phone: string | null; mutedUntil: Date | null }, now: Date): void {
  const reason = postingRefusal(account, now);
  if (reason === "MUTED" && account.mutedUntil) throw new Refusal("MUTED", undefined, mutedMessage(account.mutedUntil));
  if (reason) throw new Refusal(reason);
}

/** Whether the caller moderates the section: by appointment, or as an administrator. @param database the transaction, inside one */
export async function moderates(context: CallContext, sectionId: number, database: Database = context.database): Promise<boolean> {
  const account = context.caller.account;
  if (!account) return false;
  if (account.admin) return true;
  const rows = await database
    .select({ id: moderators.sectionId })
    .from(moderators)
    .where(and(eq(moderators.accountId, account.id), eq(moderators.sectionId, sectionId)))
    .limit(1);
  return rows.length > 0;
}

/** The section of the thing that a moderator's call names. */
async function targetSection(call: Call, request: Record<string, unknown>, context: CallContext): Promise<number> {
  if (call.target === "section") return Number(request.fid);
  const byTopic = call.target === "topic";
  const rows = await context.database
    .select({ sectionId: topics.sectionId })
    .from(topics)
    .innerJoin(posts, eq(posts.topicId, topics.id))
    .where(byTopic ? eq(topics.id, Number(request.tid)) : eq(posts.id, Number(request.pid)))
    .limit(1);
  return found(rows[0], byTopic ? "TOPIC_NOT_FOUND" : "POST_NOT_FOUND").sectionId;
}

/** The access policy of the contract row (design 6), applied once before the handler. Throws the refusal. */
export async function checkAccess(call: Call, request: Record<string, unknown>, context: CallContext): Promise<void> {
  if (call.access === "visitor") return;
  const account = context.caller.account;
  if (!account) throw new Refusal("NOT_SIGNED_IN");
  if (call.access === "poster") {
    checkPoster(account, context.now());
    await checkRequired(account, context);
  }
  if (call.access === "admin" && !account.admin) throw new Refusal("NOT_PERMITTED");
  if (call.access === "moderator" && !(await moderates(context, await targetSection(call, request, context)))) {
    throw new Refusal("NOT_PERMITTED");
  }
}
