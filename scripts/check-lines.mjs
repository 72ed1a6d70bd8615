// Fails when a source file is longer than the house allows: short files with one job. Generated code and content are exempt.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const maximum = 400;
const source = /\.(ts|tsx|mjs|cjs|js|css|sh)$/;
const exempt = /^(content|public|gateway\/database\/migrations)\//;

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" }).split("\0");
const long = files
  .filter((file) => source.test(file) && !exempt.test(file))
  .flatMap((file) => {
    try {
      return [{ file, lines: readFileSync(file, "utf8").split("\n").length - 1 }];
    } catch {
      return []; // Deleted in the working copy and not yet in the index.
    }
  })
  .filter(({ lines }) => lines > maximum);
for (const { file, lines } of long) console.error(`${file}: ${lines} lines, more than ${maximum}`);
process.exitCode = long.length > 0 ? 1 : 0;
