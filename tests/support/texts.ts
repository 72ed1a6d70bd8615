import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { createTextWorkers } from "gateway/workers/text-workers";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The threads' program as scripts/build.mjs makes it, from the sources as they are; named by its content, so
 * that test files share it.
 */
function bundle(): string {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: ["gateway/workers/worker.ts"],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  const text = outputFiles[0]?.text ?? "";
  const folder = join(root, "node_modules/.cache/text-worker");
  const path = join(folder, `${createHash("sha256").update(text).digest("hex")}.mjs`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  // Another test file may be at it at the same moment: a file is there whole or not at all.
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}

/**
 * The threads that read texts, for every gateway of a test file: they start with the first text and keep no
 * process alive.
 */
export const texts = createTextWorkers(bundle());
