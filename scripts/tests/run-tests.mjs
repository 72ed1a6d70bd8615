import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program, run } from "./commands.mjs";

/** The number of test files that may fail at first and pass at a second try. With more, the run fails. */
export const mostFlaky = 3;

const reporters = {
  vitest: ["--reporter=default", "--reporter=./scripts/tests/vitest-report.mjs"],
  playwright: ["--reporter=list,./scripts/tests/playwright-report.mjs"],
};

/** The command of a runner; both take files as their last arguments. */
const commands = {
  vitest: (projects, files) => [
    program("vitest"),
    "run",
    ...projects.map((project) => `--project=${project}`),
    // These tests wait for the portal half of their time, so three workers fit. The number is fixed, because removing
    // an idle worker during a run would end the whole pool.
    ...(projects.includes("http") ? ["--maxWorkers=3", "--minWorkers=3"] : []),
    ...files,
  ],
  playwright: (projects, files) => [
    program("playwright"),
    "test",
    ...projects.map((project) => `--project=${project}`),
    ...files,
  ],
};

let reports;
let runs = 0;

/**
 * Runs tests. `job`: `runner` ("vitest" or "playwright"), `projects` and `files` (without names, all of them),
 * `args` of the runner, and `quiet` as in `run`. Resolves the report of the runner's reporter. Its `faults` has
 * failures outside of tests (a start failed, or a log contained a secret).
 */
export async function runTests({ runner, projects = [], files = [], quiet = false, args = [] }) {
  reports ??= mkdtempSync(join(tmpdir(), "portal-reports-"));
  runs += 1;
  const path = join(reports, `${runs}.json`);
  const command = [...commands[runner](projects, files), ...reporters[runner], ...args];
  const isOk = await run(command, { quiet, env: { TEST_REPORT: path } });
  const report = existsSync(path)
    ? JSON.parse(readFileSync(path, "utf8"))
    : { passed: 0, failed: 0, files: [], faults: [`${runner} ended without a report`] };
  const fault = `${path}.fault`;
  if (existsSync(fault)) report.faults.push(readFileSync(fault, "utf8"));
  if (!isOk && report.files.length === 0 && report.faults.length === 0)
    report.faults.push(`${runner} failed outside of its tests; the reason stands above`);
  return report;
}

/** Deletes the reports of this process. */
export function forgetReports() {
  if (reports) rmSync(reports, { recursive: true, force: true });
}

/** Combines several reports. */
export const together = (all) => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  files: all.flatMap(({ files }) => files),
  faults: all.flatMap(({ faults }) => faults),
});

/**
 * Runs each failed file again, alone. Resolves those that passed now (flaky) and those that failed again (broken). When
 * more files failed than may be flaky, there is no second try, because the run has failed anyway.
 */
export async function secondTries(failed) {
  if (failed.length > mostFlaky) return { flaky: [], broken: failed };
  const flaky = [];
  const broken = [];
  for (const one of failed) {
    console.info(`\nOnce more, alone: ${one.file} (${one.project})`);
    const again = await runTests({ runner: one.runner, projects: [one.project], files: [one.file] });
    (again.files.length + again.faults.length > 0 ? broken : flaky).push(one);
  }
  return { flaky, broken };
}
