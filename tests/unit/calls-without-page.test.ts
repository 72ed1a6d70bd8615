import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contract } from "contract";
import { expect, it } from "vitest";

it("the decisions' table has every call that no page makes, and no other", () => {
  const portal = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join("app", file), "utf8"));
  const words = new Set(portal.flatMap((text) => text.match(/\b[a-z]\w+\b/g) ?? []));
  const without = Object.keys(contract).filter((name) => !words.has(name));
  const [, table = ""] =
    /\| call \| no page makes it, because \|\n([\s\S]*?)\n\n/.exec(
      readFileSync("docs/decisions/contract.md", "utf8"),
    ) ?? [];
  const listed = table
    .split("\n")
    .slice(1)
    .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  expect(listed.sort()).toEqual(without.sort());
});
