// Fails when an import goes through one of the walls (.dependency-cruiser.cjs), or when two folders of the product need
// each other: of two rooms one may use the other. Types may go both ways; what counts is what is left of an import when
// types are stripped. Both are read from one cruise, which takes most of the time.
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
/** Each folder, with the folders outside it that its files or its sub-folders' files need. */
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

/** The shortest way from a folder back to itself, or undefined. */
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
