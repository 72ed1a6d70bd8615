import { type ConcurrencyLimit, limitConcurrency } from "contract/base/concurrency-limit";

interface Limits {
  /** How many tasks run at once: of one address, and of all addresses. */
  atOnce: { address: number; together: number };
  /** How many tasks of an address may wait; more throw QueueFull. */
  waiting: number;
}

const everybodyWaiting = 500;

/**
 * A concurrency limit for each address, so that no address takes the places of all others, and one limit over all
 * addresses.
 */
export function limitByAddress({
  atOnce,
  waiting,
}: Limits): <Result>(address: string, work: () => Promise<Result>) => Promise<Result> {
  const sharedLimit = limitConcurrency(atOnce.together, everybodyWaiting);
  const addresses = new Map<string, { limit: ConcurrencyLimit; open: number }>();
  return async (address, work) => {
    const own = addresses.get(address) ?? { limit: limitConcurrency(atOnce.address, waiting), open: 0 };
    addresses.set(address, own);
    own.open += 1;
    try {
      return await own.limit(() => sharedLimit(work));
    } finally {
      own.open -= 1;
      if (own.open === 0) addresses.delete(address);
    }
  };
}
