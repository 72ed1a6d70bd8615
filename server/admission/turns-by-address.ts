import { createTurns } from "contract/base/turns";

interface Limits {
  /** Pieces of work that run at once: of one address, and of all together. */
  atOnce: { address: number; together: number };
  /** How many more of an address wait for their turn; TooManyWaiting beyond. */
  waiting: number;
}

const everybodyWaiting = 500;

/**
 * Turns (contract/base/turns) for each address, so that nobody takes the places of all others, and a bound over
 * all of them.
 */
export function createTurnsByAddress({
  atOnce,
  waiting,
}: Limits): <Result>(address: string, work: () => Promise<Result>) => Promise<Result> {
  const together = createTurns(atOnce.together, everybodyWaiting);
  const addresses = new Map<string, { take: ReturnType<typeof createTurns>; open: number }>();
  return async (address, work) => {
    const own = addresses.get(address) ?? { take: createTurns(atOnce.address, waiting), open: 0 };
    addresses.set(address, own);
    own.open += 1;
    try {
      return await own.take(() => together(work));
    } finally {
      own.open -= 1;
      if (own.open === 0) addresses.delete(address);
    }
  };
}
