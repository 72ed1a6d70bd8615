import { setTimeout } from "node:timers/promises";
import { announcementKinds, mailsPerMinute } from "contract/announcements/constants";
import { addTime, subtractTime } from "contract/base/time";
import { and, eq, gt, isNotNull, lte, or, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, announcementRecipients, announcements, documents, jobs } from "../database/schema";
import { mailOrigin } from "../messages/mail-origin";
import { unsubscribeAddress } from "../messages/unsubscribe";
import type { Services } from "../server/context";
import { jobPatience } from "../server/delivery";
import type { JobKind } from "../server/jobs";
import { canSignIn } from "./audience";

interface Mailing {
  announcementId: number;
  accountId: number;
}

/** The row whose time is that of the last mail, of whichever announcement and process. */
const turnDocument = "announcementMails";
const turnMilliseconds = 60_000 / mailsPerMinute;

/** Takes the turn to send the next mail; false until the pause after the last one is over. */
async function takeTurn(database: Database, now: Date): Promise<boolean> {
  const taken = await database
    .insert(documents)
    .values({ key: turnDocument, value: {}, updatedAt: now })
    .onConflictDoUpdate({
      target: documents.key,
      set: { updatedAt: now },
      setWhere: or(
        lte(documents.updatedAt, subtractTime(now, turnMilliseconds, "millisecond")),
        // The clock was ahead, and has been set back.
        gt(documents.updatedAt, addTime(now, 1, "minute")),
      ),
    })
    .returning({ key: documents.key });
  return taken.length > 0;
}

/** A mail still waits: it was neither sent nor taken back. */
const isWaiting = eq(announcementRecipients.mail, "waiting");

/** Takes an announcement's waiting mails back. */
export const takeBackMails = (database: Database, announcementId: number): Promise<unknown> =>
  database
    .update(announcementRecipients)
    .set({ mail: null })
    .where(and(eq(announcementRecipients.announcementId, announcementId), isWaiting));

/** Asks for mails, each from its time on. One that is asked for already is not asked for again. */
export async function askForMails(
  database: Database,
  mails: (Mailing & { at: Date })[],
  now: Date,
): Promise<void> {
  if (mails.length === 0) return;
  await database
    .insert(jobs)
    .values(
      mails.map(({ announcementId, accountId, at }) => ({
        kind: announcementMail.name,
        key: `${announcementId}:${accountId}`,
        payload: { announcementId, accountId } satisfies Mailing,
        runAt: at > now ? at : now,
        createdAt: now,
      })),
    )
    .onConflictDoNothing();
}

/** Stores what became of a waiting mail; null when there is to be none. */
const setMail = (
  database: Database,
  { announcementId, accountId }: Mailing,
  mail: "sent" | "failed" | null,
): Promise<unknown> =>
  database
    .update(announcementRecipients)
    .set({ mail })
    .where(
      and(
        eq(announcementRecipients.announcementId, announcementId),
        eq(announcementRecipients.accountId, accountId),
        isWaiting,
      ),
    );

/**
 * The announcement and its reader; undefined when it was stopped, or when the reader declined its kind, gave up the
 * address, or cannot sign in any more.
 */
async function mailOf({ database, now }: Services, { announcementId, accountId }: Mailing) {
  const wants = sql`(${announcements.audience} = 'self' or not ${announcements.kind} = any(${accounts.mutedNotices}))`;
  const [row] = await database
    .select({ announcement: announcements, nickname: accounts.nickname, email: accounts.email })
    .from(announcementRecipients)
    .innerJoin(announcements, eq(announcements.id, announcementRecipients.announcementId))
    .innerJoin(accounts, eq(accounts.id, announcementRecipients.accountId))
    .where(
      and(
        eq(announcementRecipients.announcementId, announcementId),
        eq(announcementRecipients.accountId, accountId),
        isWaiting,
        isNotNull(accounts.email),
        canSignIn(now()),
        wants,
      ),
    );
  return row;
}

/** Waits for a mail's turn. @returns the mail as it is then; undefined if it is not to be sent any more */
async function mailInTurn(services: Services, mailing: Mailing, checkStop: () => void) {
  let mail = await mailOf(services, mailing);
  while (mail && !(await takeTurn(services.database, services.now()))) {
    checkStop();
    await setTimeout(turnMilliseconds);
    mail = await mailOf(services, mailing);
  }
  return mail;
}

async function send(
  services: Services,
  { announcement, nickname, email }: NonNullable<Awaited<ReturnType<typeof mailOf>>>,
  { accountId, origin }: { accountId: number; origin: string },
): Promise<void> {
  if (email === null) return;
  const { siteName } = services.settings;
  const { kind, title, text, link, audience } = announcement;
  const leave = origin + unsubscribeAddress(services, accountId, kind);
  const lines = [
    `${nickname}，你好：`,
    "",
    text,
    ...(link === "" ? [] : ["", `查看：${origin}${link}`]),
    "",
    `这封邮件是${siteName}发给你的「${announcementKinds[kind]}」。不想再收这类消息，打开这个链接退订：${leave}`,
  ];
  const message = {
    channel: "email" as const,
    recipient: email,
    subject: `${audience === "self" ? "（测试）" : ""}【${siteName}】${title}`,
    text: lines.join("\n"),
    headers: { "List-Unsubscribe": `<${leave}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
  await services.delivery.send(message, jobPatience);
}

/**
 * Sends one mail of an announcement, when its turn has come: so many go out in a minute, of all announcements together,
 * also when many are late. Progress is stored before sending, because a process that is killed meanwhile may
 * have sent it, and a missing mail is better than a repeated one: such a mail counts as failed. A mail that the server
 * refused is retried.
 */
export const announcementMail: JobKind<Mailing, { onItsWay: boolean }> = {
  name: "announcement-mail",
  tries: 3,
  lane: "announcementMails",
  forgets: true,
  failure: ({ announcementId, accountId }) => `公告 ${announcementId} 给账号 ${accountId} 的邮件没有发出`,
  async run({ payload, progress, keep, checkStop }, services) {
    const { database } = services;
    const origin = mailOrigin(services);
    if (progress?.onItsWay || origin === null) {
      await setMail(database, payload, "failed");
      return;
    }
    const mail = await mailInTurn(services, payload, checkStop);
    if (!mail) {
      await setMail(database, payload, null);
      return;
    }
    await keep({ onItsWay: true });
    try {
      await send(services, mail, { accountId: payload.accountId, origin });
    } catch (error) {
      await keep({ onItsWay: false });
      throw error;
    }
    await setMail(database, payload, "sent");
  },
  async giveUp(payload, { database }) {
    await setMail(database, payload, "failed");
  },
};
