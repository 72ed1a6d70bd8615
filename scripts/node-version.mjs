/**
 * Imported first by every program of this folder and of the built one: ends it with a sentence where Node is older than package.json asks.
 * Old versions must be able to read this file and what imports it, so neither uses anything new.
 */
import { existsSync, readFileSync } from "node:fs";

const beside = new URL("./package.json", import.meta.url);
const named = existsSync(beside) ? beside : new URL("../package.json", import.meta.url);
const { engines } = JSON.parse(readFileSync(named, "utf8"));
const needed = engines.node.replace(">=", "");
const [major, minor] = process.versions.node.split(".").map(Number);
const [neededMajor, neededMinor] = needed.split(".").map(Number);
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `无法启动：需要 Node.js ${needed} 或更新的版本（建议 24），现在的是 ${process.versions.node}。`,
  );
  process.exit(1);
}
