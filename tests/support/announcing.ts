import type { CallInput } from "contract";
import { asc, eq } from "drizzle-orm";
import { announcementMail } from "gateway/announcements/mail-job";
import { announcementJob } from "gateway/announcements/send-job";
import {
  accounts,
  announcementRecipients,
  follows,
  jobs,
  notifications,
  outbox,
} from "gateway/database/schema";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, beforeEach } from "vitest";
import { type Member, next, startGateway, submissionId } from "./gateway";

export const site = "https://site.test";
const kinds = [announcementJob, announcementMail];

/** A gateway with an administrator who writes announcements, for the whole file. */
export function startAnnouncing() {
  const gateway = startGateway({ allowedOrigins: [site], secrets: ["a-secret-for-announcements"] });
  let admin: Member | undefined;
  beforeAll(async () => {
    admin = await gateway().member({ admin: true });
  });
  beforeEach(async () => {
    await gateway().database.delete(jobs);
    // Without their jobs, mails of earlier tests would wait for ever.
    await gateway().database.update(announcementRecipients).set({ mail: null });
  });

  const administrator = () => {
    if (!admin) throw new Error("the administrator comes before the tests");
    return admin;
  };
  const run = (of: typeof kinds = kinds) => runJobs(gateway().services, of);
  const words = (more: Partial<CallInput<"sendAnnouncement">> = {}) => ({
    kind: "announceProduct" as const,
    title: "新版 SDK",
    text: "第一行\n第二行",
    link: "/products",
    audience: "section" as const,
    submissionId: submissionId(),
    ...more,
  });
  const send = async (more: Partial<CallInput<"sendAnnouncement">>) =>
    (await gateway().ok("sendAnnouncement", words(more), administrator())).id;
  const report = (id: number) => gateway().ok("announcementReport", { id }, administrator());
  /** The ids of the accounts that got it. */
  const gotBy = async (id: number) => {
    const rows = await gateway()
      .database.select({ id: notifications.accountId })
      .from(notifications)
      .where(eq(notifications.announcementId, id))
      .orderBy(asc(notifications.accountId));
    return rows.map((row) => row.id);
  };
  const inboxOf = async (member: Member) =>
    (await gateway().ok("queryDcmMessageByUser", { type: "system", event: "announcement" }, member)).notices;
  const mailsTo = (email: string) =>
    gateway().database.select().from(outbox).where(eq(outbox.recipient, email));
  /** A section that nobody but these follows. */
  const followed = async (people: { id: number }[]): Promise<{ target: string; fid: number }> => {
    const { fid } = await gateway().section();
    if (people.length > 0)
      await gateway()
        .database.insert(follows)
        .values(people.map(({ id }) => ({ accountId: id, kind: "section" as const, targetId: fid })));
    return { target: String(fid), fid };
  };
  const members = async (count: number, values: Partial<typeof accounts.$inferInsert> = {}) => {
    const people: Member[] = [];
    for (let number = 0; number < count; number += 1) people.push(await gateway().member(values));
    return people;
  };
  /** Accounts that only get announcements; each has an address if `mailed`. */
  const readers = (count: number, { mailed = false } = {}) =>
    gateway()
      .database.insert(accounts)
      .values(
        Array.from({ length: count }, () => {
          const nickname = `收件人${process.pid}-${next()}`;
          const email = mailed ? `${next()}.${process.pid}@example.com` : null;
          return { nickname, nicknameFolded: nickname, email };
        }),
      )
      .returning({ id: accounts.id });
  const writes = { run, words, send, report };
  const reads = { gotBy, inboxOf, mailsTo };
  return { gateway, administrator, ...writes, ...reads, followed, members, readers };
}

/** The ids of people in their order. */
export const idsOf = (people: { id: number }[]) =>
  people.map(({ id }) => id).sort((one, other) => one - other);
