import { createHash } from "node:crypto";
import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/open";

/** How many things of a kind a load adds, changes and takes down. */
export interface Changes {
  added: number;
  changed: number;
  delisted: number;
}

/** The kinds of things that a load tells of, by the names that people know them by. */
export type ChangesByKind = Record<string, Changes>;

/** What identifies a state of a thing: the same for the same words of the pack and the same files. */
export const fingerprintOfValue = (value: unknown) =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);

interface Kept<Key> {
  key: Key;
  fingerprint: string;
  delistedAt: Date | null;
}

/** What a load does with the things of a kind: those to write, those to take down, and how many of each. */
export interface Plan<Key, Item> {
  write: Item[];
  delist: Key[];
  changes: Changes;
}

/** Compares what the database has with what the pack says. */
export function planOf<Key, Item extends { key: Key; fingerprint: string }>(
  kept: Kept<Key>[],
  wanted: Item[],
): Plan<Key, Item> {
  const rows = new Map(kept.map((row) => [row.key, row]));
  const named = new Set(wanted.map(({ key }) => key));
  const write = wanted.filter(({ key, fingerprint }) => {
    const row = rows.get(key);
    return !row || row.fingerprint !== fingerprint || row.delistedAt !== null;
  });
  const added = write.filter(({ key }) => !rows.has(key)).length;
  const delist = kept.filter(({ key, delistedAt }) => !named.has(key) && !delistedAt).map(({ key }) => key);
  return { write, delist, changes: { added, changed: write.length - added, delisted: delist.length } };
}

export const anyChange = ({ added, changed, delisted }: Changes) => added + changed + delisted > 0;

/** In an upsert: what was to be inserted takes the place of what is there, in these columns. */
export function excluded<Table extends PgTable>(
  table: Table,
  names: (keyof Table["_"]["columns"] & string)[],
): Record<string, SQL> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    names.map((name) => [name, sql`excluded.${sql.identifier(columns[name]?.name ?? name)}`]),
  );
}

/** A mark of every row of a small table, by a column that identifies it: what tells what a load changed in it. */
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

/** What is different between two looks at a table. */
export function changesBetween(before: Map<string, string>, after: Map<string, string>): Changes {
  const changes = { added: 0, changed: 0, delisted: 0 };
  for (const [key, mark] of after) {
    if (!before.has(key)) changes.added += 1;
    else if (before.get(key) !== mark) changes.changed += 1;
  }
  for (const key of before.keys()) if (!after.has(key)) changes.delisted += 1;
  return changes;
}
