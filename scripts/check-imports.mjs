// Fails when an import breaks a rule of .dependency-cruiser.cjs, or when two folders of the product need each other:
// only one of two folders may import from the other. Imports of types are allowed in both directions. Both checks use
// one run of dependency-cruiser, which takes most of the time.
import { spawnSync } from "node:child_process";
import { posix } from "node:path";

const cruised = ["app", "contract", "gateway", "server", "scripts", "tests", "bench", "trial", "server.ts"];
const { stdout, stderr, error } = spawnSync(
  process.execPath,
  [
    "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
    ...["--config", ".dependency-cruiser.cjs", "--output-type", "json"],
    ...cruised,
  ],
  { encoding: "utf8", maxBuffer: 1 << 30 },
);
if (error || !stdout.startsWith("{")) throw error ?? new Error(stderr || stdout);
const { modules, summary } = JSON.parse(stdout);
for (const { rule, from, to, cycle } of summary.violations)
  console.error(`${rule.name}: ${[from, ...(cycle ? cycle.map(({ name }) => name) : [to])].join(" → ")}`);

const rooms = /^(?:app|contract|gateway|server)(?:\/|$)/;
/** For each folder, the folders outside of it that its files, or those of its sub-folders, import from. */
const needs = new Map();
for (const { source, dependencies } of modules) {
  if (!rooms.test(source)) continue;
  const targets = dependencies
    .filter(({ dependencyTypes, resolved }) => rooms.test(resolved) && !dependencyTypes.includes("type-only"))
    .map(({ resolved }) => posix.dirname(resolved));
  for (let folder = posix.dirname(source); folder !== "."; folder = posix.dirname(folder)) {
    const outside = targets.filter((target) => target !== folder && !target.startsWith(`${folder}/`));
    needs.set(folder, new Set([...(needs.get(folder) ?? []), ...outside]));
  }
}

/** The shortest import cycle through a folder, or undefined. */
function ringOf(start) {
  const ways = [...(needs.get(start) ?? [])].map((next) => [start, next]);
  const seen = new Set();
  for (let way = ways.shift(); way; way = ways.shift()) {
    const last = way.at(-1);
    if (last === start) return way;
    if (seen.has(last)) continue;
    seen.add(last);
    for (const next of needs.get(last) ?? []) ways.push([...way, next]);
  }
  return undefined;
}

const rings = new Map();
for (const folder of needs.keys()) {
  const ring = ringOf(folder);
  if (ring) rings.set([...new Set(ring)].sort().join(), ring);
}
for (const ring of rings.values()) console.error(`no-folder-cycles: ${ring.join(" → ")}`);
process.exitCode = summary.error > 0 || rings.size > 0 ? 1 : 0;
