import { type SQL, sql } from "drizzle-orm";
import type { MigrationDatabase } from "../database/migrate";
import type { Database } from "../database/open";
import { BackupProblem } from "./archive";
import { quoted, rowsOf, type Table } from "./tables";

/** Throws BackupProblem with the tables that have rows. @param what what only goes into an empty database */
export async function checkEmpty(database: Database, tables: Table[], what: string): Promise<void> {
  if (tables.length === 0) return;
  const parts = tables.map(
    ({ name }) => sql`select ${name}::text as name where exists (select 1 from ${quoted(name)})`,
  );
  const filled = await rowsOf<{ name: string }>(database, sql.join(parts, sql` union all `));
  refuseFilled(filled, what);
}

function refuseFilled(filled: { name: string }[], what: string): void {
  if (filled.length === 0) return;
  const names = filled.slice(0, 3).map(({ name }) => name);
  throw new BackupProblem(
    `数据库不是空的（${names.join("、")}${filled.length > 3 ? " 等" : ""}已有数据），${what}：` +
      "请换一个空的 DATA_DIR 或 DATABASE_URL。",
  );
}

/** The same for a database that was not migrated: it may have no tables yet, or those of an earlier release. */
export async function checkEmptyBefore({ ask }: Pick<MigrationDatabase, "ask">, what: string): Promise<void> {
  const { rows } = await ask(
    `select format('select %L as name where exists (select 1 from %I)', relname, relname) as statement
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by relname collate "C"`,
  );
  if (rows.length === 0) return;
  const statement = rows.map((row) => String(row.statement)).join(" union all ");
  refuseFilled((await ask(statement)).rows as unknown as { name: string }[], what);
}

/**
 * Removes triggers and foreign keys of an empty database, so that rows can be written unchanged and in any order. This
 * also locks the tables for everybody else, so a portal that has rows is refused before. Throws BackupProblem.
 * @param what what only goes into an empty database
 * @returns a function that restores them and thereby checks every reference
 */
export async function withoutRules(
  database: Database,
  tables: Table[],
  what: string,
): Promise<() => Promise<void>> {
  await checkEmpty(database, tables, what);
  for (const { name } of tables)
    await database.execute(sql`alter table ${quoted(name)} disable trigger user`);
  // Somebody may have written before the locks.
  await checkEmpty(database, tables, what);
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
