import { eq, sql } from "drizzle-orm";
import { moderationLog, notifications, reportCases, reports } from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [author, moderator, second, one, two]: Member[] = [];
let section: Section;
beforeAll(async () => {
  [author, moderator, second, one, two] = [
    await gateway().member(),
    await gateway().member(),
    await gateway().member(),
    await gateway().member(),
    await gateway().member(),
  ];
  section = await gateway().section({ moderators: [moderator, second] });
});

const report = (pid: number, by: Member = one as Member) =>
  gateway().ok("submitReport", { pid, reason: "spam", text: "广告" }, by);

const list = async (more: object = {}, by: Member = moderator as Member) =>
  (await gateway().ok("reportList", { ...more }, by)).cases;

async function reported(by: Member = author as Member) {
  const { tid, pid } = await gateway().topic(by, section);
  await report(pid);
  const held = (await list()).find((each) => each.pid === pid);
  if (!held) throw new Error("no case");
  return { tid, pid, id: held.id };
}

const settle = (
  id: number,
  decision: "uphold" | "reject",
  action: "none" | "hide" | "recycle" = "none",
  by: Member = moderator as Member,
) =>
  gateway().ok(
    "handleReport",
    { ids: [id], decision, action, reason: "看过了", submissionId: submissionId() },
    by,
  );

const told = async (who: Member) => {
  const answer = await gateway().ok("queryDcmMessageByUser", { type: "system" }, who);
  return "notices" in answer ? answer.notices.map(({ moderation }) => moderation?.action) : [];
};

describe("a case", () => {
  it("has all reports of one text, with the text as it was", async () => {
    const { pid } = await reported();
    await report(pid, two);
    const [held] = (await list()).filter((each) => each.pid === pid);
    expect(held).toMatchObject({ status: "waiting", edited: false, state: "listed" });
    expect(held?.reports.map(({ person }) => person.uid)).toEqual([one?.id, two?.id]);
    await gateway().refused("submitReport", { pid, reason: "spam" }, "ALREADY_REPORTED", two);
  });

  it("shows its latest twenty reports and their number, whatever other cases have", async () => {
    const [flooded, quiet] = [await reported(), await reported()];
    await gateway().database.execute(sql`insert into accounts (phone, nickname, nickname_folded)
      select '199' || n, '举报人' || n, '举报人' || n from generate_series(10000001, 10010000) as n`);
    await gateway().database.execute(sql`insert into reports (account_id, post_id, case_id, reason, text)
      select id, ${flooded.pid}, ${flooded.id}, 'spam', nickname from accounts where phone like '1991%' order by id`);
    await gateway()
      .database.update(reportCases)
      .set({ reports: 10_001 })
      .where(eq(reportCases.id, flooded.id));
    const cases = await list();
    const [many, single] = [flooded, quiet].map(({ id }) => cases.find((each) => each.id === id));
    expect(many?.reporters).toBe(10_001);
    expect(many?.reports.map(({ text }) => text)).toEqual(
      Array.from({ length: 20 }, (_, index) => `举报人${10_009_981 + index}`),
    );
    expect([single?.reporters, single?.reports.length]).toEqual([1, 1]);
    await settle(flooded.id, "reject");
    const rows = await gateway().database.select().from(reports).where(eq(reports.caseId, flooded.id));
    expect(rows).toHaveLength(10_001);
    expect(rows.every(({ closedAt }) => closedAt !== null)).toBe(true);
    const about = eq(notifications.postId, flooded.pid);
    expect(await gateway().database.$count(notifications, about)).toBe(10_001);
  });

  it("is upheld: the text is hidden, author and reporters get a notice, its reports are closed", async () => {
    const [writer, reporter] = [await gateway().member(), await gateway().member()];
    const { tid, pid } = await gateway().topic(writer, section);
    await report(pid, reporter);
    const held = (await list()).find((each) => each.pid === pid);
    await settle(held?.id ?? 0, "uphold", "hide");
    expect((await gateway().ok("topicDetail", { tid }, writer)).state).toBe("hidden");
    expect(await told(writer)).toEqual(["hide"]);
    expect(await told(reporter)).toEqual(["uphold"]);
    const rows = await gateway().database.select().from(reports).where(eq(reports.postId, pid));
    expect(rows.every(({ closedAt }) => closedAt !== null)).toBe(true);
    expect((await list({ status: "upheld" }))[0]).toMatchObject({ pid, answer: "看过了" });
    await expectExactCounters(gateway().database);
    // A reporter who was right before is marked as such.
    const next = await gateway().topic(author as Member, section);
    await report(next.pid, reporter);
    const [rated] = (await list()).filter((each) => each.pid === next.pid);
    expect(rated?.reports[0]).toMatchObject({ upheld: 1, decided: 1 });
  });

  it("has notes that moderators of its section write and read", async () => {
    const { id } = await reported();
    await gateway().ok("addCaseNote", { id, text: "和上次是同一个人" }, second);
    expect((await list()).find((each) => each.id === id)?.notes).toMatchObject([
      { by: { uid: second?.id }, text: "和上次是同一个人" },
    ]);
    await gateway().refused("addCaseNote", { id, text: " " }, "INVALID_REQUEST", second);
    await gateway().refused("addCaseNote", { id: 999_999_999, text: "没有" }, "CASE_NOT_FOUND", second);
    const foreign = await gateway().member();
    await gateway().section({ moderators: [foreign] });
    await gateway().refused("addCaseNote", { id, text: "别的版块" }, "NOT_YOUR_SECTION", foreign);
    const notes = Array.from({ length: 50 }, () => ({ byId: 1, text: "满", at: new Date().toISOString() }));
    await gateway().database.update(reportCases).set({ notes }).where(eq(reportCases.id, id));
    await gateway().refused("addCaseNote", { id, text: "再来" }, "CASE_NOTES_FULL", second);
  });

  it("is rejected: the rejection holds until the text is edited", async () => {
    const { tid, pid, id } = await reported();
    await settle(id, "reject");
    await gateway().refused("submitReport", { pid, reason: "spam" }, "REPORT_SETTLED", two);
    await gateway().ok(
      "editTopic",
      { tid, fid: section.fid, classId: null, title: "改过的标题", content: "改过的正文", tags: ["驱动"] },
      author,
    );
    await report(pid, two);
  });

  it("is assigned and released", async () => {
    const { id } = await reported();
    const assign = (by: Member | undefined, back = false) =>
      gateway().ok("assignReport", { ids: [id], back, submissionId: submissionId() }, by);
    await assign(moderator);
    expect((await list({ status: "working", mine: true })).map((each) => each.id)).toContain(id);
    expect((await list({ status: "working", mine: true }, second)).map((each) => each.id)).not.toContain(id);
    await assign(moderator, true);
    expect((await list()).map((each) => each.id)).toContain(id);
  });

  it("is settled once, names its moderator, and never by its author or a reporter", async () => {
    const { id } = await reported();
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        settle(id, index % 2 ? "uphold" : "reject", "none", index % 3 ? moderator : second),
      ),
    );
    const log = await gateway().database.select().from(moderationLog).where(eq(moderationLog.targetId, id));
    expect(log.filter(({ targetKind }) => targetKind === "case")).toHaveLength(1);
    const { results } = await settle(id, "reject");
    expect(results[0]?.code).toBe("ALREADY_DECIDED");
    expect(results[0]?.message).toMatch(/^已由 .+ 处理：(成立|不成立)$/);
    const own = await reported(moderator);
    expect((await settle(own.id, "reject")).results[0]?.code).toBe("OWN_CONTENT");
    const { pid } = await gateway().topic(author as Member, section);
    await report(pid, moderator);
    const mine = (await list()).find((each) => each.pid === pid);
    expect((await settle(mine?.id ?? 0, "reject")).results[0]?.code).toBe("OWN_CONTENT");
    expect((await settle(mine?.id ?? 0, "reject", "none", second)).results[0]?.code).toBeNull();
    expect((await settle(2_000_000_000, "reject")).results[0]?.code).toBe("CASE_NOT_FOUND");
  });

  it("keeps the text when it is binned, and nothing of it when it is destroyed", async () => {
    const { tid, pid, id } = await reported();
    await settle(id, "uphold", "recycle");
    const readCase = async () =>
      (await gateway().database.select().from(reportCases).where(eq(reportCases.postId, pid)))[0];
    expect((await readCase())?.html).not.toBe("");
    const admin = await gateway().member({ admin: true });
    await gateway().ok(
      "destroyContent",
      { ids: [tid], of: "topics", reason: "违法", submissionId: submissionId() },
      admin,
    );
    expect(await readCase()).toMatchObject({ title: "", source: "", html: "" });
  });
});
