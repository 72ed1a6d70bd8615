import { mailsPerMinute } from "contract/announcements/constants";
import { and, eq } from "drizzle-orm";
import { announcementMail } from "gateway/announcements/mail-job";
import { announcementJob } from "gateway/announcements/send-job";
import { accounts, announcementRecipients, jobs } from "gateway/database/schema";
import { takeUp } from "gateway/export/take-up";
import { readFileTextJob } from "gateway/file-texts/read-job";
import { startJobs } from "gateway/jobs";
import { enqueue, runJobs } from "gateway/server/jobs";
import { describe, expect, it, vi } from "vitest";
import { site, startAnnouncing } from "../support/announcing";
import { expectConsole } from "../support/console";
import { next, TestGateway } from "../support/gateway";

const announcing = startAnnouncing();
const { gateway, administrator, run, words, send, report } = announcing;
const { gotBy, mailsTo, followed, readers } = announcing;

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

  it("of all announcements go out one after the other, so many in a minute, also when they are late", async () => {
    const at = gateway();
    const sections = [
      await followed(await readers(2, { mailed: true })),
      await followed(await readers(2, { mailed: true })),
    ];
    const ids: number[] = [];
    for (const { target } of sections) ids.push(await send({ target, byMail: true }));
    await run([announcementJob]);
    // No process ran for an hour, so all of them are due.
    at.pass(3_600);
    const sent: number[] = [];
    const sending = vi.spyOn(at.services.delivery, "send").mockImplementation(async () => {
      sent.push(at.services.now().getTime());
    });
    await run([announcementMail]);
    sending.mockRestore();
    expect(sent).toHaveLength(4);
    const pauses = sent.slice(1).map((time, index) => time - (sent[index] ?? 0));
    // Between two turns a little time passes before the mail goes out.
    for (const pause of pauses) expect(pause).toBeGreaterThan(60_000 / mailsPerMinute - 200);
    for (const id of ids) expect((await report(id)).mails).toEqual({ waiting: 0, sent: 2, failed: 0 });
  });

  it("have a timetable, so that a long announcement does not keep a short one waiting", async () => {
    const at = gateway();
    const { target } = await followed(await readers(mailsPerMinute + 5, { mailed: true }));
    await send({ target, byMail: true });
    await run([announcementJob]);
    const rows = await at.database
      .select({ runAt: jobs.runAt })
      .from(jobs)
      .where(eq(jobs.kind, announcementMail.name));
    const now = at.services.now().getTime();
    expect(rows.filter(({ runAt }) => runAt.getTime() <= now)).toHaveLength(mailsPerMinute);
    expect(rows.filter(({ runAt }) => runAt.getTime() > now)).toHaveLength(5);
  });

  it("that are stopped take no turn", async () => {
    const at = gateway();
    const { target } = await followed(await readers(30, { mailed: true }));
    const id = await send({ target, byMail: true });
    await run([announcementJob]);
    await at.ok("stopAnnouncement", { id }, administrator());
    const began = performance.now();
    expect(await run()).toBe(30);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it("are asked for again after a move to another portal, whose import makes their jobs", async () => {
    const at = gateway();
    const [waiting, done] = [`moved${next()}@example.com`, `before${next()}@example.com`];
    const { target } = await followed([
      await at.member({ email: waiting }),
      await at.member({ email: done }),
    ]);
    const id = await send({ target, byMail: true });
    await run([announcementJob]);
    await at.database.delete(jobs);
    const [reader] = await at.database.select().from(accounts).where(eq(accounts.email, done));
    await at.database
      .update(announcementRecipients)
      .set({ mail: "sent" })
      .where(
        and(
          eq(announcementRecipients.announcementId, id),
          eq(announcementRecipients.accountId, reader?.id ?? 0),
        ),
      );
    await takeUp(at.database, at.services.now());
    await run();
    expect([(await mailsTo(waiting)).length, await mailsTo(done)]).toEqual([1, []]);
    expect((await report(id)).mails).toEqual({ waiting: 0, sent: 2, failed: 0 });
  });

  it("do not go to who has unbound the address, was banned or declined meanwhile, and count as none", async () => {
    const at = gateway();
    const changes: Partial<typeof accounts.$inferInsert>[] = [
      { email: null },
      { bannedUntil: new Date("9999-01-01") },
      { closedAt: new Date() },
      { mutedNotices: ["announceProduct"] },
    ];
    for (const change of changes) {
      const email = `changed${next()}@example.com`;
      const reader = await at.member({ email });
      const id = await send({ target: (await followed([reader])).target, byMail: true });
      await run([announcementJob]);
      await at.database.update(accounts).set(change).where(eq(accounts.id, reader.id));
      await run();
      const mails = await mailsTo(email);
      expect([change, mails, (await report(id)).mails]).toEqual([
        change,
        [],
        { waiting: 0, sent: 0, failed: 0 },
      ]);
    }
  });

  it("count as failed without the site's address", async () => {
    const at = gateway();
    const email = `nowhere${next()}@example.com`;
    const id = await send({ target: (await followed([await at.member({ email })])).target, byMail: true });
    await run([announcementJob]);
    const nowhere = new TestGateway(at.database, { allowedOrigins: [] });
    nowhere.services.delivery.usesOutbox = () => false;
    nowhere.services.now = at.services.now;
    await runJobs(nowhere.services, [announcementMail]);
    expect([await mailsTo(email), (await report(id)).mails]).toEqual([
      [],
      { waiting: 0, sent: 0, failed: 1 },
    ]);
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
      administrator(),
    );
    expect(Object.keys(fields ?? {})).toEqual(["byMail"]);
  });
});

describe("announcements and their mails", () => {
  it("wait neither for documents that are read, nor a message for a mail", async () => {
    const at = gateway();
    const { services, database } = at;
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((done) => (finish = done));
    const reading = vi.spyOn(readFileTextJob, "run").mockImplementation(() => finished);
    const sending = vi.spyOn(services.delivery, "send").mockImplementation(() => finished);
    await enqueue(database, readFileTextJob, { text: 1 }, { now: services.now() });
    const [reader, other] = [await at.member({ email: `lane${next()}@example.com` }), await at.member()];
    const first = await send({ target: (await followed([reader])).target, byMail: true });
    const { stop, wake } = startJobs(services, []);
    try {
      await vi.waitFor(
        () => expect([reading, sending].map(({ mock }) => mock.calls.length)).toEqual([1, 1]),
        {
          timeout: 120_000,
        },
      );
      const second = await send({ target: (await followed([other])).target });
      wake();
      await vi.waitFor(async () => expect((await report(second)).announcement.state).toBe("done"), {
        timeout: 120_000,
      });
      expect((await report(first)).mails.waiting).toBe(1);
    } finally {
      finish();
      await stop();
      vi.restoreAllMocks();
    }
  });
});
