/** How the import reads a board's tables: from MySQL or MariaDB, or in tests from arrays. */

export type OldValue = string | number | null;
export type OldRow = Readonly<Record<string, OldValue>>;

export interface OldTables {
  /** Whether the board has this table, without its prefix. */
  has(table: string): Promise<boolean>;
  /** Rows whose key is above a number, in the order of the key; all columns, or the named ones. */
  after(
    table: string,
    key: string,
    above: number,
    limit: number,
    columns?: readonly string[],
  ): Promise<OldRow[]>;
  /** Rows with one of these values in a column; all columns, or the named ones. */
  where(
    table: string,
    column: string,
    values: readonly OldValue[],
    columns?: readonly string[],
  ): Promise<OldRow[]>;
  count(table: string): Promise<number>;
  /** The present time of the board's database, in seconds since 1970. */
  now(): Promise<number>;
}

export const numberOf = (value: OldValue | undefined): number => {
  const number = Number(value ?? 0);
  return Number.isFinite(number) ? number : 0;
};
export const textOf = (value: OldValue | undefined): string =>
  value === null || value === undefined ? "" : String(value);

/** A time of the board, in seconds since 1970. */
export const timeOf = (value: OldValue | undefined): Date => new Date(Math.max(0, numberOf(value)) * 1_000);

/** The rows by a number in one of their columns. */
export function rowsBy(rows: readonly OldRow[], column: string): Map<number, OldRow[]> {
  const result = new Map<number, OldRow[]>();
  for (const row of rows) {
    const key = numberOf(row[column]);
    const list = result.get(key);
    if (list) list.push(row);
    else result.set(key, [row]);
  }
  return result;
}

/** All rows of a table, a few hundred at a time. */
export async function* batchesOf(
  tables: OldTables,
  table: string,
  key: string,
  size = 500,
): AsyncGenerator<OldRow[]> {
  if (!(await tables.has(table))) return;
  for (let above = -1; ; ) {
    const rows = await tables.after(table, key, above, size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    above = numberOf(rows.at(-1)?.[key]);
  }
}

/** The numbered tables of a kind that the board has: `forum_post`, `forum_post_1`, … */
export async function splitTables(tables: OldTables, names: readonly string[]): Promise<string[]> {
  const present = await Promise.all(names.map((name) => tables.has(name)));
  return names.filter((_, at) => present[at]);
}
