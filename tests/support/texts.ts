import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { createPdfReader } from "gateway/file-texts/pdf-reader";
import { createTextWorkers } from "gateway/workers/text-workers";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The program of a thread, built from the present sources as scripts/build.mjs builds it. Its name comes from its
 * content, so test files share it.
 */
function bundle(entry: string): string {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [entry],
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
  // Another test file may write it at the same moment. The rename makes the file appear complete.
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}

/**
 * The threads that parse texts, for every gateway of a test file. They start with the first text and do not keep the
 * process alive.
 */
export const texts = createTextWorkers(bundle("gateway/workers/worker.ts"));

/** The program of the thread that reads PDFs, and the reader for every gateway of a test file. */
export const pdfProgram = bundle("gateway/file-texts/pdf-thread.ts");
export const pdfs = createPdfReader(pdfProgram);
