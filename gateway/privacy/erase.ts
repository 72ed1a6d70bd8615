import type { Database } from "../database/open";
import type { Account } from "../server/context";
import type { Domain } from "../server/domain";

/**
 * Deletes all personal data of an account, and leaves its topics and replies under an anonymous name. `takeBackAll` has
 * removed its likes and follows before.
 * @returns how many rows of each kind were deleted
 */
export async function erase(
  domains: readonly Domain[],
  database: Database,
  account: Account,
  now: Date,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const { personalData } of domains.toReversed())
    Object.assign(removed, await personalData?.erase?.(database, account, now));
  return removed;
}
