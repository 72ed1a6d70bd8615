import { baseRefusals } from "./base/constants";
import { collect } from "./domains";

/**
 * Every reason for which the gateway refuses a call: its status and the Chinese message for people.
 *
 * 403 is only for "no session" (spec 8: any 403 signs out locally and opens the login dialog). A signed-in person
 * without the right gets 422 NOT_PERMITTED, and a person who may not post gets 422 with the reason.
 */
export const refusals = { ...baseRefusals, ...collect("refusals") };

export type RefusalCode = keyof typeof refusals;
