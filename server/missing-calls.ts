import { contract } from "contract";
import { logWarning } from "contract/base/log";
import { callsPath } from "contract/base/wire";

const upstreamMilliseconds = 3_000;

/** The names of the calls that a gateway has; null when it does not say. */
async function askCalls(gatewayUrl: string): Promise<Set<unknown> | null> {
  try {
    const signal = AbortSignal.timeout(upstreamMilliseconds);
    const response = await fetch(gatewayUrl + callsPath, { signal, redirect: "manual" });
    const { calls } = (await response.json()) as { calls?: unknown };
    return response.ok && Array.isArray(calls) ? new Set(calls) : null;
  } catch {
    return null;
  }
}

/** Which calls of the contract an upstream lacks, as far as it says so itself. */
export interface MissingCalls {
  /** Asks until the first answer, and says in the log once what is missing. Resolves to the names; null while unknown. */
  look(): Promise<string[] | null>;
}

/**
 * Finds out which calls the upstream gateways lack. One that several gateways of a site have only in part is missing too:
 * any of them may be asked.
 */
export function findMissingCalls(gatewayUrls: readonly string[]): MissingCalls {
  let known: string[] | null = null;
  let asking: Promise<string[] | null> | undefined;
  const ask = async () => {
    const told = (await Promise.all(gatewayUrls.map(askCalls))).filter((calls) => calls !== null);
    if (told.length === 0) return null;
    known = Object.keys(contract).filter((name) => told.some((calls) => !calls.has(name)));
    if (known.length > 0)
      logWarning(`[门户] 上游网关没有这些接口，页面里相应的部分会空着：${known.join("、")}`);
    return known;
  };
  return {
    look() {
      if (known) return Promise.resolve(known);
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}
