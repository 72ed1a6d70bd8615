import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(css|tsx?)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join("app", path), "utf8") }));

it("every custom property that a sheet uses without a fallback is set somewhere", () => {
  const set = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/(--[a-z0-9-]+)(?:["'\]]*\s*:|["'],)/g)].map(([, name]) => name),
    ),
  );
  const used = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[a-z0-9-]+)\)/g)].map(([, name]) => ({ path, name })),
  );
  expect(used.filter(({ name }) => !set.has(name))).toEqual([]);
  expect(used.length).toBeGreaterThan(500);
});
