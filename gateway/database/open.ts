import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PGlite, types } from "@electric-sql/pglite";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { refuseForeign } from "./migrate";
import { connectPostgres } from "./postgres";
import { preparing } from "./prepared-pglite";
import * as schema from "./schema";

/**
 * The database as every handler sees it: the same on PGlite and on PostgreSQL, inside a transaction or not.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  database: Database;
  /**
   * The same database for what nobody waits for: statements there may take minutes. On PGlite it is
   * `database` itself.
   */
  work: Database;
  /** Which engine answers, for the start-up line and for tests. */
  engine: "pglite" | "postgres";
  /** The connections that are open and idle, and the queries that wait for one; null where there are none to count. */
  connections(): { open: number; idle: number; waiting: number } | null;
  close(): Promise<void>;
}

/** Migrations lie beside this file in the source and beside the bundle in a build. */
function migrationsFolder(): string {
  const beside = fileURLToPath(new URL("./migrations", import.meta.url));
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL("../gateway/database/migrations", import.meta.url));
}

/** Opens PostgreSQL at `databaseUrl` and brings its schema up to date. Throws when it cannot be reached. */
export async function openPostgres(databaseUrl: string): Promise<OpenDatabase> {
  return { ...(await connectPostgres(databaseUrl, migrationsFolder())), engine: "postgres" };
}

/** Pages that PGlite keeps in its own memory; its files are this process's, and the system keeps them besides. */
const sharedBuffers = "32MB";

/** PGlite's own way of reading and writing bytes goes digit by digit, and takes four times as long (docs/performance.md). */
function passBytesQuickly(client: PGlite): void {
  client.parsers[types.BYTEA] = (text: string) => Buffer.from(text.slice(2), "hex");
  client.serializers[types.BYTEA] = (bytes: Uint8Array) =>
    `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`;
}

/**
 * Opens (or creates) the PGlite folder; `undefined` opens one in memory. A `PGlite` made elsewhere is taken
 * as it is.
 */
export async function openPglite(source: string | PGlite | undefined): Promise<OpenDatabase> {
  if (typeof source === "string") await mkdir(source, { recursive: true });
  const startParams = [...PGlite.defaultStartParams, "-c", `shared_buffers=${sharedBuffers}`];
  const client = source instanceof PGlite ? source : await PGlite.create(source, { startParams });
  passBytesQuickly(client);
  const database = drizzle(client, { schema });
  await refuseForeign(database, migrationsFolder());
  await migrate(database, { migrationsFolder: migrationsFolder() });
  preparing(client);
  return { database, work: database, engine: "pglite", connections: () => null, close: () => client.close() };
}
