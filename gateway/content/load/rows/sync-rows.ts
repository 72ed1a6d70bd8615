import { and, getTableColumns, inArray, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/open";
import { excluded } from "./changes";
import { inChunks } from "./counters";

type Delistable = PgTable & { delistedAt: PgColumn };
type Column<Table extends PgTable> = keyof Table["_"]["columns"] & string;

interface Sync<Table extends PgTable> {
  /** The column that identifies a row. */
  key: Column<Table>;
  now: Date;
  /**
   * The rows to take down, by their keys, where a plan says which rows differ. Left out, all that `rows` do not name are
   * taken down, and of those that are there only what differs is written.
   */
  delist?: (number | string)[];
  /** Further columns that stay as they were when the row was first written. */
  writtenOnce?: Column<Table>[];
}

/** A table's column by its name here. */
function columnOf(table: PgTable, name: string): PgColumn {
  const column = getTableColumns(table)[name];
  if (!column) throw new Error(`there is no column ${name}`);
  return column;
}

/**
 * Inserts rows, or brings those with the same key up to date: every column that the rows have, but for what is written
 * once (`createdAt`, and what is named).
 * @param changedOnly leaves rows alone that are like that already
 * @returns the keys of the rows that were written
 */
export async function upsertRows<Table extends PgTable>(
  database: Database,
  table: Table,
  rows: Table["$inferInsert"][],
  key: Column<Table>[],
  { writtenOnce = [], changedOnly = false }: { writtenOnce?: string[]; changedOnly?: boolean } = {},
): Promise<unknown[]> {
  const once = new Set<string>([...key, "createdAt", ...writtenOnce]);
  const names = Object.keys(rows[0] ?? {}).filter((name) => !once.has(name)) as Column<Table>[];
  const set = excluded(table, names);
  const present = sql.join(
    names.map((name) => sql`${columnOf(table, name)}`),
    sql`, `,
  );
  const wanted = sql.join(Object.values(set), sql`, `);
  const setWhere: SQL | undefined = changedOnly ? sql`(${present}) is distinct from (${wanted})` : undefined;
  const target = key.map((name) => columnOf(table, name));
  const written = await inChunks(rows, (slice) =>
    database
      .insert(table)
      .values(slice)
      .onConflictDoUpdate({ target, set: set as never, setWhere })
      .returning({ key: columnOf(table, key[0] ?? "") }),
  );
  return written.map((row) => row.key);
}

/**
 * Makes a table say what the pack says: rows are inserted or brought up to date, what has left the pack is taken down.
 * @returns the keys of the rows that were written
 */
export async function syncRows<Table extends Delistable>(
  database: Database,
  table: Table,
  rows: Table["$inferInsert"][],
  { key, now, delist, writtenOnce }: Sync<Table>,
): Promise<unknown[]> {
  const column = columnOf(table, key);
  const named = rows.map((row) => (row as Record<string, number | string>)[key]);
  const gone = delist ? inArray(column, delist) : and(isNull(table.delistedAt), notInArray(column, named));
  if (delist?.length !== 0)
    await database
      .update(table)
      .set({ delistedAt: now } as never)
      .where(gone);
  return upsertRows(database, table, rows, [key], {
    changedOnly: delist === undefined,
    ...(writtenOnce ? { writtenOnce } : {}),
  });
}
