/**
 * Every program of this folder and of the built folder imports this first. It ends the program with a message when Node
 * is older than package.json requires. Old versions must be able to parse this file and its importers, so they use no
 * new syntax.
 */
import { existsSync, readFileSync } from "node:fs";

const beside = new URL("./package.json", import.meta.url);
const packageFile = existsSync(beside) ? beside : new URL("../package.json", import.meta.url);
const { engines } = JSON.parse(readFileSync(packageFile, "utf8"));
const needed = engines.node.replace(">=", "");
const [major, minor] = process.versions.node.split(".").map(Number);
const [neededMajor, neededMinor] = needed.split(".").map(Number);
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `无法启动：需要 Node.js ${needed} 或更新的版本（建议 24），现在的是 ${process.versions.node}。`,
  );
  process.exit(1);
}
