import { readFileSync } from "node:fs";

const began = Date.now();
const minutes = () => ((Date.now() - began) / 60_000).toFixed(1);
const parts = [];

/** Notes from when to when a part of the run took. Returns the function that runs the part, with its result. */
export const part =
  (name, run) =>
  async (...args) => {
    const from = minutes();
    const result = await run(...args);
    parts.push(`${name} ${from} to ${minutes()}`);
    return result;
  };

/** Processor seconds of the processes that this one started and that have ended; undefined where the system does not say. */
function childSeconds() {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ");
    return Math.round((Number(fields[13]) + Number(fields[14])) / 100);
  } catch {
    return undefined;
  }
}

/** What the run took: its parts from minute to minute, then minutes and processor seconds of the whole. */
export function whatItTook() {
  const seconds = childSeconds();
  return [
    ...(parts.length > 0 ? [`Parts, in minutes: ${parts.join(", ")}`] : []),
    `${minutes()} minutes${seconds === undefined ? "" : `, ${seconds} CPU seconds`}`,
  ].join("\n");
}
