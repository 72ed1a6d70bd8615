import { beijingTime } from "contract/base/beijing-time";
import { refusals } from "contract/refusals";
import type { CallContext } from "./context";
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

/** The sentence of MUTED, with until when: Beijing time, as all times are shown (spec 9). */
function mutedMessage(until: Date): string {
  return `${refusals.MUTED.message}（至 ${beijingTime(until).slice(0, 16)}）`;
}

/** Throws PHONE_NOT_BOUND or MUTED, the latter with until when, for an account that may not post (spec 6). */
export function checkPoster(account: { phone: string | null; mutedUntil: Date | null }, now: Date): void {
  const reason = postingRefusal(account, now);
  if (reason === "MUTED" && account.mutedUntil)
    throw new Refusal("MUTED", undefined, mutedMessage(account.mutedUntil));
  if (reason) throw new Refusal(reason);
}

/** Whether the caller moderates the section: by appointment, or as an administrator. */
export function moderates({ caller }: Pick<CallContext, "caller">, sectionId: number): boolean {
  return caller.account !== null && (caller.account.admin || caller.fids.includes(sectionId));
}
