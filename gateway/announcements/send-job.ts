import { setTimeout } from "node:timers/promises";
import { mailsPerMinute } from "contract/announcements/constants";
import { addTime } from "contract/base/time";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, announcementRecipients, announcements, notifications } from "../database/schema";
import { transact } from "../database/transact";
import { enqueue, type JobKind } from "../server/jobs";
import { recipientsOf } from "./audience";
import { askForMails, takeBackMails } from "./mail-job";

/** How many people get it in one transaction. */
const peopleAtOnce = 200;
/** The longest pause, in milliseconds, after each of them, and its length as a multiple of the work before it. */
const pauseMost = 200;
const pauseShare = 2;

type Announcement = typeof announcements.$inferSelect;

/** The announcement, locked so that a stop comes before a step or after it; null when it is over. */
async function lockUnfinished(database: Database, id: number): Promise<Announcement | null> {
  const [row] = await database.select().from(announcements).where(eq(announcements.id, id)).for("update");
  return row && (row.state === "waiting" || row.state === "sending") ? row : null;
}

/** The times of the next mails by the timetable, so that those of several announcements take turns. */
const timetable = ({ id, mails, sendAt }: Announcement, people: number[]) =>
  people.map((accountId, place) => ({
    announcementId: id,
    accountId,
    at: addTime(sendAt, Math.floor((mails + place) / mailsPerMinute), "minute"),
  }));

/**
 * One step: the next people get the message, each once, because who has it already is a row of the same transaction.
 * @returns the last of them; null at the end
 */
async function tellNext(database: Database, id: number, after: number, at: Date): Promise<number | null> {
  const announcement = await lockUnfinished(database, id);
  if (!announcement) return null;
  const { kind, byMail, bannerOnly } = announcement;
  const next = bannerOnly
    ? []
    : await database
        .select({ id: accounts.id, email: accounts.email })
        .from(accounts)
        .where(and(recipientsOf(database, announcement, at), gt(accounts.id, after)))
        .orderBy(asc(accounts.id))
        .limit(peopleAtOnce);
  const last = next.at(-1);
  if (!last) {
    await database
      .update(announcements)
      .set({ state: "done", finishedAt: at })
      .where(eq(announcements.id, id));
    return null;
  }
  const told = await database
    .insert(announcementRecipients)
    .values(
      next.map(({ id: accountId, email }) => ({
        announcementId: id,
        accountId,
        mail: byMail && email !== null ? ("waiting" as const) : null,
      })),
    )
    .onConflictDoNothing()
    .returning();
  if (told.length > 0)
    await database.insert(notifications).values(
      told.map(({ accountId }) => ({
        accountId,
        kind: "system" as const,
        event: "announcement",
        announcementId: id,
        words: kind,
        createdAt: at,
      })),
    );
  const mailed = told.flatMap(({ accountId, mail }) => (mail === null ? [] : [accountId]));
  await askForMails(database, timetable(announcement, mailed), at);
  await database
    .update(announcements)
    .set({
      state: "sending",
      sent: announcement.sent + told.length,
      mails: announcement.mails + mailed.length,
    })
    .where(eq(announcements.id, id));
  return last.id;
}

/** Sends an announcement in steps; a process that takes it up goes on after the last step. */
export const announcementJob: JobKind<{ id: number }, { after: number }> = {
  name: "announcement",
  tries: 8,
  lane: "announcements",
  failure: ({ id }) => `公告 ${id} 没有发完`,
  async run({ payload, progress, keep, checkStop }, { database, now }) {
    for (let after: number | null = progress?.after ?? 0; after !== null; ) {
      const began = performance.now();
      const from: number = after;
      after = await transact(database, async (inside) => {
        const last = await tellNext(inside, payload.id, from, now());
        if (last !== null) await keep({ after: last }, inside);
        return last;
      });
      checkStop();
      if (after !== null) await setTimeout(Math.min(pauseMost, pauseShare * (performance.now() - began)));
    }
  },
  async giveUp({ id }, { database, now }) {
    await transact(database, async (inside) => {
      const stopped = await inside
        .update(announcements)
        .set({ state: "stopped", finishedAt: now() })
        .where(and(eq(announcements.id, id), inArray(announcements.state, ["waiting", "sending"])))
        .returning({ id: announcements.id });
      if (stopped.length > 0) await takeBackMails(inside, id);
    });
  },
};

/** Asks for the job of an announcement at its time, in the transaction that stores it. */
export const askToSend = (database: Database, { id, sendAt }: { id: number; sendAt: Date }, now: Date) =>
  enqueue(database, announcementJob, { id }, { now, at: sendAt > now ? sendAt : now, key: String(id) });
