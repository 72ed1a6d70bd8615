import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";

/** The folder of this thread in /proc (`4/task/9`), which other threads can read; null where there is none. */
export function threadFolder(): string | null {
  try {
    return readlinkSync("/proc/thread-self");
  } catch {
    return null;
  }
}

/** Lowers the priority of this thread. Only Linux has priorities of single threads. */
export function giveWay(niceness: number): void {
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), niceness);
  } catch {
    // Then the thread keeps the normal priority.
  }
}
