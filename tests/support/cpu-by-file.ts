import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";

// TEST_CPU=FILE has each test file append its processor seconds to FILE: its worker's own, with its embedded database,
// without the processes that it starts. docs/test-minutes.md is made of these lines.
const { TEST_CPU } = process.env;
if (TEST_CPU) {
  let before = process.cpuUsage();
  const began = Date.now();
  beforeAll(() => {
    before = process.cpuUsage();
  });
  afterAll(() => {
    const { user, system } = process.cpuUsage(before);
    const cpu = ((user + system) / 1e6).toFixed(1);
    const wall = ((Date.now() - began) / 1e3).toFixed(1);
    appendFileSync(
      TEST_CPU,
      `${cpu}\t${wall}\t${process.env.TEST_ENGINE ?? ""}\t${expect.getState().testPath}\n`,
    );
  });
}
