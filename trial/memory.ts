import { readFileSync } from "node:fs";

/** What a process holds in memory, in MB; NaN where the system does not say, or it has ended. */
export function residentMegabytes(pid: number): number {
  try {
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    return kilobytes / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Looks at a process's memory many times a second until `stop`, which gives the highest, in MB. */
export function watchMemory(pid: number): { stop(): number } {
  let highest = residentMegabytes(pid);
  const timer = setInterval(() => {
    highest = Math.max(highest, residentMegabytes(pid));
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return highest;
    },
  };
}
