import pLimit from "p-limit";

/** The queue is full. */
export class QueueFull extends Error {}

/** Runs work when there is capacity. Throws QueueFull. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs at most `concurrency` pieces of work at once and lets at most `queued` more wait. For work whose memory grows with
 * the number of callers.
 */
export function limitConcurrency(concurrency: number, queued: number): ConcurrencyLimit {
  const limit = pLimit(concurrency);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + queued) throw new QueueFull();
    return limit(work);
  };
}
