import type { Channel } from "contract/account/identity";
import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, activities, activitySignups, notifications } from "../database/schema";
import type { Services } from "../server/context";
import { enqueue, type JobKind } from "../server/jobs";

interface Notice {
  words: string;
  /** Whether the message has the link to give the seat back. */
  decline?: boolean;
}

/** Sign-ups whose messages one job sends. */
const atOnce = 50;

/**
 * Tells the people of sign-ups what happened: by a notice, where an account has them, and by a message to the contact
 * that they signed up with. In the transaction in which it happens.
 */
export async function tell(
  database: Database,
  { id: activityId }: { id: number },
  signupIds: number[],
  { words, decline = false }: Notice,
  at: Date,
): Promise<void> {
  for (let from = 0; from < signupIds.length; from += atOnce) {
    const some = signupIds.slice(from, from + atOnce);
    const people = await database
      .select({ accountId: activitySignups.accountId })
      .from(activitySignups)
      .innerJoin(accounts, eq(accounts.id, activitySignups.accountId))
      .where(
        and(
          inArray(activitySignups.id, some),
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
    await enqueue(database, activityMail, { activityId, signupIds: some, words, decline }, { at });
  }
}

/** Tells accounts by a notice alone, such as of an invitation into a team. */
export async function tellAccounts(
  database: Database,
  activityId: number,
  accountIds: number[],
  words: string,
  at: Date,
): Promise<void> {
  const rows = [...new Set(accountIds)].map((accountId) => ({
    accountId,
    kind: "system" as const,
    event: "activity",
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

/** Where links lead: the site's own address, which mail needs whole. */
const originOf = ({ settings }: Services) => settings.allowedOrigins[0] ?? "";

/**
 * Sends the messages of a batch. It is kept before each that it is on its way: a process that is killed meanwhile leaves
 * one too few rather than the same one twice.
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
      // A walk-in without a contact, or somebody who has left.
      if (!row?.contact) continue;
      const origin = originOf(services);
      const lines = [
        `【${settings.siteName}】${row.name}，你好：「${activity.title}」${payload.words}。`,
        `查看报名：${origin}/registEntry?id=${payload.activityId}`,
        ...(payload.decline && row.declineKey
          ? [`放弃名额：${origin}/registEntry?decline=${row.declineKey}`]
          : []),
      ];
      await delivery.send({
        channel: row.channel as Channel,
        recipient: row.contact,
        subject: `【${settings.siteName}】${activity.title}`,
        text: lines.join("\n"),
      });
    }
  },
};
