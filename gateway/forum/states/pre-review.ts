import { moderates } from "../../server/access";
import { accountOf, type CallContext } from "../../server/context";
import type { OpenSection } from "../sections/find-sections";
import { isNewcomer } from "./newcomers";

/**
 * Whether what the caller writes in this section waits for a moderator, whatever words are in it. Its moderators and
 * administrators are those who look.
 */
export function needsPreReview(context: CallContext, { id, preReview }: OpenSection): boolean {
  if (preReview === "none" || moderates(context, id)) return false;
  return preReview === "all" || isNewcomer(accountOf(context), context.now());
}
