import { readFileSync } from "node:fs";

/** The resident memory of a process in MB; NaN when the system does not tell it or the process has ended. */
export function residentMegabytes(pid: number): number {
  try {
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    return kilobytes / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Measures a process's memory many times per second until `stop`, which returns the highest value in MB. */
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
