import { type SignupState, signupStates } from "contract/activities/constants";
import { formatMinute } from "~/format/time";

/** The texts of the sign-up states. */
export const signupWords = Object.fromEntries(signupStates.map(({ code, name }) => [code, name])) as Record<
  SignupState,
  string
>;

/** The label's colour: green for good states, red for closed ones, copper for states that wait for somebody. */
export const signupKind = (state: SignupState): string | undefined =>
  ({
    accepted: "solved",
    pending: "digest",
    more: "digest",
    waiting: undefined,
    refused: "state",
    cancelled: undefined,
  })[state];

/** A time to the minute. */
export const minuteOf = (at: string) => formatMinute(at);
