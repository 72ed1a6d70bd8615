/**
 * Runs one of the built programs, after building what is missing or older than its sources.
 *
 *   node scripts/run.mjs main | gateway | content-load | content-check | audit-verify | backup | restore [arguments]
 */
import "./node-version.mjs";
import { ensureBuilt } from "./build.mjs";

const program = process.argv[2];
try {
  await ensureBuilt(program === "main" ? "all" : "programs");
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// Of `npm start`, a stop reaches npm and npm's shell, which does not pass it on: its end is the sign.
const shell = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== shell && process.kill(process.pid, "SIGTERM"), 500).unref();
}
// Errors in the log name the source's lines.
process.setSourceMapsEnabled(true);
// The program finds its own arguments where it would without this script.
process.argv.splice(1, 2, program);
await import(new URL(`../build/${program}.js`, import.meta.url).href);
