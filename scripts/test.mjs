/**
 * The tests, by tier (docs/test-minutes.md says what each protects):
 *
 *   npm test                    what every submission runs; with TEST_DATABASE_URL PostgreSQL too
 *   npm run test:all            everything whole: before a release, and nightly
 *   npm test -- changed         types, lint and the tests related to what is not committed yet
 *   npm test -- changed main    ... to what is different from a branch
 *
 * The last line says how many tests passed and failed.
 */

import "./node-version.mjs";
import { spawnSync } from "node:child_process";
import { changedTests } from "./tests/changed.mjs";
import { inTurn, node, npm, sideBySide } from "./tests/commands.mjs";
import { forgetReports, mostFlaky, runTests, secondTries, together } from "./tests/run-tests.mjs";

const build = [
  node("scripts/build.mjs", "--if-needed"),
  node("scripts/find-chromium.mjs", "--install"),
  node("--import", "tsx", "tests/support/prepare-demo.ts"),
];
const quietly = { quiet: true };

/** Types, lint and the build; they need no test, and no test of the gateway waits for them. */
const checks = (lint) => sideBySide([[npm("typecheck")], [npm(lint)]], quietly);

/**
 * Everything of a tier, as beside each other as two cores allow: the gateway's tests and then those over HTTP; beside
 * them types, lint and the build, and then the browser's tests, as those over HTTP leave half of the cores idle.
 */
async function tier(name) {
  const onPostgres = name === "all" ? ["postgres", "pooled"] : ["postgres"];
  const gateway = ["unit", "contract", ...(process.env.TEST_DATABASE_URL ? onPostgres : [])];
  const building = inTurn(build, quietly);
  /** Runs what needs the built portal; without one it runs nothing. */
  const onceBuilt = async (job) => ((await building) ? runTests(job) : together([]));
  const overHttp = async () => {
    const first = await runTests({ runner: "vitest", projects: gateway });
    return together([first, await onceBuilt({ runner: "vitest", projects: ["http"] })]);
  };
  const [checked, built, ...reports] = await Promise.all([
    checks(name === "all" ? "lint:all" : "lint"),
    building,
    overHttp(),
    onceBuilt({ runner: "playwright", quiet: true }),
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
// What is sampled is chosen by the commit (tests/support/tier.ts); outside of a checkout it is always the same.
process.env.TEST_SAMPLE ??=
  spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).stdout?.trim() ?? "";
const began = Date.now();
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
console.info(
  `\n${((Date.now() - began) / 60_000).toFixed(1)} minutes, ${flaky.length} flaky${isOk ? "" : ", failed"}`,
);
console.info(`tests: ${report.passed} passed, ${isOk ? 0 : Math.max(1, report.failed)} failed`);
process.exitCode = isOk ? 0 : 1;
