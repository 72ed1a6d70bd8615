import type { CallName } from "contract";
import type { Call } from "contract/base/call";
import { endsSeeAs, shownAs, uncountedWhileSeen, withheldAs } from "contract/seen-as";
import type { Caller } from "./server/context";
import { Refusal } from "./server/refusal";

/**
 * The caller for whom a call is answered: for an administrator who sees pages as somebody else, that person. Throws
 * SEEING_READ_ONLY for a call that writes, and SEEING_PRIVATE for one whose answer is that person's alone.
 * @param asking whose session makes the call
 */
export function answeredAs(name: CallName, call: Call, asking: Caller): Caller {
  if (!asking.seeing || endsSeeAs.has(name)) return asking;
  if (call.effect !== "reads" && !uncountedWhileSeen.includes(name) && !withheldAs.has(name))
    throw new Refusal("SEEING_READ_ONLY");
  const { caller } = asking.seeing;
  // Whoever is not signed in is told that, as a visitor is.
  const isRefusedAnyway = call.access !== "visitor" && !caller.account;
  if (!isRefusedAnyway && !shownAs.has(name)) throw new Refusal("SEEING_PRIVATE");
  return caller;
}
