import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";

/** A stored column. Generated columns are not part of a backup. */
interface Column {
  name: string;
  /** Its SQL type, such as `integer[]`. */
  type: string;
}

export interface Table {
  name: string;
  columns: Column[];
}

/** The rows of a statement, on both engines. */
export async function rowsOf<Row>(database: Database, statement: SQL): Promise<Row[]> {
  const { rows } = (await database.execute(statement)) as unknown as { rows: Row[] };
  return rows;
}

export const quoted = (name: string) => sql.identifier(name);

/** Sets the formats of values, so that settings of the server or role do not matter, and removes the time limits. */
export async function settle(database: Database): Promise<void> {
  for (const setting of [
    "datestyle = 'ISO, YMD'",
    "intervalstyle = 'postgres'",
    "timezone = 'UTC'",
    "extra_float_digits = 1",
    "statement_timeout = 0",
    "lock_timeout = 0",
    "idle_in_transaction_session_timeout = 0",
  ])
    await database.execute(sql.raw(`set local ${setting}`));
}

/** All tables of the gateway, by name, with their columns in order. */
export async function readTables(database: Database): Promise<Table[]> {
  const columns = await rowsOf<{ table: string; name: string; type: string }>(
    database,
    sql`select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname collate "C", a.attnum`,
  );
  const tables = new Map<string, Table>();
  for (const { table, ...column } of columns) {
    const known = tables.get(table) ?? { name: table, columns: [] };
    known.columns.push(column);
    tables.set(table, known);
  }
  return [...tables.values()];
}

/** The hashes of the migrations that made the schema. */
export async function readSchema(database: Database): Promise<string[]> {
  const rows = await rowsOf<{ hash: string }>(
    database,
    sql`select hash from drizzle.__drizzle_migrations order by id`,
  );
  return rows.map(({ hash }) => hash);
}

/** A row as one line of JSON. */
export function lineOf({ columns }: Table): SQL {
  const values = columns.map(({ name, type }) =>
    type === "bytea"
      ? sql`translate(encode(${quoted(name)}, 'base64'), E'\n', '')`
      : sql`${quoted(name)}::text`,
  );
  return sql`json_build_array(${sql.join(values, sql`, `)})::text`;
}

/** The value of a column from a row `r`, which was a line. */
export const storedValue = ({ type }: Column, at: number): SQL =>
  type === "bytea" ? sql.raw(`decode(r ->> ${at}, 'base64')`) : sql.raw(`(r ->> ${at})::${type}`);
