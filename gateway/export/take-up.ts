import { inArray, isNotNull, isNull, or } from "drizzle-orm";
import { askToSend } from "../announcements/send-job";
import { type Scheduled, schedule } from "../content/editing/publish";
import type { Database } from "../database/open";
import { announcements, contentPieces, moderationBatches } from "../database/schema";
import { askFor } from "../moderation/batches/store-batch";
import { enqueue } from "../server/jobs";

/**
 * Makes the jobs that no recurring one makes again: of publications and withdrawals that are scheduled, of announcements,
 * and of moderators' batches that were under way. What became due on the way is done at the portal's start.
 */
export async function takeUp(database: Database, now: Date): Promise<void> {
  const pieces = await database
    .select()
    .from(contentPieces)
    .where(or(isNotNull(contentPieces.publishAt), isNotNull(contentPieces.withdrawAt)));
  for (const { kind, key, publishAt, withdrawAt, scheduledById } of pieces)
    for (const [act, at] of [
      ["publish", publishAt],
      ["withdraw", withdrawAt],
    ] as const) {
      if (at === null) continue;
      const job: Scheduled = { kind, key, act, at: at.toISOString(), by: scheduledById ?? 0 };
      await enqueue(database, schedule, job, { now, at });
    }
  const unfinished = await database
    .select()
    .from(announcements)
    .where(inArray(announcements.state, ["waiting", "sending"]));
  for (const announcement of unfinished) await askToSend(database, announcement, now);
  const batches = await database
    .select({ id: moderationBatches.id })
    .from(moderationBatches)
    .where(isNull(moderationBatches.finishedAt));
  for (const { id } of batches) await askFor(database, id, now);
}
