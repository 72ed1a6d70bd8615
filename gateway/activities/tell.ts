import type { Channel } from "contract/account/identity";
import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, activities, activitySignups, notifications } from "../database/schema";
import type { Services } from "../server/context";
import { jobPatience } from "../server/delivery";
import { enqueue, type JobKind } from "../server/jobs";

interface Notice {
  words: string;
  /** Whether the message contains the link to give the seat back. */
  decline?: boolean;
}

/** How many sign-ups' messages one job sends. */
const atOnce = 50;

/**
 * Notifies the people of these sign-ups: a notice for accounts, and a message to the contact of the sign-up. Call it in
 * the transaction of the change.
 */
export async function tell(
  database: Database,
  { id: activityId }: { id: number },
  signupIds: number[],
  { words, decline = false }: Notice,
  at: Date,
): Promise<void> {
  for (let from = 0; from < signupIds.length; from += atOnce) {
    const batchIds = signupIds.slice(from, from + atOnce);
    const people = await database
      .select({ accountId: activitySignups.accountId })
      .from(activitySignups)
      .innerJoin(accounts, eq(accounts.id, activitySignups.accountId))
      .where(
        and(
          inArray(activitySignups.id, batchIds),
          isNotNull(activitySignups.accountId),
          isNull(accounts.closedAt),
        ),
      );
    await tellAccounts(
      database,
      activityId,
      people.flatMap(({ accountId }) => accountId ?? []),
      words,
      at,
    );
    await enqueue(database, activityMail, { activityId, signupIds: batchIds, words, decline }, { now: at });
  }
}

/** Notifies accounts by a notice only, for example of an invitation into a team. */
export async function tellAccounts(
  database: Database,
  activityId: number,
  accountIds: number[],
  words: string,
  at: Date,
  event: "activity" | "teamInvite" = "activity",
): Promise<void> {
  const rows = [...new Set(accountIds)].map((accountId) => ({
    accountId,
    kind: "system" as const,
    event,
    activityId,
    words,
    createdAt: at,
  }));
  if (rows.length > 0) await database.insert(notifications).values(rows);
}

interface MailPayload {
  activityId: number;
  signupIds: number[];
  words: string;
  decline: boolean;
}

/** The site's address for links in messages, which must be absolute. */
const originOf = ({ settings }: Services) => settings.allowedOrigins[0] ?? "";

/**
 * Sends the messages of a batch. The progress is stored before each message, so that a process that is killed loses at
 * most one message and never sends one twice.
 */
export const activityMail: JobKind<MailPayload, { sent: number }> = {
  name: "activity-mail",
  tries: 3,
  failure: ({ activityId }) => `活动 ${activityId} 的通知没有发完`,
  async run({ payload, progress, keep, checkStop }, services) {
    const { database, delivery, settings } = services;
    const [activity] = await database
      .select({ title: activities.title })
      .from(activities)
      .where(eq(activities.id, payload.activityId));
    if (!activity) return;
    for (let at = progress?.sent ?? 0; at < payload.signupIds.length; at += 1) {
      checkStop();
      await keep({ sent: at + 1 });
      const [row] = await database
        .select({
          channel: activitySignups.channel,
          contact: activitySignups.contact,
          name: activitySignups.name,
          declineKey: activitySignups.declineKey,
        })
        .from(activitySignups)
        .where(eq(activitySignups.id, payload.signupIds[at] ?? 0));
      // The sign-up is a walk-in without a contact, or its account was closed.
      if (!row?.contact) continue;
      const origin = originOf(services);
      const lines = [
        `【${settings.siteName}】${row.name}，你好：「${activity.title}」${payload.words}。`,
        `查看报名：${origin}/registEntry?id=${payload.activityId}`,
        ...(payload.decline && row.declineKey
          ? [`放弃名额：${origin}/registEntry?decline=${row.declineKey}`]
          : []),
      ];
      const message = {
        channel: row.channel as Channel,
        recipient: row.contact,
        subject: `【${settings.siteName}】${activity.title}`,
        text: lines.join("\n"),
      };
      await delivery.send(message, jobPatience);
    }
  },
};
