/**
 * Starts one of the built programs for npm scripts. scripts/run.mjs and the run.mjs of the built folder use it.
 */
import "./node-version.mjs";

/** @param {string} program @param {string | URL} folder the folder of the built programs */
export async function startProgram(program, folder) {
  if (process.env.ENV_FILE) {
    const { readEnvironmentFile } = await import("./environment-file.mjs");
    readEnvironmentFile(process.env);
  }
  // Stopping `npm start` ends npm's shell, which does not forward the signal. So the program stops when the shell ends.
  const shell = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== shell && process.kill(process.pid, "SIGTERM"), 500).unref();
  }
  // With source maps, errors in the log have lines of the sources.
  process.setSourceMapsEnabled(true);
  // This gives the program its arguments at the usual positions.
  process.argv.splice(1, 2, program);
  await import(new URL(`./${program}.js`, folder).href);
}
