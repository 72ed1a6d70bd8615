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

/** The processor time of a process with all its threads, in seconds; NaN when the system does not tell it. */
function processorSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The fields follow the program's name in brackets: the 12th and 13th are hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

/** What a program took: by the clock, of the processors, and of memory. */
export interface Cost {
  seconds: number;
  processorSeconds: number;
  /** The highest resident memory in MB, of the whole run and of each quarter of its time. */
  megabytes: number;
  quarters: number[];
}

/** Measures a process until `stop`, which may be called after its end. */
export function watchCost(pid: number): { stop(): Cost } {
  const began = performance.now();
  const sizes: number[] = [];
  let used = 0;
  const look = () => {
    const [size, now] = [residentMegabytes(pid), processorSeconds(pid)];
    if (size > 0) sizes.push(size);
    if (now > 0) used = now;
  };
  look();
  const timer = setInterval(look, 50);
  return {
    stop() {
      clearInterval(timer);
      const quarter = Math.ceil(sizes.length / 4);
      const highest = (some: number[]) => Math.max(0, ...some);
      return {
        seconds: (performance.now() - began) / 1_000,
        processorSeconds: used,
        megabytes: highest(sizes),
        quarters: [0, 1, 2, 3].map((at) => highest(sizes.slice(at * quarter, (at + 1) * quarter))),
      };
    },
  };
}
