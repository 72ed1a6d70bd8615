import { inArray } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { productStateChanges, products } from "../../../database/schema";
import { inChunks } from "../rows/counters";

type Row = Pick<typeof products.$inferInsert, "id" | "state">;

/**
 * Records which of these products get another lifecycle state, before they are written and in the same transaction.
 * The job that tells people of news finds the changes there. New products have no state before.
 */
export async function recordStateChanges(database: Database, rows: Row[], now: Date): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) {
    const some = rows.slice(at, at + 500);
    const stored = await database
      .select({ id: products.id, state: products.state })
      .from(products)
      .where(
        inArray(
          products.id,
          some.map(({ id }) => id),
        ),
      );
    const before = new Map(stored.map(({ id, state }) => [id, state]));
    const changes = some.flatMap(({ id, state }) => {
      const was = before.get(id);
      return was === undefined || was === state
        ? []
        : { productId: id, before: was, after: state, createdAt: now };
    });
    await inChunks(changes, (slice) => database.insert(productStateChanges).values(slice).returning());
  }
}
