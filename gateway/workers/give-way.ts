import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";

/** Lowers the priority of this thread. Only Linux has priorities of single threads. */
export function giveWay(niceness: number): void {
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), niceness);
  } catch {
    // Then the thread keeps the normal priority.
  }
}
