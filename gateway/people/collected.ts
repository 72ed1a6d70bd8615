import { eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { type collections, courses, lessons, products, resources, videos } from "../database/schema";

const tables = { product: products, resource: resources, video: videos, course: courses, lesson: lessons };

/** Updates the counter of a collected item. */
export async function moveCollected(
  database: Database,
  { kind, targetId }: Pick<typeof collections.$inferSelect, "kind" | "targetId">,
  by: 1 | -1,
): Promise<void> {
  const table = tables[kind];
  await database
    .update(table)
    .set({ collected: sql`${table.collected} + ${by}` })
    .where(eq(table.id, targetId));
}
