import { sql } from "drizzle-orm";
import type { Database, OpenDatabase } from "../database/open";
import { databaseOnly, type FileStores } from "../files/stores/file-stores";
import {
  type End,
  formatName,
  formatVersion,
  formatWithoutFiles,
  LinesDigest,
  type Manifest,
} from "./archive";
import { holdObjects, type OutsideFile, outsideFiles, writeFiles } from "./outside-files";
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
  let count = 0;
  for (;;) {
    const rows = await rowsOf<{ line: string }>(database, sql.raw(`fetch ${atOnce} from backup_rows`));
    for (const { line } of rows) await write(line);
    count += rows.length;
    if (rows.length < atOnce) break;
  }
  await database.execute(sql.raw("close backup_rows"));
  return count;
}

/**
 * Writes all that the database has, as it is at one moment, while others go on writing: on PostgreSQL beside
 * them; on PGlite, which has one connection, they wait until it is done. The files that lie in stores follow after it, and
 * nobody waits for them: what is deleted meanwhile stays there until they are read.
 */
export async function takeBackup(
  open: Pick<OpenDatabase, "database" | "work" | "engine">,
  now: Date,
  write: WriteLine,
  stores: FileStores = databaseOnly,
): Promise<{ tables: number; rows: number; files: number }> {
  const digest = new LinesDigest();
  const add = async (line: string) => {
    digest.add(line);
    await write(line);
  };
  const letGo = await holdObjects(open, stores);
  try {
    const { rows, sequences, outside } = await writeDatabase(open, now, add);
    const files = await writeFiles(stores, outside, add);
    const end: End = { rows, sequences, sha256: digest.end(), ...(outside.length > 0 ? { files } : {}) };
    await write(JSON.stringify({ end }));
    const counts = Object.values(rows);
    return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0), files };
  } finally {
    await letGo();
  }
}

function writeDatabase({ work, engine }: Pick<OpenDatabase, "work" | "engine">, now: Date, add: WriteLine) {
  return work.transaction(
    async (database) => {
      await settle(database);
      const outside: OutsideFile[] = await outsideFiles(database);
      const manifest: Manifest = {
        format: formatName,
        version: outside.length > 0 ? formatVersion : formatWithoutFiles,
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
      return { rows, sequences, outside };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
