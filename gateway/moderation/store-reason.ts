import type { Database } from "../database/open";
import { moderationReasons } from "../database/schema";

/** Stores the administrator's reason, which the rows of the log share. */
export async function storeReason(database: Database, text: string) {
  const [row] = await database.insert(moderationReasons).values({ text }).returning();
  return row ?? null;
}
