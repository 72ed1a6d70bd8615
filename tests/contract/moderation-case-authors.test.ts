import { and, eq } from "drizzle-orm";
import { accounts, moderationLog, penalties, reportCases } from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [moderator, second, admin, reporter]: Member[] = [];
let section: Section;
beforeAll(async () => {
  [moderator, second, reporter] = [
    await gateway().member(),
    await gateway().member(),
    await gateway().member(),
  ];
  admin = await gateway().member({ admin: true });
  section = await gateway().section({ moderators: [moderator, second] });
});

async function reported(by: Member, person = reporter as Member) {
  const { tid, pid } = await gateway().topic(by, section);
  await gateway().ok("submitReport", { pid, reason: "spam", text: "广告" }, person);
  return { tid, pid, id: await caseOf(pid) };
}

async function caseOf(pid: number): Promise<number> {
  const [row] = await gateway().database.select().from(reportCases).where(eq(reportCases.postId, pid));
  return row?.id ?? 0;
}

const form = (ids: number[]) => ({
  ids,
  decision: "uphold" as const,
  action: "hide" as const,
  reason: "看过了",
  submissionId: submissionId(),
});

const settle = (ids: number[], more: object, by = moderator as Member) =>
  gateway().ok("handleReport", { ...form(ids), ...more }, by);

const penaltiesOf = (who: Member) =>
  gateway().database.select().from(penalties).where(eq(penalties.accountId, who.id)).orderBy(penalties.id);

const loggedOf = async (who: Member) => {
  const rows = await gateway()
    .database.select()
    .from(moderationLog)
    .where(eq(moderationLog.personId, who.id))
    .orderBy(moderationLog.id);
  return rows.map(({ action, targetKind }) => `${action} ${targetKind}`);
};

const told = async (who: Member) => {
  const answer = await gateway().ok("queryDcmMessageByUser", { type: "system" }, who);
  return "notices" in answer ? answer.notices.map(({ moderation }) => moderation?.action) : [];
};

describe("one form settles the text, its author and all reports", () => {
  it.each([
    ["warn", {}, { kind: "warning", days: null }],
    ["mute", { days: 7 }, { kind: "mute", days: 7 }],
    ["ban", { days: 0 }, { kind: "ban", days: 0, until: null }],
  ] as const)("%s, with a row of the log and a notice of its own", async (author, days, penalty) => {
    const writer = await gateway().member();
    const { id } = await reported(writer);
    const answer = await settle([id], { author, ...days });
    expect(answer).toMatchObject({ done: 1, refused: 0 });
    expect(await penaltiesOf(writer)).toMatchObject([{ ...penalty, byId: moderator?.id, reason: "看过了" }]);
    expect(await loggedOf(writer)).toEqual(["hide topic", `${author} person`, "uphold case"]);
    const [row] = await gateway()
      .database.select()
      .from(moderationLog)
      .where(and(eq(moderationLog.personId, writer.id), eq(moderationLog.action, "uphold")));
    expect(row?.after).toEqual({ status: "upheld", action: "hide", author });
    if (author !== "ban") expect((await told(writer)).toSorted()).toEqual(["hide", author].toSorted());
    const [account] = await gateway().database.select().from(accounts).where(eq(accounts.id, writer.id));
    expect(account?.mutedUntil !== null).toBe(author === "mute");
    expect(account?.bannedUntil !== null).toBe(author === "ban");
    await expectExactCounters(gateway().database);
  });

  it("several cases of one person give one penalty, of different people one each", async () => {
    const [one, two] = [await gateway().member(), await gateway().member()];
    const ids = [];
    for (const writer of [one, two, one, one]) ids.push((await reported(writer)).id);
    expect(await settle(ids, { author: "warn", action: "none" })).toMatchObject({ done: 4, refused: 0 });
    expect(await penaltiesOf(one)).toHaveLength(1);
    expect(await penaltiesOf(two)).toHaveLength(1);
    // Another form is another decision.
    await settle([(await reported(one)).id], { author: "warn" });
    expect(await penaltiesOf(one)).toHaveLength(2);
  });

  it("a penalty above the moderator's rights is refused alone, and its case is not settled", async () => {
    const writer = await gateway().member();
    const [high, member] = [await reported(second as Member), await reported(writer)];
    const answer = await settle([high.id, member.id], { author: "mute", days: 1 });
    expect(answer.results.map(({ code }) => code)).toEqual(["HIGHER_RANK", null]);
    expect((await gateway().ok("topicDetail", { tid: high.tid })).state).toBe("listed");
    const [held] = await gateway().database.select().from(reportCases).where(eq(reportCases.id, high.id));
    expect(held?.status).toBe("waiting");
    expect(await penaltiesOf(second as Member)).toEqual([]);
    // An administrator has the right.
    await settle([high.id], { author: "warn" }, admin);
    expect(await penaltiesOf(second as Member)).toHaveLength(1);
    const own = await reported(moderator as Member);
    expect((await settle([own.id], { author: "warn" })).results[0]?.code).toBe("OWN_CONTENT");
    const foreign = await gateway().member();
    await gateway().section({ moderators: [foreign] });
    const { results } = await settle([own.id], { author: "warn" }, foreign);
    expect(results[0]?.code).toBe("NOT_YOUR_SECTION");
  });

  it("empty days are refused; a rejected case needs none and gives no penalty", async () => {
    const writer = await gateway().member();
    const { id } = await reported(writer);
    for (const author of ["mute", "ban"] as const)
      for (const days of [{}, { days: "" }]) {
        const body = await gateway().refused(
          "handleReport",
          { ...form([id]), author, ...days },
          "INVALID_REQUEST",
          moderator,
        );
        expect(JSON.stringify(body)).toContain("请填写天数，0 为永久");
      }
    for (const days of [-1, 3_651, 1.5, "七"])
      await gateway().refused(
        "handleReport",
        { ...form([id]), author: "mute", days },
        "INVALID_REQUEST",
        moderator,
      );
    await gateway().refused("handleReport", { ...form([id]), author: "lift" }, "INVALID_REQUEST", moderator);
    await settle([id], { decision: "reject", author: "mute" });
    expect(await penaltiesOf(writer)).toEqual([]);
  });

  it("the penalty can be appealed against like any other, and lifted", async () => {
    const writer = await gateway().member();
    await settle([(await reported(writer)).id], { author: "mute", days: 30, action: "none" });
    const [row] = await gateway()
      .database.select()
      .from(moderationLog)
      .where(and(eq(moderationLog.personId, writer.id), eq(moderationLog.action, "mute")));
    await gateway().ok("submitAppeal", { logId: row?.id ?? 0, text: "我没有发广告" }, writer);
    const { items } = await gateway().ok("appealList", {}, admin);
    const mine = items.find(({ person }) => person.uid === writer.id);
    await gateway().ok(
      "handleAppeal",
      { ids: [mine?.id ?? 0], decision: "uphold", reason: "确实不是", submissionId: submissionId() },
      admin,
    );
    const [account] = await gateway().database.select().from(accounts).where(eq(accounts.id, writer.id));
    expect(account?.mutedUntil).toBeNull();
  });
});

describe("a case whose text was deleted", () => {
  const list = async (status: "waiting" | "working" | "upheld" = "waiting") =>
    (await gateway().ok("reportList", { status, fid: section.fid }, moderator)).cases;

  it("by its author (topic, reply, or the topic around a reply) stays in the list and is settled", async () => {
    const writer = await gateway().member();
    const topic = await reported(writer);
    const around = await gateway().topic(writer, section);
    const [alone, within] = [
      await gateway().reply(writer, around.tid),
      await gateway().reply(admin as Member, around.tid),
    ];
    for (const { pid } of [alone, within])
      await gateway().ok("submitReport", { pid, reason: "spam", text: "广告" }, reporter);
    await gateway().ok("deleteContent", { pid: topic.pid }, writer);
    await gateway().ok("deleteContent", { pid: alone.pid }, writer);
    await gateway().ok("deleteContent", { pid: around.pid }, writer);
    const waiting = await list();
    for (const { pid } of [topic, alone, within])
      expect(waiting.find((each) => each.pid === pid)).toMatchObject({ state: "deleted", destroyed: false });
    const ids = [topic.id, await caseOf(alone.pid)];
    await gateway().ok("assignReport", { ids, submissionId: submissionId() }, moderator);
    expect((await list("working")).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    // The text is deleted, but its author still exists.
    expect(await settle(ids, { author: "warn", action: "recycle" })).toMatchObject({ done: 2, refused: 0 });
    expect(await penaltiesOf(writer)).toHaveLength(1);
    const rest = [await caseOf(within.pid)];
    expect((await settle(rest, { action: "hide" }, admin)).results[0]?.code).toBe("OWN_CONTENT");
    await gateway().ok("handleReport", { ...form(rest), decision: "reject" }, second);
    const [row] = await gateway()
      .database.select()
      .from(moderationLog)
      .where(and(eq(moderationLog.targetId, topic.id), eq(moderationLog.action, "uphold")));
    expect(row?.after).toMatchObject({ status: "upheld", action: "none", author: "warn" });
    expect(await told(reporter as Member)).toContain("uphold");
    await expectExactCounters(gateway().database);
  });

  it("after being destroyed shows no text, and is settled all the same", async () => {
    const writer = await gateway().member();
    const { id, tid } = await reported(writer);
    const bin = { ids: [tid], reason: "违法", submissionId: submissionId() };
    await gateway().ok("topicOperate", { ...bin, action: "recycle" }, moderator);
    await gateway().ok("destroyContent", { ...bin, submissionId: submissionId(), of: "topics" }, admin);
    const held = (await list()).find((each) => each.id === id);
    expect(held).toMatchObject({ destroyed: true, edited: false, title: "", html: "", state: "deleted" });
    const before = (await gateway().ok("moderatorOverview", {}, moderator)).waiting.report.count;
    expect(await settle([id], { author: "mute", days: 3 })).toMatchObject({ done: 1 });
    const after = (await gateway().ok("moderatorOverview", {}, moderator)).waiting.report.count;
    expect(after).toBe(before - 1);
    expect((await list("upheld")).map((each) => each.id)).toContain(id);
    expect(await penaltiesOf(writer)).toHaveLength(1);
  });
});
