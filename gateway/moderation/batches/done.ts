import type { LogValues } from "contract/moderation/actions";
import { Refusal } from "../../server/refusal";

/** What a batch did to one thing, and when. */
export interface Done {
  action: string;
  before: LogValues;
  after: LogValues;
  at: Date;
  /** Where its topic stood. */
  sectionId: number | null;
  reason: string | null;
}

/** Nothing is put back over what somebody did since: an undo takes back its batch, and no later decision. */
export function checkUnchanged(unchanged: boolean): asserts unchanged {
  if (!unchanged) throw new Refusal("CHANGED_SINCE");
}

export const isMoment = (moment: Date | null, at: Date | string | null) =>
  moment !== null && at !== null && moment.getTime() === new Date(at).getTime();
