import type { CallRequest } from "contract";
import { isRecent, requireRecent } from "../../server/access";
import type { CallContext } from "../../server/context";
import { deletedForGood } from "../topics/deleted-for-good";
import type { BatchRequest } from "./store-batch";

/** What a form deletes, as it is asked which of it no bin keeps; null where it deletes nothing. */
function deletes({ ids, action, options }: BatchRequest): CallRequest<"deletedForGood"> | null {
  const { value, recycleDays = 0 } = options;
  if (action === "recycle") return { of: "topics", ids, days: 0 };
  if (action === "recyclePost" || action === "discard") return { of: "posts", ids, days: 0 };
  if (action === "uphold" && value === "recycle") return { of: "cases", ids, days: 0 };
  return recycleDays > 0 ? { of: "people", ids, days: recycleDays } : null;
}

/**
 * Throws SIGN_IN_NOT_RECENT for a form that destroys something at once, in a section without a bin, where the last
 * sign-in was too long ago. What a bin keeps needs none.
 */
export async function requireRecentToDestroy(context: CallContext, request: BatchRequest): Promise<void> {
  if (isRecent(context)) return;
  const deletion = deletes(request);
  if (deletion && (await deletedForGood(context, deletion)).count > 0) requireRecent(context);
}
