/** Thrown to whoever comes when too many wait already. */
export class TooManyWaiting extends Error {}

/**
 * Lets at most `atOnce` pieces of work run together; others wait for their turn, at most `waiting` of them.
 * For work whose memory would grow with the number of people who ask for it at the same moment.
 */
export function createTurns(
  atOnce: number,
  waiting: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new TooManyWaiting();
      // Whoever ends hands the place on, so `running` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
