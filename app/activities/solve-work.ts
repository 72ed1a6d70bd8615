import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/**
 * Does a proof of work, away from the thread that draws: the browser derives keys by itself.
 * @returns the answer as it is sent; null where it was stopped or took too long. Rejects where the browser cannot.
 */
export async function solveWork(challenge: Challenge, controller: AbortController): Promise<string | null> {
  const solution = await solveChallenge({ challenge, controller, deriveKey, timeout: 60_000 });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
