import { mailsPerMinute } from "contract/announcements/constants";
import { addTime } from "contract/base/time";
import { asc, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { bannersAhead } from "../announcements/banner";
import { askForBanner } from "../announcements/banner-job";
import { askForMails } from "../announcements/mail-job";
import { askToSend } from "../announcements/send-job";
import { type Scheduled, schedule } from "../content/editing/publish";
import type { Database } from "../database/open";
import { announcementRecipients, announcements, contentPieces, moderationBatches } from "../database/schema";
import { askFor } from "../moderation/batches/store-batch";
import { enqueue } from "../server/jobs";

/** How many mails one statement asks for. */
const mailsAtOnce = 1_000;

/** Asks for the mails of announcements that were still to go out. */
async function takeUpMails(database: Database, now: Date): Promise<void> {
  const waiting = await database
    .select({
      announcementId: announcementRecipients.announcementId,
      accountId: announcementRecipients.accountId,
    })
    .from(announcementRecipients)
    .where(eq(announcementRecipients.mail, "waiting"))
    .orderBy(asc(announcementRecipients.announcementId), asc(announcementRecipients.accountId));
  const timed = waiting.map((mail, place) => ({
    ...mail,
    at: addTime(now, Math.floor(place / mailsPerMinute), "minute"),
  }));
  for (let first = 0; first < timed.length; first += mailsAtOnce)
    await askForMails(database, timed.slice(first, first + mailsAtOnce), now);
}

/**
 * Makes the jobs that no recurring one makes again: of publications and withdrawals that are scheduled, of announcements
 * and their mails, and of moderators' batches that were under way. What became due on the way is done at the portal's start.
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
  const withBanners = await database.select().from(announcements).where(bannersAhead(now));
  for (const announcement of withBanners) await askForBanner(database, announcement, now);
  await takeUpMails(database, now);
  const batches = await database
    .select({ id: moderationBatches.id })
    .from(moderationBatches)
    .where(isNull(moderationBatches.finishedAt));
  for (const { id } of batches) await askFor(database, id, now);
}
