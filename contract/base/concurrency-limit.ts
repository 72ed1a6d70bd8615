import pLimit from "p-limit";

/** Thrown to whoever comes when the queue is full. */
export class QueueFull extends Error {}

/** Runs work once there is room for it. Throws QueueFull. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets at most `concurrency` pieces of work run at once, and at most `queued` more wait. For work whose
 * memory would grow with the number of people who ask for it at the same moment.
 */
export function limitConcurrency(concurrency: number, queued: number): ConcurrencyLimit {
  const limit = pLimit(concurrency);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + queued) throw new QueueFull();
    return limit(work);
  };
}
