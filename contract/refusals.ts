import { baseRefusals } from "./base/constants";
import { collect } from "./domains";

/**
 * Every reason for which the gateway refuses a call: its status and the Chinese sentence for people.
 *
 * 403 is kept for "no session" (spec 8: any 403 logs out locally and opens the login dialog), so a signed-in
 * person without the right is answered 422 NOT_PERMITTED, and a person who may not post 422 with the reason.
 */
export const refusals = { ...baseRefusals, ...collect("refusals") };

export type RefusalCode = keyof typeof refusals;
