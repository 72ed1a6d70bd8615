import { sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/open";
import { type Plan, planOf } from "../rows/changes";
import type { HeldKeys } from "../rows/held";

type Fingerprinted = PgTable & { id: PgColumn; fingerprint: PgColumn; delistedAt: PgColumn };

/** Compares the rows of a table with the items of the pack, by id. @param held keys that stay out of the plan */
export async function planById<Item extends { key: number; fingerprint: string }>(
  database: Database,
  table: Fingerprinted,
  items: Item[],
  held: HeldKeys = new Set(),
): Promise<Plan<number, Item>> {
  const isFree = ({ key }: { key: number }) => !held.has(String(key));
  const rows = await database
    .select({
      key: sql<number>`${table.id}`,
      fingerprint: sql<string>`${table.fingerprint}`,
      delistedAt: sql<Date | null>`${table.delistedAt}`,
    })
    .from(table);
  return planOf(rows.filter(isFree), items.filter(isFree));
}
