import { mkdir } from "node:fs/promises";
import { PGlite, types } from "@electric-sql/pglite";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { type MigrationDatabase, refuseOutdated, runMigrations } from "./migrate";
import { migrationsFolder, readMigrations } from "./migration-files";
import { connectPostgres, type PostgresSettings } from "./postgres";
import { preparing } from "./prepared-pglite";
import type { Replica } from "./replica";
import * as schema from "./schema";

/**
 * The database for all handlers: the same type for PGlite and PostgreSQL, inside a transaction or not.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  database: Database;
  /**
   * The same database for background work, where statements may take minutes. On PGlite it is `database` itself.
   */
  work: Database;
  /** The database engine, for the start-up line and for tests. */
  engine: "pglite" | "postgres";
  /** The numbers of open and idle connections and of waiting queries; null on PGlite. */
  connections(): { open: number; idle: number; waiting: number } | null;
  /** The replica that answers visitors instead of the primary; null without one. */
  replica: Replica | null;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL at `databaseUrl` and upgrades its schema. Throws when the server is not reachable, and SchemaProblem
 * when the schema cannot be used.
 */
export async function openPostgres(
  databaseUrl: string,
  settings: PostgresSettings = {},
): Promise<OpenDatabase> {
  const migrations = readMigrations(migrationsFolder());
  return { ...(await connectPostgres(databaseUrl, migrations, settings)), engine: "postgres" };
}

/** PGlite's own page cache. It can be small, because the operating system caches the files too. */
const sharedBuffers = "32MB";

/** Replaces PGlite's conversion of bytes, which goes digit by digit and is four times slower (docs/performance.md). */
function passBytesQuickly(client: PGlite): void {
  client.parsers[types.BYTEA] = (text: string) => Buffer.from(text.slice(2), "hex");
  client.serializers[types.BYTEA] = (bytes: Uint8Array) =>
    `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`;
}

/** The connections for migrations on PGlite, which has one connection and no other users. */
export const migrationsOnPglite = (client: PGlite): MigrationDatabase => ({
  ask: (statement, values) => client.query(statement, values),
  transaction: (work) =>
    client.transaction((transaction) => work((statement, values) => transaction.query(statement, values))),
  isShared: false,
  outside: "inside",
});

/**
 * Creates or opens the PGlite folder without migrations; `undefined` creates a database in memory.
 * @param settings PostgreSQL's own, besides ours
 */
export async function createPglite(folder: string | undefined, settings: string[] = []): Promise<PGlite> {
  if (folder) await mkdir(folder, { recursive: true });
  const all = [`shared_buffers=${sharedBuffers}`, ...settings];
  const startParams = [...PGlite.defaultStartParams, ...all.flatMap((setting) => ["-c", setting])];
  return PGlite.create(folder, { startParams });
}

/**
 * Opens (or creates) the PGlite folder and upgrades its schema. It accepts an open `PGlite` too. Throws SchemaProblem
 * when the schema cannot be used.
 */
export async function openPglite(
  source: string | PGlite | undefined,
  { migrate = true } = {},
): Promise<OpenDatabase> {
  const client = source instanceof PGlite ? source : await createPglite(source);
  try {
    passBytesQuickly(client);
    const [on, migrations] = [migrationsOnPglite(client), readMigrations(migrationsFolder())];
    if (migrate) await runMigrations(on, migrations);
    else await refuseOutdated(on.ask, migrations);
  } catch (error) {
    await client.close();
    throw error;
  }
  const database = drizzle(client, { schema });
  preparing(client);
  return {
    database,
    work: database,
    engine: "pglite",
    connections: () => null,
    replica: null,
    close: () => client.close(),
  };
}
