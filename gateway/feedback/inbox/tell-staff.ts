import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { notifications } from "../../database/schema";

type StaffEvent = "adviceAssigned" | "adviceOverdue";

/** The notices read the number behind the event (messages/notices.ts). */
const keyOf = (event: StaffEvent, number: string) => `${event}:${number}`;

/** Tells administrators of a suggestion or complaint; an unread notice of the same is made the latest. */
export async function tellStaff(
  database: Database,
  accountIds: number[],
  { event, number, at }: { event: StaffEvent; number: string; at: Date },
): Promise<void> {
  if (accountIds.length === 0) return;
  const groupKey = keyOf(event, number);
  await database
    .insert(notifications)
    .values(
      accountIds.map((accountId) => ({
        accountId,
        kind: "system" as const,
        event,
        groupKey,
        createdAt: at,
      })),
    )
    .onConflictDoUpdate({
      target: [notifications.accountId, notifications.groupKey],
      targetWhere: sql`${notifications.readAt} is null`,
      set: { createdAt: at },
    });
}

/** Takes an unread notice back: somebody else has it now. */
export async function untellStaff(
  database: Database,
  accountId: number,
  { event, number }: { event: StaffEvent; number: string },
): Promise<void> {
  await database
    .delete(notifications)
    .where(
      and(
        eq(notifications.accountId, accountId),
        eq(notifications.groupKey, keyOf(event, number)),
        isNull(notifications.readAt),
      ),
    );
}
