import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const migrations = resolve("gateway/database/migrations");
const kit = resolve("node_modules/drizzle-kit/bin.cjs");

/**
 * The migrations that drizzle-kit would add to a copy of the folder, with their SQL; its questions count as
 * changes.
 */
function missing(schema: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  try {
    cpSync(migrations, folder, { recursive: true });
    const before = readdirSync(folder);
    // The folder as seen from here: drizzle-kit puts "./" before whatever it is given.
    const out = relative(".", folder);
    const run = spawnSync(
      process.execPath,
      [kit, "generate", "--dialect", "postgresql", "--schema", schema, "--out", out],
      {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 60_000,
      },
    );
    const added = readdirSync(folder).filter((name) => name.endsWith(".sql") && !before.includes(name));
    if (added.length > 0) return added.map((name) => readFileSync(join(folder, name), "utf8"));
    // It exits with 0 even where it failed.
    return run.stdout.includes("No schema changes")
      ? []
      : [`drizzle-kit generate failed: ${run.stdout}${run.stderr}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it("schema.ts exports every file of tables/ (npm run db:generate writes it)", () => {
  const source = readFileSync("gateway/database/schema.ts", "utf8");
  const exported = [...source.matchAll(/"\.\/tables\/(.+)"/g)].map(([, name]) => `${name}.ts`);
  const files = readdirSync("gateway/database/tables").filter((name) => name !== "columns.ts");
  expect(exported).toEqual(files.sort());
});

it("the migrations make the tables that the code declares (npm run db:generate writes what is missing)", () => {
  expect(missing("./gateway/database/schema.ts")).toEqual([]);
}, 90_000);

it("a table that no migration knows is noticed", () => {
  expect(missing("./tests/fixtures/one-table-more.ts").join("\n")).toContain('CREATE TABLE "one_table_more"');
}, 90_000);

it("a migration that was committed never changes, since databases have run it", () => {
  const lines = readdirSync(migrations)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(migrations, name)))
          .digest("hex")}  ${name}`,
    );
  expect(
    lines,
    "npm run db:generate writes the line of a new migration; a committed migration stays as it is",
  ).toEqual(readFileSync("tests/fixtures/migrations.sha256", "utf8").trim().split("\n"));
});
