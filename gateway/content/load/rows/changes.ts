import { createHash } from "node:crypto";
import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/open";

/** The numbers of items of a kind that a load adds, changes and delists. */
export interface Changes {
  added: number;
  changed: number;
  delisted: number;
}

/** The changes of a load by kind. */
export type ChangesByKind = Record<string, Changes>;

/** A hash that identifies the state of an item: equal for equal texts and files. */
export const fingerprintOfValue = (value: unknown) =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);

interface Stored<Key> {
  key: Key;
  fingerprint: string;
  delistedAt: Date | null;
}

/** The plan of a load for one kind: the items to write, the keys to delist, and the numbers. */
export interface Plan<Key, Item> {
  write: Item[];
  delist: Key[];
  changes: Changes;
}

/** Compares the stored rows with the items of the pack. */
export function planOf<Key, Item extends { key: Key; fingerprint: string }>(
  stored: Stored<Key>[],
  items: Item[],
): Plan<Key, Item> {
  const rows = new Map(stored.map((row) => [row.key, row]));
  const keys = new Set(items.map(({ key }) => key));
  const write = items.filter(({ key, fingerprint }) => {
    const row = rows.get(key);
    return !row || row.fingerprint !== fingerprint || row.delistedAt !== null;
  });
  const added = write.filter(({ key }) => !rows.has(key)).length;
  const delist = stored.filter(({ key, delistedAt }) => !keys.has(key) && !delistedAt).map(({ key }) => key);
  return { write, delist, changes: { added, changed: write.length - added, delisted: delist.length } };
}

export const anyChange = ({ added, changed, delisted }: Changes) => added + changed + delisted > 0;

/** The `set` of an upsert: the new row's values replace the stored ones in these columns. */
export function excluded<Table extends PgTable>(
  table: Table,
  names: (keyof Table["_"]["columns"] & string)[],
): Record<string, SQL> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    names.map((name) => [name, sql`excluded.${sql.identifier(columns[name]?.name ?? name)}`]),
  );
}

/** A hash of every row of a small table, by its key column. Hashes before and after a load show the changes. */
export async function rowMarks(
  database: Database,
  table: PgTable,
  key: string,
): Promise<Map<string, string>> {
  const name = sql.identifier(getTableName(table));
  const { rows } = (await database.execute(
    sql`select ${sql.identifier(key)}::text as key, md5(marked::text) as mark from ${name} as marked`,
  )) as unknown as { rows: { key: string; mark: string }[] };
  return new Map(rows.map((row) => [row.key, row.mark]));
}

/** The changes between two sets of row hashes. */
export function changesBetween(before: Map<string, string>, after: Map<string, string>): Changes {
  const changes = { added: 0, changed: 0, delisted: 0 };
  for (const [key, mark] of after) {
    if (!before.has(key)) changes.added += 1;
    else if (before.get(key) !== mark) changes.changed += 1;
  }
  for (const key of before.keys()) if (!after.has(key)) changes.delisted += 1;
  return changes;
}
