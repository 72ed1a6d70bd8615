import { examWaitGrowsTo } from "contract/training/constants";

/**
 * When somebody may try an exam again, in milliseconds since 1970: the exam's wait after the first failed try, doubled
 * for each further one, up to a day. Null when there is no wait: before the first try, and after a pass.
 */
export function nextTryAt(
  { wait }: { wait: number },
  { taken, passed, endedAt }: { taken: number; passed: boolean; endedAt: number | null },
): number | null {
  if (taken === 0 || passed || endedAt === null || wait === 0) return null;
  const minutes = Math.max(wait, Math.min(wait * 2 ** Math.min(taken - 1, 20), examWaitGrowsTo));
  return endedAt + minutes * 60_000;
}
