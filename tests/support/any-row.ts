import { getTableColumns, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "gateway/database/open";

/** The start of numbers that no other row of a test has. */
let serial = 1_000_000;

/** A value for a column that must not be null. */
function filler(column: PgColumn): unknown {
  if (column.enumValues?.length) return column.enumValues[0];
  const type = column.getSQLType();
  if (type === "integer" || type === "bigint") return serial;
  if (type === "jsonb") return {};
  if (type === "bytea") return Buffer.alloc(0);
  if (type.endsWith("[]")) return [];
  if (type === "date") return "2026-01-01";
  return type.startsWith("timestamp") ? new Date() : `x${serial}`;
}

/** Inserts a row with this value in one column and valid values in all other required columns. */
export async function insertRow(database: Database, column: PgColumn, value: unknown): Promise<void> {
  serial += 1;
  const table = column.table as PgTable;
  const needed = Object.entries(getTableColumns(table)).filter(
    ([, each]) => each === column || (each.notNull && !each.hasDefault && !each.generated),
  );
  const values = Object.fromEntries(
    needed.map(([key, each]) => [key, each === column ? value : filler(each as PgColumn)]),
  );
  await database.transaction(async (inside) => {
    // Turns foreign keys off: the rows that this row refers to need not exist.
    await inside.execute(sql`set local session_replication_role = replica`);
    await inside.insert(table).values(values as never);
  });
}
