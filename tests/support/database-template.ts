import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type OpenDatabase, openPglite, openPostgres } from "../../gateway/database/open";
import { startPgbouncer } from "../../scripts/pgbouncer.mjs";
import { empty } from "./empty-database";

declare module "vitest" {
  interface ProvidedContext {
    /** PGlite: the file of the migrated data folder. PostgreSQL: the name of the migrated database. */
    databaseTemplate: string;
    /** PGlite: the file in which the first worker that loads the demo pack leaves it for the others. */
    demoFile: string;
    /** The address of the PgBouncer in front of PostgreSQL, in the project that uses one. */
    databasePooler: string | undefined;
  }
}

const migrations = resolve("gateway/database/migrations");
const cache = resolve("node_modules/.cache/portal-tests");

async function migrationsKey(): Promise<string> {
  const hash = createHash("sha256").update(await readFile("node_modules/@electric-sql/pglite/package.json"));
  for (const name of (await readdir(migrations)).sort()) {
    if (name.endsWith(".sql")) hash.update(name).update(await readFile(join(migrations, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * One migrated PGlite, as a file. Tests load it in a fraction of the time that a migration takes. The file stays until
 * the migrations change.
 */
async function pgliteTemplate(): Promise<string> {
  const file = join(cache, `${await migrationsKey()}.tar`);
  if (existsSync(file)) return file;
  await mkdir(cache, { recursive: true });
  const client = await PGlite.create();
  const { close } = await openPglite(client);
  const dump = await client.dumpDataDir("none");
  await close();
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
  await rename(unfinished, file);
  return file;
}

/** Emptied databases from earlier files of this worker. The next file uses one, which costs a tenth of a clone. */
const emptied: PGlite[] = [];
let templateFile: Promise<string> | undefined;

/** A copy of the migrated template. */
export async function clonePglite(): Promise<PGlite> {
  templateFile ??= pgliteTemplate();
  return PGlite.create({ loadDataDir: new Blob([await readFile(await templateFile)]) });
}

/**
 * A migrated, empty PGlite in memory that nobody else uses while it is open. It is a clone of the template, or a
 * database that an earlier file has closed.
 */
export async function openTemplate(): Promise<OpenDatabase> {
  const client = emptied.pop() ?? (await clonePglite());
  const open = await openPglite(client);
  return {
    ...open,
    async close() {
      await empty(client, (statement) => client.query(statement));
      emptied.push(client);
    },
  };
}

/**
 * Turns autovacuum off. It frees dead rows at any time and new rows take their places, so an unordered query would
 * return rows in a random order.
 */
const leaveTheDead = sql`do $$ declare name text; begin
  for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('alter table public.%I set (autovacuum_enabled = false)', name);
  end loop;
end $$`;

async function administer(run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}

/** Removes the template and its clones. The workers are stopped without closing their databases. */
async function removeAll(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, $1)",
    [template],
  );
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
}

/** Makes the template of the project's engine once in each run, and gives its address to the workers. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide("databasePooler", undefined);
  if (project.config.env.TEST_ENGINE !== "postgres") {
    project.provide("databaseTemplate", await pgliteTemplate());
    const folder = await mkdtemp(join(tmpdir(), "demo-database-"));
    project.provide("demoFile", join(folder, "demo.tar"));
    return () => rm(folder, { recursive: true, force: true });
  }
  const name = `portal_template_${process.pid}_${Date.now().toString(36)}`;
  await administer((client) => client.query(`create database ${name}`));
  const url = new URL(process.env.TEST_DATABASE_URL ?? "");
  url.pathname = `/${name}`;
  const { database, close } = await openPostgres(url.href);
  await database.execute(leaveTheDead);
  await close();
  project.provide("databaseTemplate", name);
  const pooler =
    project.config.env.TEST_POOLED === "1"
      ? await startPgbouncer(process.env.TEST_DATABASE_URL ?? "", {
          query: "set statement_timeout = '60s'",
        })
      : undefined;
  project.provide("databasePooler", pooler?.url);
  return async () => {
    await pooler?.stop();
    await administer((client) => removeAll(client, name));
  };
}
