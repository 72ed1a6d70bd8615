import { eq } from "drizzle-orm";
import type { Database } from "./open";
import { documents } from "./schema";

/** A document of the operator; null when no pack has one. */
export async function readDocument(database: Database, key: string): Promise<unknown> {
  const [row] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, key))
    .limit(1);
  return row?.value ?? null;
}
