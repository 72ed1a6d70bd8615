import { spawn } from "node:child_process";

/** The path of a package's program. */
export const program = (name) => `node_modules/.bin/${name}`;
export const node = (...args) => [process.execPath, ...args];
export const npm = (script) => ["npm", "run", "--silent", script];

/**
 * Runs a command. With `quiet` its output is printed at its end, so that parallel commands do not mix their lines;
 * `env` is added to the environment. Resolves whether it exited with 0.
 */
export function run(command, { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), {
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
      env: { ...process.env, ...env },
    });
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on("close", (code) => {
      const text = Buffer.concat(output).toString().trim();
      const line = command.slice(command[0] === process.execPath ? 1 : 0).join(" ");
      if (quiet) console.info(`> ${line}${text ? `\n${text}` : ""}`);
      resolve(code === 0);
    });
  });
}

/** Runs commands one after the other until one fails. Resolves whether all exited with 0. */
export async function inTurn(commands, options) {
  for (const command of commands) if (!(await run(command, options))) return false;
  return true;
}

/** Runs lists of commands side by side, each list in turn. Resolves whether all exited with 0. */
export async function sideBySide(lists, options) {
  const results = await Promise.all(lists.map((commands) => inTurn(commands, options)));
  return results.every(Boolean);
}
