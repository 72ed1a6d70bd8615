import type { Database } from "../database/open";
import type { Account } from "../server/context";
import type { Domain } from "../server/domain";

/**
 * Removes everything of an account that is personal, and leaves its topics and replies under a name that is
 * nobody's. What it did to others' things was taken back before. @returns how many of what were removed.
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
