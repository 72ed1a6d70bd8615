import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../database/open";

/** Sums by id, such as the topics that each section gained. */
export class Tally {
  private readonly sums = new Map<number, number>();

  add(id: number, amount = 1): void {
    this.sums.set(id, (this.sums.get(id) ?? 0) + amount);
  }

  entries(): [number, number][] {
    return [...this.sums].filter(([, amount]) => amount !== 0);
  }
}

/** Adds a tally to a counter column, all rows in one statement. */
export async function addToCounter(database: Database, table: PgTable & { id: PgColumn }, column: PgColumn, tally: Tally): Promise<void> {
  const rows = tally.entries().map(([id, amount]): SQL => sql`(${id}::int, ${amount}::int)`);
  if (rows.length === 0) return;
  const name = sql.identifier(column.name);
  await database.execute(
    sql`update ${table} as counted set ${name} = counted.${name} + gained.amount from (values ${sql.join(rows, sql`, `)}) as gained (id, amount) where counted.id = gained.id`,
  );
}

/** Runs `insert` for slices of the rows: PostgreSQL takes at most 65,535 parameters a statement. */
export async function inChunks<Row, Result>(rows: Row[], insert: (slice: Row[]) => Promise<Result[]>): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < rows.length; start += 500) results.push(...(await insert(rows.slice(start, start + 500))));
  return results;
}
