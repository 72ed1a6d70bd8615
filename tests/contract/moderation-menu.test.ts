import { sql } from "drizzle-orm";
import { appeals, messageReports } from "gateway/database/schema";
import { forget } from "gateway/server/answers";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [admin, moderator, elsewhere, writer, reader]: Member[] = [];
let section: Section;
let other: Section;
beforeAll(async () => {
  admin = await gateway().member({ admin: true });
  moderator = await gateway().member();
  elsewhere = await gateway().member();
  writer = await gateway().member({ signedPolicies: { Disclaimer: "1.0" } });
  reader = await gateway().member();
  section = await gateway().section({ moderators: [moderator] });
  other = await gateway().section({ moderators: [elsewhere] });
});

const waiting = async (by: Member) => (await gateway().ok("moderatorOverview", {}, by)).waiting;
const form = (ids: number[]) => ({ ids, reason: "看过了", submissionId: submissionId() });
const notices = async (by: Member) => {
  const answer = await gateway().ok("queryDcmMessageByUser", { type: "system" }, by);
  return "notices" in answer ? answer.notices : [];
};
const none = { count: 0, oldest: "" };

describe("open appeals", () => {
  it("are counted for the section's moderators and for administrators, with the waiting time of the oldest", async () => {
    for (const who of [admin, moderator, elsewhere])
      expect((await waiting(who as Member)).appeal).toEqual(none);
    const { tid } = await gateway().topic(writer as Member, section);
    await gateway().ok("topicOperate", { ...form([tid]), action: "hide" }, moderator);
    const [hidden] = await notices(writer as Member);
    await gateway().ok(
      "submitAppeal",
      { logId: hidden?.moderation?.appealable ?? 0, text: "这不是广告" },
      writer,
    );
    const [row] = await gateway().database.select().from(appeals);
    const first = { count: 1, oldest: row?.createdAt.toISOString() };
    expect((await waiting(moderator as Member)).appeal).toEqual(first);
    expect((await waiting(admin as Member)).appeal).toEqual(first);
    expect((await waiting(elsewhere as Member)).appeal).toEqual(none);
    // An appeal against a penalty belongs to no section, so administrators decide it.
    await gateway().ok(
      "updateForbidden",
      { uid: writer?.id ?? 0, action: "warn", reason: "广告", submissionId: submissionId() },
      admin,
    );
    const [warned] = await notices(writer as Member);
    await gateway().ok(
      "submitAppeal",
      { logId: warned?.moderation?.appealable ?? 0, text: "我没有" },
      writer,
    );
    expect((await waiting(admin as Member)).appeal).toEqual({ ...first, count: 2 });
    expect((await waiting(moderator as Member)).appeal).toEqual(first);
    expect((await gateway().ok("appealList", { fid: section.fid }, admin)).total).toBe(1);
    expect((await gateway().ok("appealList", { fid: other.fid }, admin)).total).toBe(0);
    await gateway().refused("appealList", { fid: other.fid }, "NOT_YOUR_SECTION", moderator);
    const { items } = await gateway().ok("appealList", {}, admin);
    await gateway().ok(
      "handleAppeal",
      { ...form(items.map(({ id }) => id)), decision: "reject" },
      await gateway().member({ admin: true }),
    );
    for (const who of [admin, moderator]) expect((await waiting(who as Member)).appeal).toEqual(none);
  });

  it("are 999+ at most, with the waiting time of the oldest", async () => {
    await gateway().database.execute(sql`insert into appeals (account_id, kind, target_id, log_id, section_id, text, created_at)
      select ${writer?.id}, 'post', 1, 1000000 + n, ${section.fid}, '申诉', now() - n * interval '1 minute'
      from generate_series(1, 1200) as n`);
    await gateway().database.execute(sql`update appeals set created_at = '2026-01-02T03:04:05Z'
      where id = (select min(id) from appeals where decided_at is null)`);
    for (const who of [admin, moderator])
      expect((await waiting(who as Member)).appeal).toEqual({
        count: 1_000,
        oldest: "2026-01-02T03:04:05.000Z",
      });
    await gateway().database.execute(sql`delete from appeals where log_id > 1000000`);
    // The number 999+ is cached for a minute.
    forget(gateway().services, { name: "waiting" });
  });
});

describe("the inbox", () => {
  it("counts open suggestions, complaints and reported messages, for administrators alone", async () => {
    for (const who of [admin, moderator]) expect((await waiting(who as Member)).inbox).toEqual(none);
    const { number } = await gateway().ok(
      "insertUserAdvice",
      { type: "feature", text: "希望能按引脚数筛选芯片", contact: "", submissionId: submissionId() },
      writer,
    );
    const { oldest } = (await waiting(admin as Member)).inbox;
    expect(oldest).not.toBe("");
    const { id } = await gateway().ok(
      "sendInnerMessage",
      { uid: reader?.id ?? 0, text: "你这个骗子", submissionId: submissionId() },
      writer,
    );
    await gateway().ok("reportInnerMessage", { id, reason: "abuse", text: "骂人" }, reader);
    expect((await waiting(admin as Member)).inbox).toEqual({ count: 2, oldest });
    expect((await waiting(moderator as Member)).inbox).toEqual(none);
    await gateway().ok("decideSuggestion", { number, status: "working", answer: "在看" }, admin);
    expect((await waiting(admin as Member)).inbox).toEqual({ count: 2, oldest });
    await gateway().ok("decideSuggestion", { number, status: "answered", answer: "下个版本" }, admin);
    const [row] = await gateway().database.select().from(messageReports);
    expect((await waiting(admin as Member)).inbox).toEqual({
      count: 1,
      oldest: row?.createdAt.toISOString(),
    });
    await gateway().ok("handleMessageReport", { ...form([row?.id ?? 0]), decision: "uphold" }, admin);
    expect((await waiting(admin as Member)).inbox).toEqual(none);
  });
});

describe("a bin is filtered", () => {
  it("by section, author, moderator and days; an invalid filter is refused by its field", async () => {
    const [one, two] = [
      await gateway().topic(writer as Member, section),
      await gateway().topic(reader as Member, other),
    ];
    const reply = await gateway().reply(reader as Member, one.tid);
    await gateway().ok("moderatorPostOperate", { ...form([reply.pid]), action: "recyclePost" }, moderator);
    await gateway().ok("topicOperate", { ...form([one.tid]), action: "recycle" }, moderator);
    await gateway().ok("topicOperate", { ...form([two.tid]), action: "recycle" }, admin);
    const found = async (
      filters: object,
      call: "recycleTopicList" | "recycleReplyList" = "recycleTopicList",
    ) => {
      const { items, total } = await gateway().ok(call, filters, admin);
      expect(total).toBe(items.length);
      return items.map(({ id }) => id);
    };
    const day = (offset: number) =>
      new Date(Date.now() + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);
    expect(await found({ fid: section.fid })).toEqual([one.tid]);
    expect(await found({ author: String(reader?.id) })).toEqual([two.tid]);
    expect(await found({ by: moderator?.nickname })).toEqual([one.tid]);
    expect(await found({ by: admin?.nickname, author: reader?.nickname })).toEqual([two.tid]);
    expect(await found({ by: "没有这个人" })).toEqual([]);
    expect(await found({ from: day(-1), to: day(1) })).toEqual([two.tid, one.tid]);
    expect(await found({ to: day(-2) })).toEqual([]);
    expect(await found({ from: day(2) })).toEqual([]);
    expect(await found({ author: reader?.nickname, by: moderator?.nickname }, "recycleReplyList")).toEqual([
      reply.pid,
    ]);
    expect(await found({ by: admin?.nickname }, "recycleReplyList")).toEqual([]);
    await gateway().refused("recycleTopicList", { fid: other.fid }, "NOT_YOUR_SECTION", moderator);
    for (const filters of [
      ...[{ from: "2026-13-45" }, { to: "昨天" }, { from: "0000-01-01" }, { to: "2026-02-30" }],
      ...[{ author: "长".repeat(41) }, { by: "长".repeat(41) }],
    ]) {
      await gateway().refused("recycleTopicList", filters, "INVALID_REQUEST", moderator);
      await gateway().refused("recycleReplyList", filters, "INVALID_REQUEST", moderator);
    }
    // The other lists that are filtered by days.
    for (const from of ["2026-13-45", "0000-01-01"]) {
      await gateway().refused("moderatorTopicList", { from }, "INVALID_REQUEST", moderator);
      await gateway().refused("managementLog", { from }, "INVALID_REQUEST", moderator);
    }
  });
});

describe("the menu, the tabs and the rows", () => {
  it("show the same numbers, to a moderator of one section and to an administrator", async () => {
    const newcomer = await gateway().member({ signedPolicies: { Disclaimer: "1.0" } });
    const { database } = gateway();
    const texts: { tid: number; pid: number }[] = [];
    for (const where of [section, section, other]) texts.push(await gateway().topic(newcomer, where));
    const replies = [
      await gateway().reply(newcomer, texts[0]?.tid ?? 0),
      await gateway().reply(newcomer, texts[2]?.tid ?? 0),
    ];
    // Texts that wait twice, ignored texts, and texts that their authors deleted.
    for (const { pid } of [...texts, ...replies])
      await database.execute(sql`insert into review_items (post_id, words) values (${pid}, '{}')`);
    const gone = await gateway().topic(newcomer, section);
    const ignored = await gateway().topic(newcomer, section);
    for (const { pid } of [gone, ignored])
      await database.execute(sql`insert into review_items (post_id, words) values (${pid}, '{}')`);
    await database.execute(sql`update review_items set ignored_at = now() where post_id = ${ignored.pid}`);
    await gateway().ok("deleteContent", { pid: gone.pid }, newcomer);
    for (const { pid } of texts)
      await gateway().ok("submitReport", { pid, reason: "spam", text: "像广告" }, reader);
    const [taken] = (await gateway().ok("reportList", {}, moderator)).cases;
    await gateway().ok("assignReport", { ids: [taken?.id ?? 0], submissionId: submissionId() }, moderator);
    await database.execute(
      sql`insert into profile_changes (account_id, kind, before, after, words) values (${newcomer.id}, 'nickname', '{}', '{}', '{}')`,
    );
    for (const who of [moderator, admin] as Member[]) {
      const { admin: isAdmin, waiting: menu } = await gateway().ok("moderatorOverview", {}, who);
      const total = async (answer: Promise<{ total: number }>) => (await answer).total;
      const rows = {
        topics: await total(gateway().ok("reviewTopicList", {}, who)),
        replies: await total(gateway().ok("reviewReplyList", {}, who)),
        waiting: await total(gateway().ok("reportList", { status: "waiting" }, who)),
        working: await total(gateway().ok("reportList", { status: "working" }, who)),
      };
      const own = isAdmin && {
        profiles: await total(gateway().ok("reviewProfileList", {}, who)),
        suggestion: await total(gateway().ok("adviceInbox", { kind: "suggestion" }, who)),
        complaint: await total(gateway().ok("adviceInbox", { kind: "complaint" }, who)),
        message: await total(gateway().ok("reportedMessageList", {}, who)),
        lateSuggestion: await total(gateway().ok("adviceInbox", { overdue: true }, who)),
        lateComplaint: await total(gateway().ok("adviceInbox", { kind: "complaint", overdue: true }, who)),
      };
      expect(menu.parts).toEqual({ ...rows, ...own });
      const { profiles = 0, suggestion = 0, complaint = 0, message = 0 } = menu.parts;
      expect(menu.audit.count).toBe(rows.topics + rows.replies + profiles);
      expect(menu.report.count).toBe(rows.waiting + rows.working);
      // The lists count beyond the menu's maximum.
      expect(menu.appeal.count).toBe(Math.min(1_000, await total(gateway().ok("appealList", {}, who))));
      expect(menu.inbox.count).toBe(suggestion + complaint + message);
      expect(rows).toMatchObject(isAdmin ? { topics: 3, replies: 2 } : { topics: 2, replies: 1, working: 1 });
      expect(profiles).toBe(isAdmin ? 1 : 0);
    }
  });
});
