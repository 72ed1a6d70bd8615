import { sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { notifications } from "../database/schema";

/**
 * Tells somebody that their suggestion or complaint was looked at: a system notice that leads to it by its
 * number. One that is still unread speaks of the latest step.
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
