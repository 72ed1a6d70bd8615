import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stylesheet } from "gateway/pages/style";
import { expect, it } from "vitest";

it("the gateway's pages have the tokens of app/styles (node scripts/build-gateway-tokens.mjs)", () => {
  const folder = mkdtempSync(join(tmpdir(), "tokens-"));
  const file = join(folder, "tokens.ts");
  execFileSync(process.execPath, ["scripts/build-gateway-tokens.mjs", file]);
  const current = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  expect(readFileSync("gateway/pages/tokens.gen.ts", "utf8")).toBe(current);
});

it("every token that they use exists", () => {
  const used = new Set([...stylesheet.matchAll(/var\((--[a-z0-9-]+)\)/g)].map(([, name]) => name));
  const made = new Set([...stylesheet.matchAll(/(--[a-z0-9-]+):/g)].map(([, name]) => name));
  expect([...used].filter((name) => !made.has(name))).toEqual([]);
  expect(used.size).toBeGreaterThan(10);
});
