import { desc, eq } from "drizzle-orm";
import { accounts, jobs, outbox } from "gateway/database/schema";
import { digestJob, digestMail } from "gateway/messages/digest";
import type { Message } from "gateway/server/delivery";
import { runJobs } from "gateway/server/jobs";
import { describe, expect, it } from "vitest";
import { expectConsole } from "../support/console";
import { type Member, next, startGateway, submissionId, TestGateway } from "../support/gateway";

const site = "https://site.test";
const gateway = startGateway({ allowedOrigins: [site], secrets: ["a-secret-for-digests"] });
const day = 86_400;

/** Queues the digests that are due, and then sends them. */
async function run(services = gateway().services): Promise<void> {
  await digestJob.run(services);
  await runJobs(services, [digestMail]);
}
const mailsTo = (email: string) =>
  gateway().database.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.id));

/** A member who wants a digest, and another who gives them notices. */
async function reader(
  digest: "daily" | "weekly" = "daily",
  values: Partial<typeof accounts.$inferInsert> = {},
) {
  const email = `reader${next()}@example.com`;
  const [me, other] = [await gateway().member({ email, ...values }), await gateway().member()];
  if (digest) await gateway().ok("saveNoticeSettings", { muted: [], digest }, me);
  const topic = await gateway().topic(me, await gateway().section(), { title: "板子点不亮怎么查" });
  const answer = () => gateway().reply(other, topic.tid);
  const write = () =>
    gateway().ok("sendInnerMessage", { uid: me.id, text: "秘密内容", submissionId: submissionId() }, other);
  return { me, other, email, answer, write };
}
const digestOf = async (member: Member) => (await gateway().ok("noticeSettings", {}, member)).digest;

describe("the digest", () => {
  it("gives the number of unread messages a day later, with titles, and never twice", async () => {
    const { other, email, answer, write } = await reader();
    await answer();
    await write();
    await run();
    expect(await mailsTo(email)).toEqual([]);
    gateway().pass(day);
    await Promise.all([run(), run(), run()]);
    await run();
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    const [{ subject = "", text = "" } = {}] = mails;
    expect(subject).toBe("【测试社区】你有 2 条未读消息");
    for (const piece of [
      "系统消息 0 条，论坛消息 1 条，私信 1 条。",
      `· ${other.nickname} 回复了你：板子点不亮怎么查`,
      `· 私信：来自 ${other.nickname}`,
      `${site}/personalCenter/msg`,
      "每天收一封",
      `${site}/gateway/unsubscribe?token=`,
    ])
      expect(text).toContain(piece);
    expect(text).not.toContain("秘密内容");
    // Notices of an earlier digest are not sent again; a new one is.
    gateway().pass(day);
    await run();
    expect(await mailsTo(email)).toHaveLength(1);
    await answer();
    gateway().pass(day);
    await run();
    expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual([
      "【测试社区】你有 3 条未读消息",
      subject,
    ]);
  });

  it("is sent once a week to members who chose that, and not at all without unread messages", async () => {
    const weekly = await reader("weekly");
    const idle = await reader();
    await weekly.answer();
    gateway().pass(6 * day);
    await run();
    expect([await mailsTo(weekly.email), await mailsTo(idle.email)]).toEqual([[], []]);
    gateway().pass(day);
    await run();
    expect(await mailsTo(weekly.email)).toMatchObject([{ text: expect.stringContaining("每周收一封") }]);
    expect(await mailsTo(idle.email)).toEqual([]);
  });

  it("is not sent to members who left, have no address, or turned it off", async () => {
    const people = [await reader(), await reader(), await reader()];
    for (const { answer } of people) await answer();
    const [left, without, off] = people;
    const set = (member: Member | undefined, values: object) =>
      gateway()
        .database.update(accounts)
        .set(values)
        .where(eq(accounts.id, member?.id ?? 0));
    await set(left?.me, { closedAt: new Date() });
    await set(without?.me, { email: null });
    await gateway().ok("saveNoticeSettings", { muted: [], digest: "off" }, off?.me);
    gateway().pass(day);
    await run();
    for (const { email } of people) expect(await mailsTo(email)).toEqual([]);
  });

  it("that cannot be sent does not delay others, and is not retried endlessly", async () => {
    const [first, second] = [await reader(), await reader()];
    for (const one of [first, second]) await one.answer();
    gateway().pass(day);
    const sent: Message[] = [];
    const services = {
      ...gateway().services,
      delivery: {
        usesOutbox: () => false,
        reaches: () => true,
        async send(message: Message) {
          if (message.recipient === first.email) throw new Error("mailbox full");
          sent.push(message);
        },
      },
    };
    expectConsole("warn", /邮件摘要没有发出/);
    await run(services);
    await run(services);
    const mail = sent.filter(({ recipient }) => recipient === second.email);
    expect(mail).toHaveLength(1);
    const link = /https:\S+token=\S+/.exec(mail[0]?.text ?? "")?.[0];
    expect(mail[0]?.headers).toEqual({
      "List-Unsubscribe": `<${link}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expectConsole("warn", /没有设置 SITE_URL/);
    await run({ ...services, settings: { ...services.settings, allowedOrigins: [] } });
  });

  it("that was refused is retried, and one that may have been sent before a restart is not", async () => {
    const { email, answer } = await reader();
    await answer();
    gateway().pass(day);
    const { services } = gateway();
    const refusing = {
      ...services,
      delivery: {
        usesOutbox: () => false,
        reaches: () => true,
        send: () => Promise.reject(new Error("busy")),
      },
    };
    expectConsole("warn", /邮件摘要没有发出，稍后再试/);
    await run(refusing);
    gateway().pass(31);
    await run();
    expect(await mailsTo(email)).toHaveLength(1);
    // The process is killed during the sending, so nobody knows whether the mail was sent.
    await answer();
    gateway().pass(day);
    await digestJob.run(services);
    await gateway()
      .database.update(jobs)
      .set({ progress: { onItsWay: true } });
    await run();
    expect([(await mailsTo(email)).length, await gateway().database.$count(jobs)]).toEqual([1, 0]);
  });

  it("lists ten notices and five people at most", async () => {
    const { me, email, answer } = await reader();
    for (let count = 0; count < 12; count += 1) await answer();
    for (let count = 0; count < 6; count += 1)
      await gateway().ok(
        "sendInnerMessage",
        { uid: me.id, text: "在吗", submissionId: submissionId() },
        await gateway().member(),
      );
    gateway().pass(day);
    const local = new TestGateway(gateway().database);
    await run({ ...local.services, now: gateway().services.now });
    const [{ text = "" } = {}] = await mailsTo(email);
    expect(text.match(/· .+ 回复了你/g)).toHaveLength(10);
    expect(text).toMatch(/来自 (?:[^、]+、){4}[^、]+ 等/);
    // A site without an address keeps the mail in the outbox, with paths instead of addresses.
    expect(text).toContain("查看全部：/personalCenter/msg");
  });
});

describe("the link to unsubscribe", () => {
  it("asks before it does anything, needs no session, and works as often as it is opened", async () => {
    const { me, email, answer } = await reader();
    await answer();
    gateway().pass(day);
    await run();
    const [{ text = "" } = {}] = await mailsTo(email);
    const path = /\/gateway\/unsubscribe\?token=\S+/.exec(text)?.[0] ?? "";
    const response = await gateway().fetch(path);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("退订邮件摘要")]);
    expect(await digestOf(me)).toBe("daily");
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    for (let count = 0; count < 2; count += 1) {
      const left = await gateway().fetch(path, { method: "POST", body });
      expect([left.status, await left.text()]).toEqual([200, expect.stringContaining("已退订")]);
    }
    expect(await digestOf(me)).toBe("off");
  });

  it("refuses a token that this site did not sign", async () => {
    const { me } = await reader();
    const good = `${me.id}.`;
    for (const token of ["", "x", good, `${good}${"A".repeat(43)}`, `0.${"A".repeat(43)}`]) {
      for (const method of ["GET", "POST"]) {
        const answer = await gateway().fetch(`/gateway/unsubscribe?token=${token}`, { method });
        expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("链接无效")]);
      }
    }
    expect((await gateway().fetch("/gateway/unsubscribe")).status).toBe(404);
    expect(await digestOf(me)).toBe("daily");
  });
});
