import { type SignupState, signupStates } from "contract/activities/constants";
import { formatMinute } from "~/format/time";

/** The words for states. */
export const signupWords = Object.fromEntries(signupStates.map(({ code, name }) => [code, name])) as Record<
  SignupState,
  string
>;

/**
 * The label's colour: green for states that are good, red for closed ones, copper for those that wait for
 * somebody.
 */
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
