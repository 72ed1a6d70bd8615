import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename } from "node:path";

function lines(...command) {
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
  return stdout.split("\n").filter(Boolean);
}

const words = (path) => path.split(/[^a-z0-9]+/i).filter((word) => word.length > 3);
/** Words in very many paths, which relate no test to a file. */
const common = new Set([
  ...["gateway", "contract", "server", "tests", "test", "spec", "unit", "http", "browser"],
  ...[
    "screens",
    "support",
    "index",
    "client",
    "calls",
    "module",
    "base",
    "docs",
    "decisions",
    "tables",
    "database",
  ],
  // Names of lists that every domain adds a line to.
  ...["people", "pages", "files", "export", "analytics", "navigation", "paths"],
]);

/** Tests that ask the same of every call, table or form, and the changes that they are about. */
const ofEveryThing = [
  [
    /^contract\/.*calls\.ts$|^tests\/support\/calls\//,
    ["access-matrix", "bad-input", "call-limits", "reads", "refusals"].map(
      (name) => `tests/contract/${name}.test.ts`,
    ),
  ],
  [
    /^gateway\/database\/tables\//,
    ["closure", "community-export"].map((name) => `tests/contract/${name}.test.ts`),
  ],
  [/^app\/screens\/.*\.schema\.ts$/, ["tests/http/any-upstream-forms.test.ts"]],
];
const ofAll = (folder, changed) =>
  ofEveryThing.flatMap(([about, files]) =>
    changed.some((path) => about.test(path)) ? files.filter((file) => file.startsWith(`${folder}/`)) : [],
  );

/**
 * Tests use the front door and import either little of the tested code or all of it. So a test is related to a changed
 * file by a word in its name: `app/screens/search/…` to `search.test.ts`. Tests of every call are related to every row.
 */
function relatedByName(folder, ending, changed) {
  const touched = new Set(changed.flatMap(words).filter((word) => !common.has(word)));
  const named = readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .filter(
      (name) =>
        changed.includes(`${folder}/${name}`) ||
        words(basename(name, ending)).some((word) => touched.has(word)),
    )
    .map((name) => `${folder}/${name}`);
  return [...new Set([...named, ...ofAll(folder, changed)])];
}

/**
 * The tests for the differences between `since` (a commit or branch) and the working copy: unit tests by imports, the
 * others by name. Returns jobs of `runTests`; `built` has those that need the built portal.
 */
export function changedTests(since) {
  const changed = [
    ...lines("git", "diff", "--name-only", since),
    ...lines("git", "ls-files", "--others", "--exclude-standard"),
  ];
  const product = changed.filter((path) =>
    /^(app|server|contract|gateway|content)\/|^server\.ts$/.test(path),
  );
  const contract = relatedByName("tests/contract", ".test.ts", changed);
  const http = relatedByName("tests/http", ".test.ts", changed);
  // After any change of the product, all screens must still answer.
  if (product.length > 0) http.push("tests/http/screens.test.ts");
  const browser = relatedByName("tests/browser", ".spec.ts", changed);
  const first = [
    { runner: "vitest", projects: ["unit"], args: ["--changed", since, "--passWithNoTests"] },
    { runner: "vitest", projects: ["contract"], files: contract },
  ];
  const built = [
    { runner: "vitest", projects: ["http"], files: [...new Set(http)] },
    { runner: "playwright", files: browser },
  ];
  const isAsked = ({ files }) => files === undefined || files.length > 0;
  return { first: first.filter(isAsked), built: built.filter(isAsked) };
}
