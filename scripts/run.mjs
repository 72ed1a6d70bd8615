/**
 * Runs one of the built programs, after building what is missing or older than its sources.
 *
 *   node scripts/run.mjs main | gateway | content-load | content-check | content-export | audit-verify | admin |
 *     doctor | conformance | import-discuz | migrate | backup | restore | export | import | files [arguments]
 */
import "./node-version.mjs";
import { ensureBuilt } from "./build.mjs";
import { startProgram } from "./start-program.mjs";

const program = process.argv[2];
try {
  await ensureBuilt(program === "main" ? "all" : "programs");
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await startProgram(program, new URL("../build/", import.meta.url));
