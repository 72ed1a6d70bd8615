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
   * The keys of the rows to delist, from a plan. Without it, all rows that `rows` do not name are delisted, and only
   * rows with differences are written.
   */
  delist?: (number | string)[];
  /** Further columns that only the first write of a row sets. */
  writtenOnce?: Column<Table>[];
}

/** A table's column by its name in the schema. */
function columnOf(table: PgTable, name: string): PgColumn {
  const column = getTableColumns(table)[name];
  if (!column) throw new Error(`there is no column ${name}`);
  return column;
}

/**
 * Inserts rows, or updates those with the same key: all columns of the rows but those that are written once
 * (`createdAt` and `writtenOnce`).
 * @param changedOnly skips rows without a difference
 * @returns the keys of the written rows
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
  const newValues = sql.join(Object.values(set), sql`, `);
  const setWhere: SQL | undefined = changedOnly
    ? sql`(${present}) is distinct from (${newValues})`
    : undefined;
  const target = key.map((name) => columnOf(table, name));
  const storedRows = await inChunks(rows, (slice) =>
    database
      .insert(table)
      .values(slice)
      .onConflictDoUpdate({ target, set: set as never, setWhere })
      .returning({ key: columnOf(table, key[0] ?? "") }),
  );
  return storedRows.map((row) => row.key);
}

/**
 * Makes a table equal to the pack: inserts or updates rows and delists those that left the pack.
 * @returns the keys of the written rows
 */
export async function syncRows<Table extends Delistable>(
  database: Database,
  table: Table,
  rows: Table["$inferInsert"][],
  { key, now, delist, writtenOnce }: Sync<Table>,
): Promise<unknown[]> {
  const column = columnOf(table, key);
  const keys = rows.map((row) => (row as Record<string, number | string>)[key]);
  const obsolete = delist ? inArray(column, delist) : and(isNull(table.delistedAt), notInArray(column, keys));
  if (delist?.length !== 0)
    await database
      .update(table)
      .set({ delistedAt: now } as never)
      .where(obsolete);
  return upsertRows(database, table, rows, [key], {
    changedOnly: delist === undefined,
    ...(writtenOnce ? { writtenOnce } : {}),
  });
}
