import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { migrationOf, readMigrations } from "gateway/database/migration-files";
import { expect, it } from "vitest";

const migrations = resolve("gateway/database/migrations");
const kit = resolve("node_modules/drizzle-kit/bin.cjs");

/**
 * The migrations that drizzle-kit would add to a copy of the folder, with their SQL; a question of drizzle-kit counts
 * as a change.
 */
function missing(schema: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  try {
    cpSync(migrations, folder, { recursive: true });
    const before = readdirSync(folder);
    // The relative folder, because drizzle-kit puts "./" before its path.
    const out = relative(".", folder);
    const run = spawnSync(
      process.execPath,
      [kit, "generate", "--dialect", "postgresql", "--schema", schema, "--out", out],
      {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 150_000,
      },
    );
    const added = readdirSync(folder).filter((name) => name.endsWith(".sql") && !before.includes(name));
    if (added.length > 0) return added.map((name) => readFileSync(join(folder, name), "utf8"));
    // drizzle-kit exits with 0 even after a failure.
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
});

it("one snapshot is kept, the newest (npm run db:generate removes the others)", () => {
  const snapshots = readdirSync(join(migrations, "meta")).filter((name) => name.endsWith("_snapshot.json"));
  const last = readdirSync(migrations)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .at(-1);
  expect(snapshots).toEqual([`${last?.slice(0, 4)}_snapshot.json`]);
});

it("a table without a migration is reported", () => {
  expect(missing("./tests/fixtures/one-table-more.ts").join("\n")).toContain('CREATE TABLE "one_table_more"');
});

it("a committed migration never changes, because databases have run it", () => {
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

/** The migrations of the first release: no release was before it, and its tables were empty. */
const firstRelease = ["0000_schema", "0001_administrators"];

it("each migration after the first release names the last migration of the release that still runs on its schema", () => {
  const tags = readMigrations(migrations).map(({ tag }) => tag);
  const wrong = readMigrations(migrations)
    .filter(({ tag, needs }, at) =>
      needs === null ? !firstRelease.includes(tag) : !tags.slice(0, at).includes(needs),
    )
    .map(({ tag }) => tag);
  expect(wrong, "it begins with `-- needs: TAG` (docs/upgrading.md)").toEqual([]);
});

it("statements outside of a transaction can be repeated: they create indexes, and drop each before", () => {
  for (const { tag, statements } of readMigrations(migrations).filter(({ isOutside }) => isOutside)) {
    const made = statements.map((text) =>
      text
        .replaceAll(/^--.*$/gm, "")
        .trim()
        .toLowerCase(),
    );
    for (const [at, text] of made.entries()) {
      const name = /^create (?:unique )?index concurrently (\S+) /.exec(text)?.[1];
      const isDrop = /^drop index concurrently if exists \S+;?$/.test(text);
      expect([
        tag,
        text,
        isDrop || made[at - 1]?.replace(";", "") === `drop index concurrently if exists ${name}`,
      ]).toEqual([tag, text, true]);
    }
  }
});

/** The findings of squawk in a migration that apply here (docs/decisions/stack.md): line, rule, and what it advises. */
function advice(text: string): [string, string][] {
  const { isOutside } = migrationOf("lint", 0, text);
  // The runner gives every statement its limits, and repeats statements that are complete or dropped before.
  const notOurs = [
    ...["require-lock-timeout", "require-statement-timeout", "prefer-robust-stmts", "prefer-bigint-over-int"],
    ...(isOutside ? ["ban-concurrent-index-creation-in-transaction"] : []),
  ];
  const run = spawnSync(
    "node_modules/.bin/squawk",
    [
      "--reporter=json",
      "--pg-version=15",
      ...(isOutside ? [] : ["--assume-in-transaction"]),
      `--exclude=${notOurs.join(",")}`,
      "--stdin-filepath=lint.sql",
    ],
    { input: text, encoding: "utf8", timeout: 150_000 },
  );
  const problems = JSON.parse(run.stdout || "null") as
    | { rule_name: string; line: number; message: string; help: string | null }[]
    | null;
  return problems
    ? problems.map(({ rule_name, line, message, help }) => [`${line} ${rule_name}`, help ?? message])
    : [["squawk failed", String(run.error ?? run.stderr)]];
}

const found = (text: string): string[] => advice(text).map(([finding]) => finding);

it("no migration after the first release locks a table for long or breaks the release before", () => {
  for (const { tag } of readMigrations(migrations).filter(({ tag }) => !firstRelease.includes(tag)))
    expect([tag, ...advice(readFileSync(join(migrations, `${tag}.sql`), "utf8"))]).toEqual([tag]);
});

it("a migration that does is reported; one with its author's reason is not", () => {
  const wrong = [
    "-- needs: 0000_schema",
    'CREATE INDEX "topics_notes" ON "topics" ("notes");--> statement-breakpoint',
    'ALTER TABLE "topics" DROP COLUMN "notes";--> statement-breakpoint',
    'ALTER TABLE "topics" ADD COLUMN "mark" integer DEFAULT 0 NOT NULL;',
  ];
  expect(found(wrong.join("\n"))).toEqual(["1 require-concurrent-index-creation", "2 ban-drop-column"]);
  const right = [
    "-- needs: 0000_schema",
    "-- outside of a transaction",
    "drop index concurrently if exists topics_notes;",
    "--> statement-breakpoint",
    "create index concurrently topics_notes on topics (notes);",
  ];
  expect(found(right.join("\n"))).toEqual([]);
  expect(found('-- squawk-ignore ban-drop-column\nALTER TABLE "topics" DROP COLUMN "notes";')).toEqual([]);
});
