import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { environmentVariables } from "../../server/environment";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const names = Object.keys(environmentVariables.shape).sort();

/** Variables that the runtime or a build tool sets, not an operator. */
const notSettings = new Set(["NODE_ENV"]);

describe("configuration", () => {
  it("is described in docs/configuration.md, each variable in one row", () => {
    const described = [...read("docs/configuration.md").matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(
      ([, name]) => name,
    );
    expect(described.sort()).toEqual(names);
  });

  it("is listed in .env.example, each variable in one line", () => {
    const listed = [...read(".env.example").matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(names);
  });

  it("is read through the schema: no other code reads a variable by its name", () => {
    const files = execFileSync("git", ["ls-files", "app", "contract", "gateway", "server", "server.ts"], {
      encoding: "utf8",
      cwd: new URL("../..", import.meta.url),
    })
      .split("\n")
      .filter((file) => /\.tsx?$/.test(file));
    const readElsewhere = files.flatMap((file) =>
      [...read(file).matchAll(/process\.env(?:\.|\[")([A-Z_]+)/g)]
        .map(([, name]) => name ?? "")
        .filter((name) => !notSettings.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(readElsewhere).toEqual([]);
  });
});
