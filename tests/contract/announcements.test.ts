import type { CallInput } from "contract";
import { type Audience, mailsPerMinute } from "contract/announcements/constants";
import { formatTime } from "contract/base/time";
import { and, asc, eq, inArray } from "drizzle-orm";
import { announcementMail } from "gateway/announcements/mail-job";
import { announcementJob } from "gateway/announcements/send-job";
import {
  accounts,
  activities,
  activitySignups,
  announcementRecipients,
  announcements,
  courseLearners,
  courses,
  follows,
  jobs,
  moderationLog,
  notifications,
  outbox,
  products,
  profiles,
  sections,
  tags,
} from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { releaseClaims, runJobs } from "gateway/server/jobs";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { expectConsole } from "../support/console";
import { type Member, next, startGateway, submissionId, TestGateway } from "../support/gateway";
import { setScene } from "../support/scene";

const site = "https://site.test";
const gateway = startGateway({ allowedOrigins: [site], secrets: ["a-secret-for-announcements"] });
const kinds = [announcementJob, announcementMail];
let admin: Member;
beforeAll(async () => {
  admin = await gateway().member({ admin: true });
});
beforeEach(() => gateway().database.delete(jobs));

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
  (await gateway().ok("sendAnnouncement", words(more), admin)).id;
const report = (id: number) => gateway().ok("announcementReport", { id }, admin);
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
async function followed(people: Member[]): Promise<{ target: string; fid: number }> {
  const { fid } = await gateway().section();
  if (people.length > 0)
    await gateway()
      .database.insert(follows)
      .values(people.map(({ id }) => ({ accountId: id, kind: "section" as const, targetId: fid })));
  return { target: String(fid), fid };
}
const members = async (count: number, values: Partial<typeof accounts.$inferInsert> = {}) => {
  const people: Member[] = [];
  for (let number = 0; number < count; number += 1) people.push(await gateway().member(values));
  return people;
};
const idsOf = (people: Member[]) => people.map(({ id }) => id).sort((one, other) => one - other);

describe("an announcement", () => {
  it("comes as a message to its audience alone, with its words and its link", async () => {
    const people = await members(3);
    const { target } = await followed(people);
    const id = await send({ target });
    await run();
    expect(await gotBy(id)).toEqual(idsOf(people));
    expect(await inboxOf(people[0] as Member)).toMatchObject([
      {
        event: "announcement",
        announcement: {
          kind: "announceProduct",
          title: "新版 SDK",
          text: "第一行\n第二行",
          link: "/products",
        },
        read: false,
        actor: null,
      },
    ]);
    expect(await report(id)).toMatchObject({ announcement: { state: "done", sent: 3 }, read: 0 });
    await gateway().ok("updateReadMessage", { type: "system" }, people[0]);
    expect((await report(id)).read).toBe(1);
  });

  it("never comes to those who decline its kind, are banned, or have ended their account", async () => {
    const people = await members(4);
    const [first, second, third, fourth] = people as [Member, Member, Member, Member];
    const { target } = await followed(people);
    await gateway().ok("saveNoticeSettings", { muted: ["announceProduct"], digest: "off" }, first);
    await gateway().ok("saveNoticeSettings", { muted: ["announceCourse"], digest: "off" }, second);
    const set = (member: Member, values: Partial<typeof accounts.$inferInsert>) =>
      gateway().database.update(accounts).set(values).where(eq(accounts.id, member.id));
    await set(third, { bannedUntil: new Date("9999-01-01") });
    await set(fourth, { closedAt: new Date() });
    const reach = { kind: "announceProduct" as const, audience: "section" as const, target };
    expect(await gateway().ok("announcementReach", reach, admin)).toMatchObject({ people: 1, declined: 1 });
    const id = await send({ target });
    await run();
    expect(await gotBy(id)).toEqual([second.id]);
  });

  it("reaches the people of each audience", async () => {
    const at = gateway();
    const { database } = at;
    // Its passkeys are of a gateway without an address.
    const scene = await setScene(new TestGateway(database), "admin");
    const person = await at.member();
    const moderator = await at.member();
    const { fid } = await at.section({ moderators: [moderator] });
    const [product] = await database.select().from(products).limit(1);
    const [tag] = await database
      .insert(tags)
      .values({ name: `标签${next()}` } as never)
      .returning();
    const [activity] = await database.select().from(activities).limit(1);
    const [course] = await database.select().from(courses).limit(1);
    const follow = (kind: "product" | "tag", targetId: number) =>
      database.insert(follows).values({ accountId: person.id, kind, targetId });
    await follow("product", product?.id ?? 0);
    await follow("tag", tag?.id ?? 0);
    await database.insert(courseLearners).values({
      accountId: person.id,
      courseId: course?.id ?? 0,
      startedAt: new Date(),
      studiedAt: new Date(),
    });
    await database.insert(profiles).values({ accountId: person.id, identity: "1", developtype: "teacher" });
    const [signup] = await database
      .select()
      .from(activitySignups)
      .where(inArray(activitySignups.state, ["accepted", "pending"]))
      .limit(1);
    const peopleOf = async (audience: Audience, target = "") => {
      const id = await send({ audience, target });
      await run();
      return gotBy(id);
    };
    expect(await peopleOf("product", String(product?.id))).toContain(person.id);
    expect(await peopleOf("tag", tag?.name)).toEqual([person.id]);
    expect(await peopleOf("moderators", String(fid))).toEqual([moderator.id]);
    expect(await peopleOf("course", String(course?.id))).toContain(person.id);
    expect(await peopleOf("teacher")).toContain(person.id);
    expect(await peopleOf("individual")).toContain(person.id);
    expect(await peopleOf("all")).toEqual(expect.arrayContaining([person.id, moderator.id, admin.id]));
    if (signup?.accountId)
      expect(await peopleOf("activity", String(signup.activityId))).toContain(signup.accountId);
    expect([scene.actor === null, activity === undefined]).toEqual([false, false]);
  });

  it("refuses what it cannot find beside its field, and what nobody would get", async () => {
    const at = gateway();
    const refusedAt = async (more: object, code: string) =>
      Object.keys((await at.refused("sendAnnouncement", words(more), code as never, admin)).fields ?? {});
    expect(await refusedAt({ target: "没有这个版块" }, "ANNOUNCEMENT_TARGET_NOT_FOUND")).toEqual(["target"]);
    expect(await refusedAt({ target: "" }, "ANNOUNCEMENT_TARGET_NOT_FOUND")).toEqual(["target"]);
    const [{ target }, twin] = [await followed([]), await followed([])];
    const name = `同名的版块${next()}`;
    await at.database
      .update(sections)
      .set({ name })
      .where(inArray(sections.id, [Number(target), twin.fid]));
    expect(await refusedAt({ target: name }, "ANNOUNCEMENT_TARGET_AMBIGUOUS")).toEqual(["target"]);
    expect(await refusedAt({ target }, "ANNOUNCEMENT_NOBODY")).toEqual(["audience"]);
    for (const sendAt of ["2020-01-01 10:00", "2999-01-01T10:00"])
      expect(await refusedAt({ target, sendAt }, "ANNOUNCEMENT_TIME")).toEqual(["sendAt"]);
    for (const wrong of [
      { title: " " },
      { text: "" },
      { text: "长".repeat(1_001) },
      { link: "https://elsewhere.test/" },
      { link: "//elsewhere.test/" },
      { link: "/\\elsewhere.test" },
      { kind: "announceAds" },
      { audience: "self" },
      { sendAt: "2026-02-30 10:00" },
    ])
      await at.refused("sendAnnouncement", words(wrong as object), "INVALID_REQUEST", admin);
    await at.refused("announcementReport", { id: 2_000_000_000 }, "ANNOUNCEMENT_NOT_FOUND", admin);
  });

  it("is made once by a form that is posted twice, and logged once", async () => {
    const at = gateway();
    const { target } = await followed(await members(1));
    const form = words({ target });
    const [first, again] = [
      await at.ok("sendAnnouncement", form, admin),
      await at.ok("sendAnnouncement", form, admin),
    ];
    expect(again).toEqual(first);
    const rows = await at.database
      .select()
      .from(moderationLog)
      .where(and(eq(moderationLog.action, "announce"), eq(moderationLog.targetId, first.id)));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.after).toMatchObject({ announcementKind: "announceProduct", members: 1, byMail: false });
    expect(JSON.stringify(rows[0]?.after)).not.toContain("SDK");
    expect((await verifyLog(at.database)).broken).toEqual([]);
  });

  it("waits for its time, and then reaches those who belong to it by then", async () => {
    const [early, late] = (await members(2)) as [Member, Member];
    const { target, fid } = await followed([early]);
    // Longer than any clock is ahead: a job that is asked for so much later must not run at once.
    const sendAt = formatTime(gateway().services.now().getTime() + 20 * 86_400_000, "YYYY-MM-DD HH:mm");
    const id = await send({ target, sendAt });
    expect([await run(), (await report(id)).announcement.state]).toEqual([0, "waiting"]);
    await gateway().database.insert(follows).values({ accountId: late.id, kind: "section", targetId: fid });
    gateway().pass(20 * 86_400);
    await run();
    expect(await gotBy(id)).toEqual(idsOf([early, late]));
  });

  it("reaches everybody once when the process is killed on the way", async () => {
    const at = gateway();
    const template = await at.member();
    const many = await at.database
      .insert(accounts)
      .values(
        Array.from({ length: 450 }, () => {
          const nickname = `收件人${process.pid}-${next()}`;
          return { nickname, nicknameFolded: nickname };
        }),
      )
      .returning({ id: accounts.id });
    const { target } = await followed(many.map(({ id }) => ({ ...template, id })));
    const id = await send({ target });
    // The process ends between the first step and the second.
    let steps = 0;
    await runJobs(at.services, [announcementJob], () => {
      steps += 1;
      return steps > 1;
    });
    expect([(await gotBy(id)).length, (await report(id)).announcement.state]).toEqual([200, "sending"]);
    // A killed one also leaves its claim, and its last step may be done again from the beginning.
    await at.database.update(jobs).set({ progress: null });
    await releaseClaims(at.database);
    await run();
    expect(await gotBy(id)).toEqual(many.map((row) => row.id).sort((one, other) => one - other));
    expect((await report(id)).announcement).toMatchObject({ state: "done", sent: 450 });
  });

  it("stops: nobody else gets it, waiting mails are not sent, and it does not go on", async () => {
    const at = gateway();
    const people = await members(2, {});
    const { target } = await followed(people);
    const id = await send({ target, sendAt: formatTime(Date.now() + 7_200_000, "YYYY-MM-DD HH:mm") });
    expect(await at.ok("stopAnnouncement", { id }, admin)).toEqual({ sent: 0 });
    await at.refused("stopAnnouncement", { id }, "ANNOUNCEMENT_OVER", admin);
    at.pass(7_200);
    await run();
    expect([await gotBy(id), (await report(id)).announcement.state]).toEqual([[], "stopped"]);

    const email = `stopped${next()}@example.com`;
    const reader = await at.member({ email });
    const second = await followed([reader]);
    const mailed = await send({ target: second.target, byMail: true });
    await run([announcementJob]);
    expect((await report(mailed)).mails).toMatchObject({ waiting: 1 });
    await at.ok("stopAnnouncement", { id: mailed }, admin);
    await run();
    expect([await mailsTo(email), (await report(mailed)).mails]).toEqual([
      [],
      { waiting: 0, sent: 0, failed: 0 },
    ]);
    await at.refused("stopAnnouncement", { id: 2_000_000_000 }, "ANNOUNCEMENT_NOT_FOUND", admin);
  });

  it("is tested on its author alone, whatever they decline, and stands in no list", async () => {
    const at = gateway();
    const email = `tester${next()}@example.com`;
    const tester = await at.member({ admin: true, email });
    await at.ok("saveNoticeSettings", { muted: ["announceProduct"], digest: "off" }, tester);
    const { title, text, kind, link } = words();
    const before = await at.ok("announcementList", {}, admin);
    expect(await at.ok("testAnnouncement", { title, text, kind, link, byMail: true }, tester)).toEqual({
      mailed: true,
    });
    await run();
    expect(await inboxOf(tester)).toMatchObject([{ announcement: { title } }]);
    expect(await mailsTo(email)).toMatchObject([{ subject: "（测试）【测试社区】新版 SDK" }]);
    expect((await at.ok("announcementList", {}, admin)).total).toBe(before.total);
    const [row] = await at.database.select().from(announcements).where(eq(announcements.byId, tester.id));
    expect(await gotBy(row?.id ?? 0)).toEqual([tester.id]);
  });
});

describe("the mails of an announcement", () => {
  it("have its words, and a link that declines its kind with one click", async () => {
    const at = gateway();
    const email = `reader${next()}@example.com`;
    const [reader, without] = [await at.member({ email }), await at.member()];
    const { target } = await followed([reader, without]);
    const id = await send({ target, byMail: true });
    await run();
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe("【测试社区】新版 SDK");
    for (const piece of ["第一行\n第二行", `${site}/products`, "产品消息"])
      expect(mail?.text).toContain(piece);
    expect((await report(id)).mails).toEqual({ waiting: 0, sent: 1, failed: 0 });
    const path = /\/gateway\/unsubscribe\?\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    const page = await at.fetch(path);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("退订「产品消息」")]);
    const mutedBy = async () => (await at.ok("noticeSettings", {}, reader)).muted;
    expect(await mutedBy()).toEqual([]);
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    for (let count = 0; count < 2; count += 1)
      expect((await at.fetch(path, { method: "POST", body })).status).toBe(200);
    expect(await mutedBy()).toEqual(["announceProduct"]);
    // The signature is for this kind alone, and a digest's link declines no announcements.
    for (const other of [path.replace("announceProduct", "announceSite"), path.replace(/&of=\w+/, "")])
      expect((await at.fetch(other, { method: "POST", body })).status).toBe(404);
    const again = await send({ target });
    await run();
    expect(await gotBy(again)).toEqual([without.id]);
  });

  it("go out so many in a minute", async () => {
    const at = gateway();
    const template = await at.member();
    const many = await at.database
      .insert(accounts)
      .values(
        Array.from({ length: mailsPerMinute + 5 }, () => {
          const nickname = `收信人${process.pid}-${next()}`;
          return { nickname, nicknameFolded: nickname, email: `${next()}.${process.pid}@example.com` };
        }),
      )
      .returning({ id: accounts.id });
    const { target } = await followed(many.map(({ id }) => ({ ...template, id })));
    const id = await send({ target, byMail: true });
    await run();
    expect((await report(id)).mails).toEqual({ waiting: 5, sent: mailsPerMinute, failed: 0 });
    at.pass(60);
    await run();
    expect((await report(id)).mails).toEqual({ waiting: 0, sent: mailsPerMinute + 5, failed: 0 });
  });

  it("are tried again when they are refused, and then count as failed", async () => {
    const at = gateway();
    const sending = vi.spyOn(at.services.delivery, "send").mockRejectedValue(new Error("550 no such user"));
    const reader = await at.member({ email: `bounces${next()}@example.com` });
    const { target } = await followed([reader]);
    const id = await send({ target, byMail: true });
    await run([announcementJob]);
    expectConsole("warn", /的邮件没有发出，稍后再试/);
    expectConsole("error", /的邮件没有发出，不再重试/);
    for (let tries = 0; tries < announcementMail.tries; tries += 1) {
      await run([announcementMail]);
      at.pass(3_600);
    }
    sending.mockRestore();
    expect((await report(id)).mails).toEqual({ waiting: 0, sent: 0, failed: 1 });
  });

  it("are not sent twice when the process is killed while one goes out", async () => {
    const at = gateway();
    const email = `killed${next()}@example.com`;
    const { target } = await followed([await at.member({ email })]);
    const id = await send({ target, byMail: true });
    await run([announcementJob]);
    await at.database
      .update(jobs)
      .set({ progress: { onItsWay: true } })
      .where(eq(jobs.kind, announcementMail.name));
    await run();
    expect([await mailsTo(email), (await report(id)).mails.failed]).toEqual([[], 1]);
  });

  it("need the site's address", async () => {
    const at = gateway();
    const nowhere = new TestGateway(at.database, { allowedOrigins: [] });
    nowhere.services.delivery.usesOutbox = () => false;
    const { fields } = await nowhere.refused(
      "sendAnnouncement",
      words({ target: "1", byMail: true }),
      "ANNOUNCEMENT_MAIL_OFF",
      admin,
    );
    expect(Object.keys(fields ?? {})).toEqual(["byMail"]);
  });
});

it("announcements are in the reader's export, and end with their account", async () => {
  const at = gateway();
  const reader = await at.member();
  const { target } = await followed([reader]);
  const id = await send({ target });
  await run();
  const personalData = at.services.domains.flatMap(({ personalData: part }) => part ?? []);
  const file = personalData.flatMap(({ files = {} }) => files["announcements.json"] ?? [])[0];
  const [account] = await at.database.select().from(accounts).where(eq(accounts.id, reader.id));
  if (!file || !account) throw new Error("no file or no account");
  expect(await file.read(at.database, account)).toMatchObject([{ title: "新版 SDK", mail: null }]);
  for (const { erase } of personalData.toReversed()) await erase?.(at.database, account, new Date());
  const left = await at.database
    .select()
    .from(announcementRecipients)
    .where(eq(announcementRecipients.accountId, reader.id));
  expect([left, await gotBy(id)]).toEqual([[], []]);
});

it("all of it is refused to everybody but administrators", async () => {
  const at = gateway();
  const moderator = await at.member();
  await at.section({ moderators: [moderator] });
  await at.refused("sendAnnouncement", words({ audience: "all" }), "NOT_PERMITTED", moderator);
  await at.refused("announcementList", {}, "NOT_PERMITTED", moderator);
});
