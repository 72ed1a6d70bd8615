/**
 * The tests, by tier (docs/test-minutes.md describes each tier):
 *
 *   npm test                    what every submission runs; with TEST_DATABASE_URL PostgreSQL too
 *   npm run test:all            everything whole: before a release, and nightly
 *   npm test -- changed         types, lint and the tests related to uncommitted changes
 *   npm test -- changed main    ... to differences from a branch
 *
 * The last line says how many tests passed and failed.
 */

import "./node-version.mjs";
import { spawnSync } from "node:child_process";
import { changedTests } from "./tests/changed.mjs";
import { inTurn, node, npm, sideBySide } from "./tests/commands.mjs";
import { part, whatItTook } from "./tests/parts.mjs";
import { forgetReports, mostFlaky, runTests, secondTries, together } from "./tests/run-tests.mjs";

const build = [
  node("scripts/build.mjs", "--if-needed"),
  node("scripts/find-chromium.mjs", "--install"),
  node("--import", "tsx", "tests/support/prepare-demo.ts"),
];
const quietly = { quiet: true };

/** Types and lint, which run beside the tests. */
const checks = (lint) => sideBySide([[npm("typecheck")], [npm(lint)]], quietly);

/**
 * Runs a tier on two cores, in two lines: the unit tests and then those over HTTP; in parallel the build, the browser tests
 * and then the gateway's. HTTP and browser tests wait for a portal for a third of their time. The gateway's only compute, so
 * they come last and leave no core idle. Types and lint run beside the build.
 */
async function tier(name) {
  const onPostgres = name === "all" ? ["postgres", "pooled"] : ["postgres"];
  const gateway = ["contract", ...(process.env.TEST_DATABASE_URL ? onPostgres : [])];
  const tests = (name, job) => part(name, runTests)(job);
  const building = part("build", inTurn)(build, quietly);
  /** Runs a job that needs the built portal, if the build succeeded. */
  const onceBuilt = async (name, job) => ((await building) ? tests(name, job) : together([]));
  const overHttp = async () => {
    const unit = await tests("unit", { runner: "vitest", projects: ["unit"] });
    return together([unit, await onceBuilt("http", { runner: "vitest", projects: ["http"] })]);
  };
  const inBrowser = async () => {
    const browser = await onceBuilt("browser", { runner: "playwright", ...quietly });
    const rest = await tests("gateway", { runner: "vitest", projects: gateway, ...quietly });
    return together([browser, rest]);
  };
  const [checked, built, ...reports] = await Promise.all([
    part("types and lint", checks)(name === "all" ? "lint:all" : "lint"),
    building,
    overHttp(),
    inBrowser(),
  ]);
  return { checked: checked && built, report: together(reports) };
}

async function changed(since) {
  const { first, built } = changedTests(since);
  const [checked, isBuilt, ...reports] = await Promise.all([
    checks("lint"),
    built.length > 0 ? inTurn(build, quietly) : true,
    ...first.map(runTests),
  ]);
  for (const job of isBuilt ? built : []) reports.push(await runTests(job));
  return { checked: checked && isBuilt, report: together(reports) };
}

const [what = "each", since = "HEAD"] = process.argv.slice(2);
if (!["each", "all", "changed"].includes(what)) {
  console.error("usage: npm test [-- changed [BRANCH]], npm run test:all");
  process.exit(2);
}
process.env.TEST_TIER ??= what === "all" ? "all" : "each";
// The commit decides the sample of tests (tests/support/tier.ts). Outside of a checkout the sample is always the same.
process.env.TEST_SAMPLE ??=
  spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).stdout?.trim() ?? "";
// Tests of what changed must not miss the changed room.
if (what === "each") process.env.TEST_ROOMS ??= "sample";
const { checked, report } = what === "changed" ? await changed(since) : await tier(what);
const { flaky, broken } =
  what === "changed" ? { flaky: [], broken: report.files } : await secondTries(report.files);
forgetReports();

const list = (title, files) => {
  if (files.length > 0) console.info(`\n${title}`);
  for (const { file, project, message } of files)
    console.info(`  ${file} (${project})\n    ${message.replaceAll("\n", "\n    ")}`);
};
list("Flaky, passed at the second try:", flaky);
list(broken.length > mostFlaky ? "Failed (too many for second tries):" : "Failed:", broken);
for (const fault of report.faults) console.info(`\nFailed outside of the tests: ${fault}`);
if (!checked) console.info("\nTypes, lint or the build failed: see above.");
const isOk = checked && broken.length === 0 && report.faults.length === 0 && report.passed > 0;
console.info(`\n${whatItTook()}, ${flaky.length} flaky${isOk ? "" : ", failed"}`);
console.info(`tests: ${report.passed} passed, ${isOk ? 0 : Math.max(1, report.failed)} failed`);
process.exitCode = isOk ? 0 : 1;
