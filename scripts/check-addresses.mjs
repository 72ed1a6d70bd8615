// Fails where the app writes an address of its own as text: addresses of screens are built by app/navigation/paths.ts
// alone, so that one that changes is changed there, and by the row in the table of screens.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "app"], {
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file));
const inNavigation = (file) => file.startsWith("app/navigation/");

/** The first step of every screen's path: `forum`, `products`. */
const areas = new Set(
  files
    .filter((file) => inNavigation(file) && file.endsWith("screens.ts"))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/\bscreen\(\s*"\/([A-Za-z]+)/g)])
    .map(([, area]) => area),
);
// What an address is compared with, and a key of a table by addresses, is none that is led to.
const compared = "(?<!(?:startsWith\\(|[!=]== |\\*=))";
const address = new RegExp(
  `${compared}(["'\`])(?:/h5)?/(?:${[...areas].join("|")})(?=[/?#"'\`])(?![^"'\`]*\\1:)`,
);
/** Beginnings of addresses that robots are told of. */
const prefixes = "app/endpoints/syndication/robots.ts";
const comment = /^\s*(?:\/\/|\/?\*)/;

let found = 0;
for (const file of files.filter((each) => !inNavigation(each) && each !== prefixes))
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries())
    if (!comment.test(line) && address.test(line)) {
      console.error(
        `${file}:${index + 1}: an address is built by paths (app/navigation/paths.ts): ${line.trim()}`,
      );
      found += 1;
    }
process.exitCode = found > 0 ? 1 : 0;
