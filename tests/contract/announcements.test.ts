import { formatTime } from "contract/base/time";
import { and, eq, inArray } from "drizzle-orm";
import { announcementJob } from "gateway/announcements/send-job";
import {
  accounts,
  announcementRecipients,
  announcements,
  follows,
  jobs,
  moderationLog,
  sections,
} from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { releaseClaims, runJobs } from "gateway/server/jobs";
import { describe, expect, it } from "vitest";
import { idsOf, startAnnouncing } from "../support/announcing";
import { type Member, next } from "../support/gateway";

const announcing = startAnnouncing();
const { gateway, administrator, run, words, send, report } = announcing;
const { gotBy, inboxOf, mailsTo, followed, members, readers } = announcing;

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
    expect(await gateway().ok("announcementReach", reach, administrator())).toMatchObject({
      people: 1,
      declined: 1,
    });
    const id = await send({ target });
    await run();
    expect(await gotBy(id)).toEqual([second.id]);
  });

  it("refuses what it cannot find beside its field, and what nobody would get", async () => {
    const at = gateway();
    const refusedAt = async (more: object, code: string) =>
      Object.keys(
        (await at.refused("sendAnnouncement", words(more), code as never, administrator())).fields ?? {},
      );
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
      await at.refused("sendAnnouncement", words(wrong as object), "INVALID_REQUEST", administrator());
    await at.refused("announcementReport", { id: 2_000_000_000 }, "ANNOUNCEMENT_NOT_FOUND", administrator());
  });

  it("is made once by a form that is posted twice, and logged once", async () => {
    const at = gateway();
    const { target } = await followed(await members(1));
    const form = words({ target });
    const [first, again] = [
      await at.ok("sendAnnouncement", form, administrator()),
      await at.ok("sendAnnouncement", form, administrator()),
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

  it("is made once by two posts of its form at the same moment", async () => {
    const at = gateway();
    const { target } = await followed(await members(1));
    const form = words({ target });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => at.ok("sendAnnouncement", form, administrator())),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it("finds its target by its number first, and then by its name, which may be digits alone", async () => {
    const at = gateway();
    const reader = await at.member();
    const { target, fid } = await followed([reader]);
    const name = String(800_000_000 + next());
    await at.database.update(sections).set({ name }).where(eq(sections.id, fid));
    const reached = async (typed: string) => {
      const reach = { kind: "announceProduct" as const, audience: "section" as const, target: typed };
      return (await at.ok("announcementReach", reach, administrator())).audience;
    };
    expect(await reached(name)).toBe(`关注某个版块的人：${name}`);
    const other = await at.section();
    await at.database.update(sections).set({ name: target }).where(eq(sections.id, other.fid));
    expect(await reached(target)).toBe(`关注某个版块的人：${name}`);
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
    const many = await readers(450);
    const { target } = await followed(many);
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
    expect(await gotBy(id)).toEqual(idsOf(many));
    expect((await report(id)).announcement).toMatchObject({ state: "done", sent: 450 });
  });

  it("stops: nobody else gets it, waiting mails are not sent, and it does not go on", async () => {
    const at = gateway();
    const people = await members(2, {});
    const { target } = await followed(people);
    const inTwoHours = () => formatTime(at.services.now().getTime() + 7_200_000, "YYYY-MM-DD HH:mm");
    const id = await send({ target, sendAt: inTwoHours() });
    expect(await at.ok("stopAnnouncement", { id }, administrator())).toEqual({ sent: 0 });
    await at.refused("stopAnnouncement", { id }, "ANNOUNCEMENT_OVER", administrator());
    at.pass(7_200);
    await run();
    expect([await gotBy(id), (await report(id)).announcement.state]).toEqual([[], "stopped"]);

    const email = `stopped${next()}@example.com`;
    const reader = await at.member({ email });
    const second = await followed([reader]);
    const mailed = await send({ target: second.target, byMail: true });
    await run([announcementJob]);
    expect((await report(mailed)).mails).toMatchObject({ waiting: 1 });
    await at.ok("stopAnnouncement", { id: mailed }, administrator());
    await run();
    expect([await mailsTo(email), (await report(mailed)).mails]).toEqual([
      [],
      { waiting: 0, sent: 0, failed: 0 },
    ]);
    await at.refused("stopAnnouncement", { id: 2_000_000_000 }, "ANNOUNCEMENT_NOT_FOUND", administrator());
  });

  it("that is given up is stopped, and its waiting mails are taken back", async () => {
    const at = gateway();
    const email = `givenup${next()}@example.com`;
    const id = await send({ target: (await followed([await at.member({ email })])).target, byMail: true });
    await run([announcementJob]);
    // A step fails after the first one.
    await at.database.update(announcements).set({ state: "sending" }).where(eq(announcements.id, id));
    await announcementJob.giveUp?.({ id }, at.services);
    const { announcement, mails } = await report(id);
    expect([announcement.state, mails]).toEqual(["stopped", { waiting: 0, sent: 0, failed: 0 }]);
    await run();
    expect(await mailsTo(email)).toEqual([]);
  });

  it("has its readers counted on each view, but those of many once a minute", async () => {
    const at = gateway();
    const reader = await at.member();
    const id = await send({ target: (await followed([reader])).target });
    await run();
    await at.database.update(announcements).set({ sent: 1_001 }).where(eq(announcements.id, id));
    expect((await report(id)).read).toBe(0);
    await at.ok("updateReadMessage", { type: "system" }, reader);
    expect((await report(id)).read).toBe(0);
    at.pass(60);
    expect((await report(id)).read).toBe(1);
  });

  it("is tested on its author alone, whatever they decline, and stands in no list", async () => {
    const at = gateway();
    const email = `tester${next()}@example.com`;
    const tester = await at.member({ admin: true, email });
    await at.ok("saveNoticeSettings", { muted: ["announceProduct"], digest: "off" }, tester);
    const { title, text, kind, link } = words();
    const before = await at.ok("announcementList", {}, administrator());
    expect(await at.ok("testAnnouncement", { title, text, kind, link, byMail: true }, tester)).toEqual({
      mailed: true,
    });
    await run();
    expect(await inboxOf(tester)).toMatchObject([{ announcement: { title } }]);
    expect(await mailsTo(email)).toMatchObject([{ subject: "（测试）【测试社区】新版 SDK" }]);
    expect((await at.ok("announcementList", {}, administrator())).total).toBe(before.total);
    const [row] = await at.database.select().from(announcements).where(eq(announcements.byId, tester.id));
    expect(await gotBy(row?.id ?? 0)).toEqual([tester.id]);
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
