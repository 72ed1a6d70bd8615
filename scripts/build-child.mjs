import { spawn } from "node:child_process";

/**
 * Runs a program of Node to its end, also after `options.signal` has told it to end.
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @param {string} failed the message of the error when it fails by itself
 */
export function runChild(args, options, failed) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: "inherit", ...options });
    let problem;
    child.on("error", (error) => {
      problem = error;
      if (child.pid === undefined) reject(error);
    });
    child.on("exit", (code) => (code === 0 && !problem ? resolve() : reject(problem ?? new Error(failed))));
  });
}
