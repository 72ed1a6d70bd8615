import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { inject } from "vitest";
import { type OpenDatabase, openPglite, openPostgres } from "gateway/database/open";

/**
 * A migrated, empty database of the test's own, cloned from the run's template: in memory on PGlite, a database of
 * its own on PostgreSQL (in the project that runs there). `close` removes it.
 */
export async function cloneDatabase(): Promise<OpenDatabase> {
  const template = inject("databaseTemplate");
  if (process.env.TEST_ENGINE === "postgres") return clonePostgres(template);
  return openPglite(await PGlite.create({ loadDataDir: new Blob([await readFile(template)]) }));
}

async function clonePostgres(template: string): Promise<OpenDatabase> {
  const administrator = new pg.Pool({ connectionString: process.env.TEST_DATABASE_URL, max: 1 });
  const name = `portal_test_${randomBytes(6).toString("hex")}`;
  await administrator.query(`create database ${name} template ${template}`);
  const url = new URL(process.env.TEST_DATABASE_URL ?? "");
  url.pathname = `/${name}`;
  const open = await openPostgres(url.href);
  return {
    ...open,
    async close() {
      await open.close();
      await administrator.query(`drop database ${name} with (force)`);
      await administrator.end();
    },
  };
}
