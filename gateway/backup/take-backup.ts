import { sql } from "drizzle-orm";
import type { Database, OpenDatabase } from "../database/open";
import { type End, formatName, formatVersion, LinesDigest, type Manifest } from "./archive";
import { lineOf, quoted, readSchema, readTables, rowsOf, settle, type Table } from "./tables";

/** The number of rows in memory at once; one for tables whose rows may be files. */
const rowsAtOnce = 200;

/** Writes a line, and resolves when the next one may follow. */
export type WriteLine = (line: string) => Promise<void>;

async function writeRows(database: Database, table: Table, write: WriteLine): Promise<number> {
  const atOnce = table.columns.some(({ type }) => type === "bytea") ? 1 : rowsAtOnce;
  await database.execute(
    sql`declare backup_rows no scroll cursor for select ${lineOf(table)} as line from ${quoted(table.name)}`,
  );
  let written = 0;
  for (;;) {
    const rows = await rowsOf<{ line: string }>(database, sql.raw(`fetch ${atOnce} from backup_rows`));
    for (const { line } of rows) await write(line);
    written += rows.length;
    if (rows.length < atOnce) break;
  }
  await database.execute(sql.raw("close backup_rows"));
  return written;
}

/**
 * Writes all that the database has, as it is at one moment, while others go on writing: on PostgreSQL beside
 * them; on PGlite, which has one connection, they wait until it is done.
 */
export async function takeBackup(
  { work, engine }: Pick<OpenDatabase, "work" | "engine">,
  now: Date,
  write: WriteLine,
): Promise<{ tables: number; rows: number }> {
  const digest = new LinesDigest();
  const add = async (line: string) => {
    digest.add(line);
    await write(line);
  };
  return work.transaction(
    async (database) => {
      await settle(database);
      const manifest: Manifest = {
        format: formatName,
        version: formatVersion,
        schema: await readSchema(database),
        engine,
        takenAt: now.toISOString(),
      };
      await add(JSON.stringify(manifest));
      const rows: End["rows"] = {};
      for (const table of await readTables(database)) {
        await add(JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) }));
        rows[table.name] = await writeRows(database, table, add);
      }
      // Sequences are outside of the snapshot. They are read after all rows, so none is behind its table.
      const used = await rowsOf<{ name: string; value: string }>(
        database,
        sql`select sequencename as name, last_value::text as value from pg_sequences
          where schemaname = 'public' and last_value is not null order by sequencename collate "C"`,
      );
      const sequences = Object.fromEntries(used.map(({ name, value }) => [name, value]));
      const end: End = { rows, sequences, sha256: digest.end() };
      await write(JSON.stringify({ end }));
      const counts = Object.values(rows);
      return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0) };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
