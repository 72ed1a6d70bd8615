import { type SignupState, signupStates } from "contract/activities/constants";
import { formatMinute } from "~/format/time";

/** What states are called. */
export const signupWords = Object.fromEntries(signupStates.map(({ code, name }) => [code, name])) as Record<
  SignupState,
  string
>;

/** The label's colour: what holds is green, what is closed red, what is to be done copper. */
export const signupKind = (state: SignupState): string | undefined =>
  ({
    accepted: "solved",
    pending: "digest",
    more: "digest",
    waiting: undefined,
    refused: "state",
    cancelled: undefined,
  })[state];

/** A moment to the minute. */
export const minuteOf = (at: string) => formatMinute(at);
