import { getTableName, sql } from "drizzle-orm";
import { rowsOf } from "../backup/tables";
import type { Database } from "../database/open";
import type { ExportFile } from "./describe";

/** A column whose numbers a sequence gives. */
export interface NumberedColumn {
  table: string;
  column: string;
}

/** The columns of a file whose numbers the database gives. */
export const sequencesOf = (file: ExportFile): NumberedColumn[] =>
  file.fields
    .filter(({ column }) => /serial$/.test(column.getSQLType()) || column.generatedIdentity !== undefined)
    .map(({ column }) => ({ table: getTableName(file.table), column: column.name }));

const nameOf = ({ table, column }: NumberedColumn) =>
  sql`pg_get_serial_sequence(${table}::text, ${column}::text)::regclass`;

/** The last number that a sequence gave; 0 for none. */
export async function lastIdOf(database: Database, of: NumberedColumn): Promise<number> {
  const [row] = await rowsOf<{ last: string | null }>(
    database,
    sql`select pg_sequence_last_value(${nameOf(of)})::text as last`,
  );
  return Number(row?.last ?? 0);
}

/** Makes a sequence go on after this number, or after the highest that its column has. */
export async function goOnAfter(database: Database, of: NumberedColumn, last: number): Promise<void> {
  const { table, column } = of;
  await database.execute(sql`select setval(${nameOf(of)}, highest) from (
    select greatest(${last}::bigint, max(${sql.identifier(column)})) as highest from ${sql.identifier(table)}
  ) numbers where highest > 0`);
}
