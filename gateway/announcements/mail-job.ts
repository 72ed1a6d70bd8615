import { announcementKinds } from "contract/announcements/constants";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, announcementRecipients, announcements } from "../database/schema";
import { mailOrigin } from "../messages/mail-origin";
import { unsubscribeAddress } from "../messages/unsubscribe";
import type { Services } from "../server/context";
import type { JobKind } from "../server/jobs";

interface Mailing {
  announcementId: number;
  accountId: number;
}

/** Stores what became of a mail. */
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
      ),
    );

/** The announcement and its reader; undefined when it was stopped, or the reader declined meanwhile. */
async function mailOf(database: Database, { announcementId, accountId }: Mailing) {
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
        // A stop takes the waiting mails back.
        eq(announcementRecipients.mail, "waiting"),
        wants,
      ),
    );
  return row;
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
  await services.delivery.send({
    channel: "email",
    recipient: email,
    subject: `${audience === "self" ? "（测试）" : ""}【${siteName}】${title}`,
    text: lines.join("\n"),
    headers: { "List-Unsubscribe": `<${leave}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  });
}

/**
 * Sends one mail of an announcement. Progress is stored before sending, because a process that is killed meanwhile may
 * have sent it, and a missing mail is better than a repeated one: such a mail counts as failed. A mail that the server
 * refused is retried.
 */
export const announcementMail: JobKind<Mailing, { onItsWay: boolean }> = {
  name: "announcement-mail",
  tries: 3,
  long: true,
  forgets: true,
  failure: ({ announcementId, accountId }) => `公告 ${announcementId} 给账号 ${accountId} 的邮件没有发出`,
  async run({ payload, progress, keep }, services) {
    const { database } = services;
    if (progress?.onItsWay) {
      await setMail(database, payload, "failed");
      return;
    }
    const origin = mailOrigin(services);
    const mail = await mailOf(database, payload);
    if (!mail || origin === null) {
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
