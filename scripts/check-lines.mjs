// Fails when a source file is too long, when a folder of the product has too many files, or when app/README.md lacks a
// folder of the app. Generated code and content are exempt.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/** The maximal number of lines: longer for tests, and shorter for screens, which people read as a whole. */
const maximumOf = (file) =>
  /^(tests|bench|trial)\//.test(file) ? 500 : /^app\/screens\/.*\.tsx?$/.test(file) ? 250 : 480;
const source = /\.(ts|tsx|mjs|cjs|js|css|sh)$/;
const exempt = /^(content\/demo|public|gateway\/database\/migrations)\//;

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
}).split("\0");
const long = files
  .filter((file) => source.test(file) && !exempt.test(file))
  .flatMap((file) => {
    try {
      return [{ file, lines: readFileSync(file, "utf8").split("\n").length - 1 }];
    } catch {
      return []; // Deleted in the working copy and not yet in the index.
    }
  })
  .filter(({ file, lines }) => lines > maximumOf(file));
for (const { file, lines } of long) console.error(`${file}: ${lines} lines, more than ${maximumOf(file)}`);

const folderMaximum = 20;
/** The number of files in each folder of the product, without its sub-folders. */
const counts = new Map();
for (const file of files)
  if (/^(?:app|contract|gateway|server)\//.test(file) && !exempt.test(file) && existsSync(file))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
const full = [...counts].filter(([, count]) => count > folderMaximum);
for (const [folder, count] of full) console.error(`${folder}: ${count} files, more than ${folderMaximum}`);

const rooms = new Set(
  [...counts.keys()].filter((folder) => folder.startsWith("app/")).map((folder) => folder.split("/")[1]),
);
const described = readFileSync("app/README.md", "utf8");
const unknown = [...rooms].filter((room) => !described.includes(`| \`${room}/\` |`));
for (const room of unknown) console.error(`app/${room}: app/README.md does not say what it owns`);

process.exitCode = long.length + full.length + unknown.length > 0 ? 1 : 0;
