/** How long a claim lasts, which is renewed while its process lives: a killed one's job is another's after that. */
export const claimSeconds = 30;
/** How often a claim is renewed. */
const renewMilliseconds = 10_000;

/** Does the work, and renews its claim as long as this process lives. */
export async function whileRenewed(
  renew: () => PromiseLike<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const timer = setInterval(() => {
    // The database is away for now: whoever claims the job meanwhile has it.
    Promise.resolve(renew()).catch(() => undefined);
  }, renewMilliseconds).unref();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
