import { sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { notifications } from "../database/schema";

/**
 * Notifies an author that somebody has decided on their suggestion or complaint: a system notice with its number. An
 * unread notice is updated to the latest step.
 */
export async function notifyAuthor(
  database: Database,
  accountId: number,
  number: string,
  at: Date,
): Promise<void> {
  await database
    .insert(notifications)
    .values({ accountId, kind: "system", event: "advice", groupKey: number, createdAt: at })
    .onConflictDoUpdate({
      target: [notifications.accountId, notifications.groupKey],
      targetWhere: sql`${notifications.readAt} is null`,
      set: { createdAt: at },
    });
}
