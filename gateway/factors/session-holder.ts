import type { CallContext } from "../server/context";
import { Refusal } from "../server/refusal";
import type { ChallengeHolder } from "./challenges";

/** The session that makes the call, as the holder of a challenge. Throws NOT_SIGNED_IN without one. */
export function sessionHolder({ caller }: CallContext, what: "make" | "use"): ChallengeHolder {
  if (!caller.session) throw new Refusal("NOT_SIGNED_IN");
  return `session:${caller.session.tokenHash}:${what}`;
}
