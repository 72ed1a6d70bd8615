import { readFileSync } from "node:fs";
import autocannon from "autocannon";

const connections = 8;
/** The number of requests before the measurement, which fill caches and compile code. */
const warmUp = 100;
const seconds = 4;
const rounds = 3;
/** Linux counts processor time in hundredths of a second. */
const tick = 10_000;

/** A measured server: its requests, and its process. */
export interface Target {
  name: string;
  url: string;
  pid: number;
  headers?: Record<string, string>;
}

export interface Load {
  name: string;
  requestsPerSecond: number;
  /** Processor time of the server for one request, in microseconds; null when the system does not tell. */
  processorMicroseconds: number | null;
  p50: number;
  p99: number;
}

/** The processor time that a process has used so far, in microseconds. */
export function processorTime(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * tick;
  } catch {
    return null;
  }
}

async function once(
  { name, url, pid, headers }: Target,
  length: { duration: number } | { amount: number },
): Promise<Load> {
  const before = processorTime(pid);
  const result = await autocannon({ url, connections, ...length, ...(headers ? { headers } : {}) });
  const after = processorTime(pid);
  const answered = result["2xx"];
  if (result.non2xx > 0 || result.errors > 0 || answered === 0) {
    throw new Error(
      `${name}: ${answered} answers, ${result.non2xx} of another status, ${result.errors} failures`,
    );
  }
  return {
    name,
    requestsPerSecond: result.requests.average,
    processorMicroseconds: before === null || after === null ? null : (after - before) / answered,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/**
 * Loads the targets in turn, several times, so that other work of the machine affects all of them. The median round of
 * each counts.
 */
export async function loadInTurn(targets: Target[]): Promise<Load[]> {
  for (const target of targets) await once(target, { amount: warmUp });
  const loads: Load[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, target] of targets.entries()) {
      loads[index] ??= [];
      loads[index].push(await once(target, { duration: seconds }));
    }
  }
  return loads.map((one) => middle(one, (load) => load.requestsPerSecond));
}

/** The median element by a measure. */
export function middle<T>(values: T[], measure: (value: T) => number): T {
  const sorted = [...values].sort((one, other) => measure(one) - measure(other));
  const found = sorted[Math.floor(sorted.length / 2)];
  if (found === undefined) throw new Error("nothing was measured");
  return found;
}
