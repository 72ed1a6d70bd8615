import type { Call } from "contract/base/call";
import type { Caller } from "./server/context";
import { Refusal } from "./server/refusal";

/**
 * The caller for whom a call is answered: for an administrator who sees pages as somebody else, that person. Throws
 * SEEING_READ_ONLY for a call that writes, and SEEING_PRIVATE for one whose answer is that person's alone.
 * @param asking whose session makes the call
 */
export function answeredAs(call: Pick<Call, "access" | "seenAs">, asking: Caller): Caller {
  if (!asking.seeing || call.seenAs === "ends") return asking;
  // Every call that reads says how it is answered.
  if (!call.seenAs) throw new Refusal("SEEING_READ_ONLY");
  const { caller } = asking.seeing;
  // Whoever is not signed in is told that, as a visitor is.
  const isRefusedAnyway = call.access !== "visitor" && !caller.account;
  if (!isRefusedAnyway && call.seenAs !== "shown") throw new Refusal("SEEING_PRIVATE");
  return caller;
}
