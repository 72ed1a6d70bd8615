import { contract } from "contract";
import { logWarning } from "contract/base/log";
import { callsPath } from "contract/base/wire";
import { readJson } from "~/gateway-client/response.server";

const upstreamMilliseconds = 3_000;
/** The shortest time between two looks. */
const againMilliseconds = 60_000;

/** The names of the calls that a gateway has; null when it does not say. */
async function askCalls(gatewayUrl: string): Promise<Set<unknown> | null> {
  try {
    const signal = AbortSignal.timeout(upstreamMilliseconds);
    const response = await fetch(gatewayUrl + callsPath, { signal, redirect: "manual" });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const { calls } = (await readJson(response, signal)) as { calls?: unknown };
    return Array.isArray(calls) ? new Set(calls) : null;
  } catch {
    return null;
  }
}

/** Which calls of the contract an upstream lacks, as far as it says so itself. */
export interface MissingCalls {
  /** The names, as far as the last look learned them; null while unknown. */
  known(): string[] | null;
  /**
   * Asks the gateways, at most once a minute, and only while a call is missing or a gateway has not answered. Says in the
   * log what is missing, once. Resolves when they have answered.
   */
  look(): Promise<void>;
}

/**
 * Finds out which calls the upstream gateways lack. One that several gateways of a site have only in part is missing too:
 * any of them may be asked.
 * @param clock milliseconds
 */
export function findMissingCalls(
  gatewayUrls: readonly string[],
  clock: () => number = () => performance.now(),
): MissingCalls {
  let known: string[] | null = null;
  let warned = "";
  /** Whether every gateway has every call. */
  let isWhole = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking = Promise.resolve();
  const ask = async () => {
    const answers = (await Promise.all(gatewayUrls.map(askCalls))).filter((calls) => calls !== null);
    // What was known stays while nobody answers.
    if (answers.length === 0) return;
    const missing = Object.keys(contract).filter((name) => answers.some((calls) => !calls.has(name)));
    known = missing;
    isWhole = missing.length === 0 && answers.length === gatewayUrls.length;
    const names = missing.join("、");
    if (names !== "" && names !== warned)
      logWarning(`[门户] 上游网关没有这些接口，页面里相应的部分会空着：${names}`);
    warned = names;
  };
  return {
    known: () => known,
    look() {
      if (isWhole || clock() - askedAt < againMilliseconds) return asking;
      askedAt = clock();
      asking = ask();
      return asking;
    },
  };
}
