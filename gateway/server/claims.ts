/**
 * The duration of a claim. A living process renews it; after it another process may claim the job of a killed one.
 */
export const claimSeconds = 30;
/** Seconds that the clocks of several machines may differ; later times were written by a wrong clock. */
export const clockSeconds = 3_600;
/** The interval between two renewals of a claim. */
const renewMilliseconds = 10_000;

/** Does the work, and renews its claim as long as this process lives. */
export async function whileRenewed(
  renew: () => PromiseLike<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const timer = setInterval(() => {
    // The database is away: another process may claim the job meanwhile.
    Promise.resolve(renew()).catch(() => undefined);
  }, renewMilliseconds).unref();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
