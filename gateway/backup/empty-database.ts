import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { BackupProblem } from "./archive";
import { quoted, rowsOf, type Table } from "./tables";

/** Throws BackupProblem with the tables that have rows. @param what what only goes into an empty database */
export async function checkEmpty(database: Database, tables: Table[], what: string): Promise<void> {
  const parts = tables.map(
    ({ name }) => sql`select ${name}::text as name where exists (select 1 from ${quoted(name)})`,
  );
  const filled = await rowsOf<{ name: string }>(database, sql.join(parts, sql` union all `));
  if (filled.length === 0) return;
  const names = filled.slice(0, 3).map(({ name }) => name);
  throw new BackupProblem(
    `数据库不是空的（${names.join("、")}${filled.length > 3 ? " 等" : ""}已有数据），${what}：` +
      "请换一个空的 DATA_DIR 或 DATABASE_URL。",
  );
}

/**
 * Removes triggers and foreign keys during the restore, so that rows can be written unchanged and in any order. This
 * also locks the tables for everybody else.
 * @returns a function that restores them and thereby checks every reference
 */
export async function withoutRules(database: Database, tables: Table[]): Promise<() => Promise<void>> {
  for (const { name } of tables)
    await database.execute(sql`alter table ${quoted(name)} disable trigger user`);
  const keys = await rowsOf<{ table: string; name: string; definition: string }>(
    database,
    sql`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
      order by conname`,
  );
  const alter = ({ table }: { table: string }, rest: SQL) =>
    database.execute(sql`alter table ${sql.raw(table)} ${rest}`);
  for (const key of keys) await alter(key, sql`drop constraint ${quoted(key.name)}`);
  return async () => {
    for (const key of keys)
      await alter(key, sql`add constraint ${quoted(key.name)} ${sql.raw(key.definition)}`);
    for (const { name } of tables)
      await database.execute(sql`alter table ${quoted(name)} enable trigger user`);
  };
}
