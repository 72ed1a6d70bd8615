import { sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { documents } from "../../../database/schema";

/** Writes a document. An unchanged document keeps its time. */
export async function writeDocument(
  database: Database,
  key: string,
  value: unknown,
  now: Date,
): Promise<void> {
  await database
    .insert(documents)
    .values({ key, value, updatedAt: now })
    .onConflictDoUpdate({
      target: documents.key,
      set: { value: sql`excluded.value`, updatedAt: sql`excluded.updated_at` },
      setWhere: sql`${documents.value} is distinct from excluded.value`,
    });
}
