import type { LogAction, LogValues } from "contract/moderation/actions";
import type { moderationLog } from "../../database/schema";
import { stateOf, type TextState } from "../../forum/states/visibility";
import { Refusal } from "../../server/refusal";

/** What a batch did to one thing, and when. */
export interface Done {
  action: LogAction;
  before: LogValues;
  after: LogValues;
  at: Date;
  /** Where its topic stood. */
  sectionId: number | null;
  reason: string | null;
  /** The row of the log that was written with it. */
  entry: typeof moderationLog.$inferSelect;
}

/** Nothing is put back over what somebody did since: an undo takes back its batch, and no later decision. */
export function checkUnchanged(unchanged: boolean): asserts unchanged {
  if (!unchanged) throw new Refusal("CHANGED_SINCE");
}

export const isMoment = (moment: Date | null, at: Date | string | null) =>
  moment !== null && at !== null && moment.getTime() === new Date(at).getTime();

/** A moment that an undo kept. */
export const momentOf = (value: LogValues[string] | undefined): Date | null =>
  typeof value === "string" ? new Date(value) : null;

/** The reason that stands beside a text once it is as it was: its review may have been decided on meanwhile. */
export function reasonAfter(was: string | null, now: TextState, { before, reason }: Done): string | null {
  if (stateOf(now) === before.state) return (before.stateReason ?? null) as string | null;
  return was === reason ? null : was;
}
