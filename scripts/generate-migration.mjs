// `npm run db:generate -- --name notes`: writes what follows from the files of gateway/database/tables/. First
// schema.ts, which exports them all; then the migration, by drizzle-kit; then the hashes by which a test sees that a
// committed migration does not change. Run it again after an edit of a migration that is not committed yet.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const migrations = "gateway/database/migrations";
const hashes = "tests/fixtures/migrations.sha256";

/** columns.ts has no table: it is what their columns have alike. */
function schemaSource() {
  const files = readdirSync("gateway/database/tables").filter((name) => name !== "columns.ts");
  const names = files.map((name) => name.replace(/\.ts$/, ""));
  const lines = names.sort().map((name) => `export * from "./tables/${name}";\n`);
  return `/** All tables, in the PostgreSQL dialect that PGlite and PostgreSQL share: \`npm run db:generate\` writes this list. */\n\n${lines.join("")}`;
}

const isCommitted = (file) =>
  spawnSync("git", ["cat-file", "-e", `HEAD:${file}`], { stdio: "ignore" }).status === 0;

/** A committed migration keeps its line. */
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

writeFileSync("gateway/database/schema.ts", schemaSource());
execFileSync("drizzle-kit", ["generate", ...process.argv.slice(2)], { stdio: "inherit" });
writeFileSync(hashes, hashList());
