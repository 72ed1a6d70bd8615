import type { LogAction, LogValues } from "contract/moderation/actions";
import type { moderationLog } from "../../database/schema";
import { stateOf, type TextState } from "../../forum/states/visibility";
import { Refusal } from "../../server/refusal";

/** What a batch did to one target, and when. */
export interface Done {
  action: LogAction;
  before: LogValues;
  after: LogValues;
  at: Date;
  /** The section of the target's topic at that time. */
  sectionId: number | null;
  reason: string | null;
  /** The row of the log that the act wrote. */
  entry: typeof moderationLog.$inferSelect;
}

/** Throws CHANGED_SINCE after a later change: an undo takes back its own batch only. */
export function checkUnchanged(unchanged: boolean): asserts unchanged {
  if (!unchanged) throw new Refusal("CHANGED_SINCE");
}

export const isMoment = (moment: Date | null, at: Date | string | null) =>
  moment !== null && at !== null && moment.getTime() === new Date(at).getTime();

/** A time that an undo stored. */
export const momentOf = (value: LogValues[string] | undefined): Date | null =>
  typeof value === "string" ? new Date(value) : null;

/**
 * The reason beside a text after an undo: the stored one if the state is as before, since its review may have been
 * decided meanwhile.
 */
export function reasonAfter(was: string | null, now: TextState, { before, reason }: Done): string | null {
  if (stateOf(now) === before.state) return (before.stateReason ?? null) as string | null;
  return was === reason ? null : was;
}
