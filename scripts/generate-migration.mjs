// `npm run db:generate -- --name notes`: generates files from gateway/database/tables/. It writes schema.ts, which
// exports them all; then the migration, by drizzle-kit, with the line that says which release runs on it, and one
// snapshot of the schema; then the hashes with which a test checks that committed migrations do not change. Run it
// again after editing an uncommitted migration.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const migrations = "gateway/database/migrations";
const hashes = "tests/fixtures/migrations.sha256";

/** The source of schema.ts. It leaves out columns.ts, which has shared columns and no tables. */
function schemaSource() {
  const files = readdirSync("gateway/database/tables").filter((name) => name !== "columns.ts");
  const names = files.map((name) => name.replace(/\.ts$/, ""));
  const lines = names.sort().map((name) => `export * from "./tables/${name}";\n`);
  return `/** All tables, in the PostgreSQL dialect that PGlite and PostgreSQL share: \`npm run db:generate\` writes this list. */\n\n${lines.join("")}`;
}

const isCommitted = (file) =>
  spawnSync("git", ["cat-file", "-e", `HEAD:${file}`], { stdio: "ignore" }).status === 0;

const needsLine = /^-- needs: (\S+)$/m;

/**
 * A new migration begins with the line of the one before (docs/upgrading.md). That is wrong for the first one after a
 * release, which nothing here can know: so it is said.
 */
function writeNeeds() {
  const names = readdirSync(migrations).filter((name) => name.endsWith(".sql"));
  for (const [at, name] of names.sort().entries()) {
    const file = join(migrations, name);
    const text = readFileSync(file, "utf8");
    const before = at > 0 ? needsLine.exec(readFileSync(join(migrations, names[at - 1]), "utf8")) : null;
    if (!before || needsLine.test(text) || isCommitted(file)) continue;
    writeFileSync(file, `${before[0]}\n${text}`);
    console.log(
      `${name} begins with "${before[0]}", as the migration before does. If a release was made since, name its last migration instead, and run this again.`,
    );
  }
}

/** The list of hashes. Lines of committed migrations do not change. */
function hashList() {
  const listed = readFileSync(hashes, "utf8").trim().split("\n");
  const names = readdirSync(migrations).filter((name) => name.endsWith(".sql"));
  const lines = names.sort().map((name) => {
    const file = join(migrations, name);
    const line = listed.find((each) => each.endsWith(`  ${name}`));
    if (line && isCommitted(file)) return line;
    return `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${name}`;
  });
  return `${lines.join("\n")}\n`;
}

/** Removes all snapshots but the newest: drizzle-kit compares the tables with that one, and each has the whole schema. */
function pruneSnapshots() {
  const folder = join(migrations, "meta");
  const names = readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"));
  for (const name of names.sort().slice(0, -1)) rmSync(join(folder, name));
}

writeFileSync("gateway/database/schema.ts", schemaSource());
execFileSync("drizzle-kit", ["generate", ...process.argv.slice(2)], { stdio: "inherit" });
pruneSnapshots();
writeNeeds();
writeFileSync(hashes, hashList());
