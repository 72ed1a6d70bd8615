/**
 * All tests, or those that a change needs.
 *
 *   npm test                    everything; with TEST_DATABASE_URL the gateway's tests run on PostgreSQL as
 * well
 *   npm test -- changed         types, lint and the tests related to what is not committed yet
 *   npm test -- changed main    ... to what is different from a branch
 */
import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename } from "node:path";

const program = (name) => `node_modules/.bin/${name}`;
const node = (...args) => [process.execPath, ...args];
const npm = (script) => ["npm", "run", "--silent", script];

/**
 * Runs a command to its end; `quiet` keeps what it says until then, and `told` gets it. Resolves whether it went
 * well.
 */
function run(command, { quiet = false, told } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), {
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    });
    const said = [];
    child.stdout?.on("data", (chunk) => said.push(chunk));
    child.stderr?.on("data", (chunk) => said.push(chunk));
    child.on("error", (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.on("close", (code) => {
      const words = Buffer.concat(said).toString().trim();
      if (quiet)
        console.info(
          `> ${command.slice(command[0] === process.execPath ? 1 : 0).join(" ")}${words ? `\n${words}` : ""}`,
        );
      told?.(words);
      resolve(code === 0);
    });
  });
}

/** One after the other, until one fails. */
async function inTurn(commands, options) {
  for (const command of commands) if (!(await run(command, options))) return false;
  return true;
}

/**
 * What does not need a test: each of the three keeps about one core busy for a while, so they go side by
 * side.
 */
async function checks() {
  const prepare = [node("scripts/build.mjs", "--if-needed"), node("scripts/find-chromium.mjs", "--install")];
  const all = await Promise.all(
    [[npm("typecheck")], [npm("lint")], prepare].map((commands) => inTurn(commands, { quiet: true })),
  );
  return all.every(Boolean);
}

function lines(...command) {
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
  return stdout.split("\n").filter(Boolean);
}

const words = (path) => path.split(/[^a-z0-9]+/i).filter((word) => word.length > 3);
/** Words of half of all paths: they relate nothing to anything. */
const common = new Set([
  "gateway",
  "contract",
  "server",
  "tests",
  "test",
  "spec",
  "http",
  "browser",
  "screens",
  "support",
  "index",
  "client",
]);

/**
 * Tests that go through the front door import nothing of what they test. They are related to a changed file
 * by a word in their name: `app/screens/search/…` to `search.test.ts`.
 */
function relatedByName(folder, ending, changed) {
  const touched = new Set(changed.flatMap(words).filter((word) => !common.has(word)));
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .filter(
      (name) =>
        changed.includes(`${folder}/${name}`) ||
        words(basename(name, ending)).some((word) => touched.has(word)),
    )
    .map((name) => `${folder}/${name}`);
}

/** The commands that test what is different from `since`. */
function changedTests(since) {
  const changed = [
    ...lines("git", "diff", "--name-only", since),
    ...lines("git", "ls-files", "--others", "--exclude-standard"),
  ];
  const commands = [
    [program("vitest"), "run", "--changed", since, "--project", "!http", "--passWithNoTests"],
  ];
  const http = relatedByName("tests/http", ".test.ts", changed);
  // Whatever of the portal was touched, its screens must still answer.
  const screens = changed.some((path) => /^(app|server|contract)\//.test(path))
    ? ["tests/http/screens.test.ts"]
    : [];
  if (http.length + screens.length > 0)
    commands.push([program("vitest"), "run", "--project", "http", ...new Set([...http, ...screens])]);
  const browser = relatedByName("tests/browser", ".spec.ts", changed);
  if (browser.length > 0) commands.push([program("playwright"), "test", ...browser]);
  return commands;
}

const [what, since = "HEAD"] = process.argv.slice(2);
if (what !== undefined && what !== "changed") {
  console.error("usage: npm test [-- changed [BRANCH]]");
  process.exit(2);
}
/**
 * Everything. The browser's tests beside the others: both wait for a portal much of the time, and one of them
 * alone leaves half of two cores idle. What the browser says is told after its end, in one piece, and how it
 * ended once more at the very end, with what failed at one try or both (decision 190): the others go on talking
 * long after it.
 */
async function allTests() {
  let browser = "";
  const both = await Promise.all([
    run([program("vitest"), "run"]),
    run([program("playwright"), "test"], {
      quiet: true,
      told: (words) => {
        browser = words;
      },
    }),
  ]);
  // The list of the tests comes first, then a numbered account of each that failed, then the sums.
  const account = browser.search(/\n {2}1\) \[/);
  const told = (account < 0 ? browser : browser.slice(account)).split("\n").slice(account < 0 ? -3 : -120);
  console.info(`In the browser:\n${told.join("\n")}`);
  return both.every(Boolean);
}

const tests = what === "changed" ? () => inTurn(changedTests(since)) : allTests;
process.exitCode = (await checks()) && (await tests()) ? 0 : 1;
