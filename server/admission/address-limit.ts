import { type ConcurrencyLimit, limitConcurrency } from "contract/base/concurrency-limit";

interface Limits {
  /** Pieces of work that run at once: of one address, and of all together. */
  atOnce: { address: number; together: number };
  /** How many more of an address wait; QueueFull beyond. */
  waiting: number;
}

const everybodyWaiting = 500;

/**
 * A concurrency limit for each address, so that nobody takes the places of all others, and one over all of
 * them.
 */
export function limitByAddress({
  atOnce,
  waiting,
}: Limits): <Result>(address: string, work: () => Promise<Result>) => Promise<Result> {
  const together = limitConcurrency(atOnce.together, everybodyWaiting);
  const addresses = new Map<string, { limit: ConcurrencyLimit; open: number }>();
  return async (address, work) => {
    const own = addresses.get(address) ?? { limit: limitConcurrency(atOnce.address, waiting), open: 0 };
    addresses.set(address, own);
    own.open += 1;
    try {
      return await own.limit(() => together(work));
    } finally {
      own.open -= 1;
      if (own.open === 0) addresses.delete(address);
    }
  };
}
