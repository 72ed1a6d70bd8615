import { addTime, minuteOf } from "contract/base/time";
import { recentMinutes } from "contract/factors/constants";
import { refusals } from "contract/refusals";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { penalties } from "../database/schema";
import type { Account, CallContext } from "./context";
import { Refusal } from "./refusal";

/** Whether the account is muted at this moment. */
export function isMuted(account: { mutedUntil: Date | null }, now: Date): boolean {
  return account.mutedUntil !== null && account.mutedUntil > now;
}

/** Why the account may not post, or null (spec 6: posting and replying need a bound phone). */
export function postingRefusal(
  account: { phone: string | null; mutedUntil: Date | null },
  now: Date,
): "PHONE_NOT_BOUND" | "MUTED" | null {
  if (isMuted(account, now)) return "MUTED";
  return account.phone ? null : "PHONE_NOT_BOUND";
}

/** The moderator's reason for a person's present mute or ban; empty if none was given. */
export async function penaltyReason(
  database: Database,
  accountId: number,
  kind: "mute" | "ban",
): Promise<string> {
  const [row] = await database
    .select({ reason: penalties.reason })
    .from(penalties)
    .where(and(eq(penalties.accountId, accountId), eq(penalties.kind, kind), isNull(penalties.liftedAt)))
    .orderBy(desc(penalties.id))
    .limit(1);
  return row?.reason ?? "";
}

/** A permanent penalty is stored as the last year that the database knows. */
export const forGood = new Date("9999-12-31T00:00:00Z");

/** 「至 2026-01-02 03:04」 in Beijing time, as all times are shown (spec 9), or 「永久」. */
export const untilWords = (until: Date): string => (until >= forGood ? "永久" : `至 ${minuteOf(until)}`);

/** Throws MUTED, with its end and reason, for a muted account. */
export async function checkUnmuted(
  account: Pick<Account, "id" | "mutedUntil">,
  { database, now }: Pick<CallContext, "database" | "now">,
): Promise<void> {
  if (!account.mutedUntil || !isMuted(account, now())) return;
  const reason = await penaltyReason(database, account.id, "mute");
  const message = `${refusals.MUTED.message}（${untilWords(account.mutedUntil)}）`;
  throw new Refusal("MUTED", undefined, reason ? `${message}，原因：${reason}` : message);
}

/** Throws PHONE_NOT_BOUND, or MUTED with its end and reason, for an account that may not post (spec 6). */
export async function checkPoster(
  account: Pick<Account, "id" | "phone" | "mutedUntil">,
  context: Pick<CallContext, "database" | "now">,
): Promise<void> {
  await checkUnmuted(account, context);
  const reason = postingRefusal(account, context.now());
  if (reason) throw new Refusal(reason);
}

/** Whether the caller moderates the section: by appointment, or as an administrator. */
export function moderates({ caller }: Pick<CallContext, "caller">, sectionId: number): boolean {
  return caller.account !== null && (caller.account.admin || caller.fids.includes(sectionId));
}

/** Whether the caller signed in, or proved their identity again, in the last 10 minutes. */
export function isRecent({ caller, now }: Pick<CallContext, "caller" | "now">): boolean {
  const since = caller.session?.confirmedAt;
  return since !== undefined && addTime(since, recentMinutes, "minute") >= now();
}

/** Throws SIGN_IN_NOT_RECENT unless the caller's sign-in is recent. */
export function requireRecent(context: Pick<CallContext, "caller" | "now">): void {
  if (!isRecent(context)) throw new Refusal("SIGN_IN_NOT_RECENT");
}
