/**
 * Starts one of the built programs as npm's scripts do: for scripts/run.mjs, and in the built folder for its own run.mjs.
 */
import "./node-version.mjs";

/** @param {string} program @param {string | URL} folder where the built programs lie */
export async function startProgram(program, folder) {
  // Of `npm start`, a stop reaches npm and npm's shell, which does not pass it on: its end is the sign.
  const shell = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== shell && process.kill(process.pid, "SIGTERM"), 500).unref();
  }
  // Errors in the log name the source's lines.
  process.setSourceMapsEnabled(true);
  // The program finds its own arguments where it would without this script.
  process.argv.splice(1, 2, program);
  await import(new URL(`./${program}.js`, folder).href);
}
