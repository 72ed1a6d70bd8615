import { appendFileSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";

// With TEST_CPU=FILE each test file appends a line to FILE: the processor seconds of its worker with the embedded
// database, those of the processes that it started and ended, and its wall seconds. The portal that all HTTP tests
// share is in neither figure. docs/test-minutes.md is made from these lines.
const { TEST_CPU } = process.env;

/** Processor seconds of this process's children that have ended, as Linux counts them. */
function childSeconds(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}

if (TEST_CPU) {
  let before = process.cpuUsage();
  let childrenBefore = childSeconds();
  const began = Date.now();
  beforeAll(() => {
    before = process.cpuUsage();
    childrenBefore = childSeconds();
  });
  afterAll(() => {
    const { user, system } = process.cpuUsage(before);
    const cpu = ((user + system) / 1e6).toFixed(1);
    const children = (childSeconds() - childrenBefore).toFixed(1);
    const wall = ((Date.now() - began) / 1e3).toFixed(1);
    const engine = process.env.TEST_ENGINE ?? "";
    appendFileSync(TEST_CPU, `${cpu}\t${children}\t${wall}\t${engine}\t${expect.getState().testPath}\n`);
  });
}
