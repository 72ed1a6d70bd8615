import { moderates } from "../../server/access";
import { accountOf, type CallContext } from "../../server/context";
import type { OpenSection } from "../sections/find-sections";
import { isNewcomer } from "./newcomers";

/**
 * Whether every text of the caller in this section waits for review, also without sensitive words. Texts of its
 * moderators and of administrators do not wait.
 */
export function needsPreReview(context: CallContext, { id, preReview }: OpenSection): boolean {
  if (preReview === "none" || moderates(context, id)) return false;
  return preReview === "all" || isNewcomer(accountOf(context), context.now());
}
