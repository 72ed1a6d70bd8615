import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import * as schema from "./schema";

/** The database as every handler sees it: the same on PGlite and on PostgreSQL, inside a transaction or not. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  database: Database;
  /** Which engine answers, for the start-up line and for tests. */
  engine: "pglite" | "postgres";
  close(): Promise<void>;
}

/** Migrations lie beside this file in the source and beside the bundle in a build. */
function migrationsFolder(): string {
  const beside = fileURLToPath(new URL("./migrations", import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL("../gateway/database/migrations", import.meta.url));
}

/** The lock that processes which start at once wait for each other on (PostgreSQL advisory lock). */
const migrationLock = 7_261_001;

/** Runs something while no other process runs it on the same database. */
async function alone(pool: pg.Pool, run: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await run();
    await client.query("select pg_advisory_unlock($1)", [migrationLock]);
    client.release();
  } catch (error) {
    // The lock goes with its connection.
    client.release(true);
    throw error;
  }
}

/** Opens PostgreSQL at `databaseUrl` and brings its schema up to date. Throws when it cannot be reached. */
export async function openPostgres(databaseUrl: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  // A connection lost while idle is replaced by the pool; without a listener it would end the process.
  // While closing, a connection on its way out may be cut off as well, and nobody needs to know.
  pool.on("error", (error) => {
    if (!pool.ending) console.warn(`数据库连接中断：${error.message}`);
  });
  const database = drizzlePg(pool, { schema });
  try {
    await alone(pool, () => migratePg(database, { migrationsFolder: migrationsFolder() }));
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { database, engine: "postgres", close: () => pool.end() };
}

/** Opens (or creates) the PGlite folder; `undefined` opens one in memory. A `PGlite` made elsewhere is taken as it is. */
export async function openPglite(source: string | PGlite | undefined): Promise<OpenDatabase> {
  if (typeof source === "string") await mkdir(source, { recursive: true });
  const client = source instanceof PGlite ? source : await PGlite.create(source);
  const database = drizzlePglite(client, { schema });
  await migratePglite(database, { migrationsFolder: migrationsFolder() });
  return { database, engine: "pglite", close: () => client.close() };
}
