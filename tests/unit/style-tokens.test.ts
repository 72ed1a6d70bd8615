import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

it("every class that a component takes from a sheet stands in it", () => {
  const sheetOf = new Map(
    sources.filter(({ path }) => path.endsWith(".css")).map(({ path, text }) => [path, text]),
  );
  const used = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(([, name = "", from = ""]) => {
      const sheet = from.startsWith("~/") ? from.slice(2) : join(dirname(path), from);
      const own = new RegExp(`(?<![/\\w-])${name}\\.(\\w+)`, "g");
      return [...text.matchAll(own)].map(([, className = ""]) => ({ path, sheet, className }));
    }),
  );
  const missing = used.filter(
    ({ sheet, className }) => !new RegExp(`\\.${className}\\b`).test(sheetOf.get(sheet) ?? ""),
  );
  expect(missing).toEqual([]);
  expect(used.length).toBeGreaterThan(1_000);
});
