/** Announcements of administrators, and their banners. */
import type { CallRequest, CallResponse } from "contract";
import type { Announcement, announcementCalls } from "contract/announcements/calls";
import { announcementDaysMax } from "contract/announcements/constants";
import { addTime, parseTime } from "contract/base/time";
import type { LogAction } from "contract/moderation/actions";
import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import {
  accounts,
  announcementRecipients,
  announcements,
  closedBanners,
  notifications,
} from "../database/schema";
import { transact } from "../database/transact";
import { mailOrigin } from "../messages/mail-origin";
import { readOperator } from "../moderation/operator";
import { writeLog } from "../moderation/write-log";
import { peopleByIds } from "../people/cards";
import { forget, keep } from "../server/answers";
import { accountOf, type CallContext, type HandlersOf } from "../server/context";
import { found, Refusal, refusedAt } from "../server/refusal";
import { audienceWords, reachOf, targetOf } from "./audience";
import { bannerEnd, bannersAnswer, closeBanner, isBannerAhead, nextSlot, visitorsBanner } from "./banner";
import { askForBanner, tellPages } from "./banner-job";
import { takeBackMails } from "./mail-job";
import { askToSend } from "./send-job";

type Row = typeof announcements.$inferSelect;

/** Tests are in no list. */
const isListed = ne(announcements.audience, "self");

async function views(database: Database, rows: Row[]): Promise<Announcement[]> {
  const people = await peopleByIds(
    database,
    rows.map(({ byId }) => byId),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    text: row.text,
    link: row.link,
    audience: audienceWords(row.audience, row.targetName),
    byMail: row.byMail,
    bannerOnly: row.bannerOnly,
    bannerUntil: row.bannerUntil?.toISOString() ?? null,
    sendAt: row.sendAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? "",
    state: row.state,
    by: (row.byId !== null && people.get(row.byId)) || null,
    sent: row.sent,
  }));
}

async function list(
  { database }: CallContext,
  { page: wanted, size }: CallRequest<"announcementList">,
): Promise<CallResponse<"announcementList">> {
  const total = await database.$count(announcements, isListed);
  const { offset, page, pages } = pageOf(total, wanted, size);
  const rows = await database
    .select()
    .from(announcements)
    .where(isListed)
    .orderBy(desc(announcements.id))
    .limit(size)
    .offset(offset);
  return { items: await views(database, rows), total, page, pages };
}

const countsAnswer = "announcement counts";
/** Up to so many messages are counted on each view; of more, the numbers stay for a while. */
const countedMax = 1_000;
const countsSeconds = 60;

/** How many have read it, and what became of the mails. */
async function countOutcomes(database: Database, id: number) {
  const ofMail = (mail: string) =>
    sql<number>`count(*) filter (where ${announcementRecipients.mail} = ${mail})::int`;
  const [[reading], [mails], closed] = await Promise.all([
    database
      .select({ read: sql<number>`count(*)::int` })
      .from(announcementRecipients)
      .innerJoin(
        notifications,
        and(
          eq(notifications.accountId, announcementRecipients.accountId),
          eq(notifications.event, "announcement"),
          eq(notifications.announcementId, id),
          isNotNull(notifications.readAt),
        ),
      )
      .where(eq(announcementRecipients.announcementId, id)),
    database
      .select({ waiting: ofMail("waiting"), sent: ofMail("sent"), failed: ofMail("failed") })
      .from(announcementRecipients)
      .where(eq(announcementRecipients.announcementId, id)),
    database.$count(closedBanners, eq(closedBanners.announcementId, id)),
  ]);
  return { read: reading?.read ?? 0, closed, mails: mails ?? { waiting: 0, sent: 0, failed: 0 } };
}

/** What became of an announcement. Throws ANNOUNCEMENT_NOT_FOUND. */
async function report(context: CallContext, id: number): Promise<CallResponse<"announcementReport">> {
  const { database } = context;
  const [row] = await database
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), isListed));
  const announcement = found(row, "ANNOUNCEMENT_NOT_FOUND");
  const count = () => countOutcomes(database, id);
  const [counts, [view]] = await Promise.all([
    announcement.sent > countedMax
      ? keep(context, [countsAnswer, id], { seconds: countsSeconds }, count)
      : count(),
    views(database, [announcement]),
  ]);
  return {
    announcement: found(view, "ANNOUNCEMENT_NOT_FOUND"),
    bannerAhead: isBannerAhead(announcement, context.now()),
    ...counts,
  };
}

async function reach(
  { database, now }: CallContext,
  { kind, audience, target }: CallRequest<"announcementReach">,
): Promise<CallResponse<"announcementReach">> {
  const { targetId, targetName } = await targetOf(database, audience, target);
  const counts = await reachOf(database, { kind, audience, targetId, byId: null }, now());
  return { audience: audienceWords(audience, targetName), ...counts };
}

/** The time of a form; now without one. Throws ANNOUNCEMENT_TIME beside the field. */
function timeOf(typed: string, now: Date): Date {
  const at = typed === "" ? now : parseTime(typed, "YYYY-MM-DD HH:mm");
  if (!at || at < now || at > addTime(now, announcementDaysMax, "day"))
    throw refusedAt("sendAt", "ANNOUNCEMENT_TIME");
  return at;
}

/** Checks, in the transaction of the change, that the caller still is an administrator. */
async function checkAdmin(database: Database, id: number): Promise<void> {
  if (!(await readOperator(database, id)).admin) throw new Refusal("NOT_PERMITTED");
}

const checkMail = (context: CallContext, byMail: boolean) => {
  if (byMail && mailOrigin(context) === null) throw refusedAt("byMail", "ANNOUNCEMENT_MAIL_OFF");
};

const log = (
  database: Database,
  { id, byId, at, action }: { id: number; byId: number; at: Date; action: LogAction },
  after: Parameters<typeof writeLog>[1]["after"],
) =>
  writeLog(database, {
    at,
    operatorId: byId,
    action,
    targetKind: "announcement",
    targetId: id,
    ...(after ? { after } : {}),
  });

/** The announcement that this form has already made. */
async function readPosted(
  database: Database,
  submissionId: string,
  byId: number,
): Promise<{ id: number } | undefined> {
  const [row] = await database
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(eq(announcements.submissionId, submissionId), eq(announcements.byId, byId)));
  return row;
}

/** Stores an announcement with its job and its row of the log. */
async function send(
  context: CallContext,
  { target, sendAt: typed, bannerUntil: lastDay, submissionId, ...words }: CallRequest<"sendAnnouncement">,
): Promise<{ id: number }> {
  const at = context.now();
  const byId = accountOf(context).id;
  checkMail(context, words.byMail);
  const answer = await transact(context.database, async (database) => {
    await checkAdmin(database, byId);
    const before = await readPosted(database, submissionId, byId);
    if (before) return before;
    const sendAt = timeOf(typed, at);
    const bannerUntil = bannerEnd(lastDay, sendAt);
    const { targetId, targetName } = await targetOf(database, words.audience, target);
    const { people } = await reachOf(database, { ...words, targetId, byId }, at);
    // Somebody may follow a product until a later time.
    if (people === 0 && typed === "") throw refusedAt("audience", "ANNOUNCEMENT_NOBODY");
    const bannerSlot = bannerUntil ? await nextSlot(database, at) : 0;
    const banner = { bannerUntil, bannerSlot };
    const [row] = await database
      .insert(announcements)
      .values({ ...words, ...banner, targetId, targetName, sendAt, byId, submissionId, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: announcements.id });
    // The same form, posted at the same moment, was stored meanwhile.
    if (!row) return found(await readPosted(database, submissionId, byId), "INVALID_REQUEST");
    const { id } = row;
    await askToSend(database, { id, sendAt }, at);
    const { kind, audience, byMail } = words;
    await askForBanner(database, { id, audience, sendAt, bannerUntil }, at);
    const banners: Record<string, string> = bannerUntil ? { bannerUntil: bannerUntil.toISOString() } : {};
    await log(
      database,
      { id, byId, at, action: "announce" },
      {
        announcementKind: kind,
        audience,
        targetId,
        byMail,
        members: people,
        sendAt: sendAt.toISOString(),
        ...banners,
      },
    );
    return { id };
  });
  forget(context, { name: bannersAnswer });
  context.wakeJobs();
  return answer;
}

/** Sends an announcement to the caller alone, whatever they decline. */
async function test(
  context: CallContext,
  words: CallRequest<"testAnnouncement">,
): Promise<{ mailed: boolean }> {
  const at = context.now();
  const { id: byId } = accountOf(context);
  checkMail(context, words.byMail);
  const mailed = await transact(context.database, async (database) => {
    const [row] = await database
      .insert(announcements)
      .values({ ...words, bannerOnly: false, audience: "self", sendAt: at, byId, createdAt: at })
      .returning({ id: announcements.id });
    await askToSend(database, { id: found(row, "SERVER_ERROR").id, sendAt: at }, at);
    const [me] = await database.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, byId));
    return words.byMail && me?.email != null;
  });
  context.wakeJobs();
  return { mailed };
}

/** Stops an announcement. Throws ANNOUNCEMENT_NOT_FOUND and ANNOUNCEMENT_OVER. */
async function stop(context: CallContext, id: number): Promise<{ sent: number }> {
  const at = context.now();
  const byId = accountOf(context).id;
  const answer = await transact(context.database, async (database) => {
    await checkAdmin(database, byId);
    const [row] = await database
      .select()
      .from(announcements)
      .where(and(eq(announcements.id, id), isListed))
      .for("update");
    const announcement = found(row, "ANNOUNCEMENT_NOT_FOUND");
    const { state, sent } = announcement;
    const hasBanner = isBannerAhead(announcement, at);
    // Of an announcement whose messages are out, mails may still wait, and its banner be up.
    const [mailing] = await database
      .select({ waiting: sql<boolean>`true` })
      .from(announcementRecipients)
      .where(and(eq(announcementRecipients.announcementId, id), eq(announcementRecipients.mail, "waiting")))
      .limit(1);
    if (state === "stopped" || (state === "done" && !mailing && !hasBanner))
      throw new Refusal("ANNOUNCEMENT_OVER");
    await database
      .update(announcements)
      .set({ state: "stopped", finishedAt: at })
      .where(eq(announcements.id, id));
    await takeBackMails(database, id);
    if (hasBanner) await tellPages(database, announcement, { at, now: at });
    await log(database, { id, byId, at, action: "stopAnnouncement" }, { members: sent });
    return { sent };
  });
  forget(context, { name: countsAnswer });
  forget(context, { name: bannersAnswer });
  context.wakeJobs();
  return answer;
}

export const announcementHandlers = {
  announcementList: (request, context) => list(context, request),
  announcementReport: ({ id }, context) => report(context, id),
  announcementReach: (request, context) => reach(context, request),
  sendAnnouncement: (request, context) => send(context, request),
  testAnnouncement: (request, context) => test(context, request),
  stopAnnouncement: ({ id }, context) => stop(context, id),
  visitorsBanner: (_request, context) => visitorsBanner(context),
  closeBanner: ({ id }, context) => closeBanner(context, id),
} satisfies HandlersOf<typeof announcementCalls>;
