import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/**
 * Solves a proof of work without blocking the main thread, because the browser derives the keys asynchronously.
 * @returns the answer to send; null when it was aborted or took too long. Rejects when the browser cannot derive keys.
 */
export async function solveWork(challenge: Challenge, controller: AbortController): Promise<string | null> {
  const solution = await solveChallenge({ challenge, controller, deriveKey, timeout: 60_000 });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
