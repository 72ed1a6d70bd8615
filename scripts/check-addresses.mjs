// Fails when the app has an address of a screen as text. Only app/navigation/paths.ts builds such addresses, so that a
// change is made there and in the table of screens.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "app"], {
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file));
const inNavigation = (file) => file.startsWith("app/navigation/");

/** The first segment of every screen's path: `forum`, `products`. */
const areas = new Set(
  files
    .filter((file) => inNavigation(file) && file.endsWith("screens.ts"))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/\bscreen\(\s*"\/([A-Za-z]+)/g)])
    .map(([, area]) => area),
);
// A comparison with an address, and a key of a table, are not links.
const compared = "(?<!(?:startsWith\\(|[!=]== |\\*=))";
const address = new RegExp(
  `${compared}(["'\`])(?:/h5)?/(?:${[...areas].join("|")})(?=[/?#"'\`])(?![^"'\`]*\\1:)`,
);
/** This file has beginnings of addresses for robots. */
const prefixes = "app/endpoints/syndication/robots.ts";
const comment = /^\s*(?:\/\/|\/?\*)/;

let found = 0;
for (const file of files.filter((each) => !inNavigation(each) && each !== prefixes))
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries())
    if (!comment.test(line) && address.test(line)) {
      console.error(
        `${file}:${index + 1}: an address is built by paths (app/navigation/paths.ts, staff-paths.ts): ${line.trim()}`,
      );
      found += 1;
    }
process.exitCode = found > 0 ? 1 : 0;
