import { addTime, dayOf, midnightOf, startOf } from "contract/base/time";
import {
  adviceNotesMax,
  cannedRepliesMax,
  escalationHours,
  questionWorkdays,
} from "contract/feedback/constants";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import {
  accounts,
  cannedReplies,
  complaints,
  moderationLog,
  moderationReasons,
  notifications,
  suggestions,
} from "gateway/database/schema";
import { noHolidays } from "gateway/feedback/holidays";
import { escalateJob } from "gateway/feedback/inbox/escalate";
import { feedbackPersonalData } from "gateway/feedback/personal-data";
import { promisedBy } from "gateway/feedback/promised";
import { verifyLog } from "gateway/moderation/verify-log";
import { beforeEach, describe, expect, it } from "vitest";
import { complaintContext } from "../support/calls/feedback";
import { type Member, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [admin, second, author]: Member[] = [];
beforeEach(async () => {
  // One test's administrators are not told by another's letters.
  await gateway().database.update(accounts).set({ admin: false });
  await gateway().database.delete(suggestions);
  await gateway().database.delete(notifications);
  await gateway().database.delete(complaints);
  admin = await gateway().member({ admin: true });
  second = await gateway().member({ admin: true });
  author = await gateway().member({ signedPolicies: { Disclaimer: "1.0" } });
});

const me = () => admin as Member;
const other = () => second as Member;
const key = () => ({ submissionId: submissionId() });
const suggest = async (more: object = {}) =>
  (
    await gateway().ok(
      "insertUserAdvice",
      { type: "feature", text: "希望能按引脚数筛选芯片", contact: "", ...key(), ...more },
      author,
    )
  ).number;
const complain = async () =>
  (
    await gateway().ok(
      "insertComplaint",
      { reason: "fraud", text: "这个帖子是骗人的", contact: "", context: complaintContext, ...key() },
      author,
    )
  ).number;
const read = async (number: string) => {
  const [item] = (await gateway().ok("adviceInbox", { number }, me())).items;
  if (!item) throw new Error(`there is no ${number}`);
  return item;
};
const numbers = async (request: object, by = me()) =>
  (await gateway().ok("adviceInbox", request, by)).items.map(({ number }) => number);
const told = (event: string) =>
  gateway()
    .database.select({ id: notifications.accountId, key: notifications.groupKey })
    .from(notifications)
    .where(eq(notifications.event, event))
    .orderBy(notifications.id);
const logged = (action: "adviceAssign" | "adviceDue" | "adviceNote" | "adviceOverdue" | "advice") =>
  gateway()
    .database.select()
    .from(moderationLog)
    .where(eq(moderationLog.action, action))
    .orderBy(asc(moderationLog.id));

describe("the assignee of a letter", () => {
  it("is told, once however often the form is posted; and the log has every move", async () => {
    const number = await suggest();
    const before = (await logged("adviceAssign")).length;
    const form = { number, uid: other().id, from: 0, ...key() };
    await gateway().ok("assignAdvice", form, me());
    await gateway().ok("assignAdvice", form, me());
    expect((await read(number)).assignee?.uid).toBe(other().id);
    expect(await told("adviceAssigned")).toEqual([{ id: other().id, key: `adviceAssigned:${number}` }]);
    const notices = await gateway().ok("queryDcmMessageByUser", { type: "system" }, other());
    expect("notices" in notices && notices.notices[0]).toMatchObject({
      event: "adviceAssigned",
      advice: number,
    });
    await gateway().ok("assignAdvice", { number, uid: me().id, from: other().id, ...key() }, me());
    // Nobody is told of what they took themselves, and the one before has nothing to do any more.
    expect(await told("adviceAssigned")).toEqual([]);
    await gateway().ok("assignAdvice", { number, uid: 0, from: me().id, ...key() }, me());
    const rows = (await logged("adviceAssign")).slice(before);
    expect(rows.map(({ before: was, after }) => [was.assigneeId, after.assigneeId])).toEqual([
      [null, other().id],
      [other().id, me().id],
      [me().id, null],
    ]);
    expect(rows.every(({ personId, after }) => personId === author?.id && after.number === number)).toBe(
      true,
    );
    expect((await read(number)).deeds.map(({ did, to }) => [did, to?.uid])).toEqual([
      ["assign", other().id],
      ["assign", me().id],
      ["assign", undefined],
    ]);
    expect((await verifyLog(gateway().database)).broken).toEqual([]);
  });

  it("whoever comes second is told what the first did", async () => {
    const number = await complain();
    await gateway().ok("assignAdvice", { number, uid: me().id, from: 0, ...key() }, me());
    const refusal = await gateway().refused(
      "assignAdvice",
      { number, uid: other().id, from: 0, ...key() },
      "ADVICE_CHANGED",
      other(),
    );
    expect(refusal.fields?.uid?.[0]).toContain(`把它分派给了 ${me().nickname}`);
    expect((await read(number)).assignee?.uid).toBe(me().id);
  });

  it("is an administrator", async () => {
    const number = await suggest();
    const form = { number, uid: author?.id ?? 0, from: 0 };
    await gateway().refused("assignAdvice", { ...form, ...key() }, "ADVICE_ASSIGNEE", me());
    await gateway().refused("assignAdvice", { ...form, ...key() }, "NOT_PERMITTED", author);
  });
});

const end = (member: Member | undefined) =>
  gateway().database.transaction(async (database) => {
    const account = { id: member?.id } as Parameters<NonNullable<typeof feedbackPersonalData.erase>>[1];
    await feedbackPersonalData.erase?.(database as never, account, new Date());
  });

it("the end of an account frees what it had, and takes the notes about its complaints along", async () => {
  const [number, complaint] = [await suggest(), await complain()];
  for (const each of [number, complaint])
    await gateway().ok("assignAdvice", { number: each, uid: other().id, from: 0, ...key() }, me());
  await end(other());
  expect([(await read(number)).assignee, (await read(complaint)).assignee]).toEqual([null, null]);
  await end(author);
  expect(await read(complaint)).toMatchObject({ person: null, deeds: [], text: "这个帖子是骗人的" });
});

describe("the notes of administrators", () => {
  it("are theirs alone: neither the author's pages nor the author's export have them", async () => {
    const [number, complaint] = [await suggest(), await complain()];
    for (const each of [number, complaint]) {
      const form = { number: each, text: "问过硬件组，下周有样片", ...key() };
      await gateway().ok("addAdviceNote", form, me());
      await gateway().ok("addAdviceNote", form, me());
      await gateway().ok("assignAdvice", { number: each, uid: other().id, from: 0, ...key() }, me());
      await gateway().ok("decideSuggestion", { number, status: "working", answer: "在看" }, me());
      expect((await read(each)).deeds.filter(({ did }) => did === "note")).toMatchObject([
        { text: "问过硬件组，下周有样片", by: { uid: me().id } },
      ]);
      const own = await gateway().ok("userAdviceDetail", { number: each }, author);
      expect(JSON.stringify(own)).not.toContain("硬件组");
      expect(own).not.toHaveProperty("deeds");
      expect(own).not.toHaveProperty("assignee");
    }
    const account = { id: author?.id } as Parameters<
      NonNullable<typeof feedbackPersonalData.files>[string]["read"]
    >[1];
    for (const file of Object.values(feedbackPersonalData.files ?? {})) {
      const [row] = (await file.read(gateway().database, account)) as Record<string, unknown>[];
      expect(JSON.stringify(row)).not.toMatch(/硬件组|"by"/);
      for (const name of ["deeds", "assigneeId", "remindedAt"]) expect(row).not.toHaveProperty(name);
    }
    expect(JSON.stringify(await logged("adviceNote"))).not.toContain("硬件组");
  });

  it("are limited, and moves do not count", async () => {
    const number = await suggest();
    const deeds = Array.from({ length: adviceNotesMax }, (_, index) => ({
      did: "note" as const,
      by: me().id,
      at: new Date().toISOString(),
      key: `key-${index}`,
      text: `第 ${index} 条`,
      to: null,
      dueAt: null,
    }));
    await gateway().database.update(suggestions).set({ deeds }).where(eq(suggestions.number, number));
    await gateway().refused("addAdviceNote", { number, text: "再来", ...key() }, "ADVICE_NOTES_FULL", me());
    await gateway().ok("assignAdvice", { number, uid: me().id, from: 0, ...key() }, me());
    expect((await read(number)).deeds).toHaveLength(adviceNotesMax + 1);
  });
});

describe("the date of a letter", () => {
  it("is set by its kind; only a question's is its author's too", async () => {
    const letters = [await suggest(), await suggest({ type: "question" }), await complain()];
    for (const number of letters) expect((await read(number)).dueAt).not.toBeNull();
    const own = await Promise.all(
      letters.map(async (number) => (await gateway().ok("userAdviceDetail", { number }, author)).dueAt),
    );
    expect(own.map((at) => at !== null)).toEqual([false, true, false]);
  });

  it("changes with a reason; the asker of a question is told, and the second administrator too", async () => {
    const number = await suggest({ type: "question" });
    const from = (await read(number)).dueAt ?? "";
    const day = dayOf(addTime(gateway().services.now(), 20, "day"));
    const form = { number, day, reason: "等新版手册", from, ...key() };
    await gateway().ok("setAdviceDue", form, me());
    await gateway().ok("setAdviceDue", form, me());
    const { dueAt, deeds } = await read(number);
    expect([dueAt, deeds.length]).toEqual([new Date(`${day}T18:00:00+08:00`).toISOString(), 1]);
    expect(deeds[0]).toMatchObject({ did: "due", text: "等新版手册", dueAt });
    expect((await gateway().ok("userAdviceDetail", { number }, author)).dueAt).toBe(dueAt);
    expect(await told("advice")).toEqual([{ id: author?.id, key: number }]);
    const again = { ...form, day: dayOf(addTime(gateway().services.now(), 30, "day")), ...key() };
    const refusal = await gateway().refused("setAdviceDue", again, "ADVICE_CHANGED", other());
    expect(refusal.fields?.day?.[0]).toContain(`${me().nickname} `);
    expect(refusal.fields?.day?.[0]).toContain(`把期限改成了 ${day} 18:00`);
    const [row] = (await logged("adviceDue")).slice(-1);
    expect(row).toMatchObject({ before: { dueAt: from }, after: { dueAt } });
    expect(JSON.stringify(row)).not.toContain("新版手册");
  });

  it("is not today any more after 18:00, which the refusal says", async () => {
    const number = await suggest();
    const from = (await read(number)).dueAt ?? "";
    const now = gateway().services.now();
    const evening = addTime(midnightOf(dayOf(addTime(now, 1, "day"))), 19, "hour");
    gateway().pass((evening.getTime() - now.getTime()) / 1_000);
    const form = { number, day: dayOf(evening), reason: "今天就答", from };
    const refusal = await gateway().refused("setAdviceDue", { ...form, ...key() }, "ADVICE_DUE_PAST", me());
    expect(refusal.fields?.day).toEqual(["今天 18:00 已过，请选明天或以后的一天"]);
    // What comes in the evening has the same date as what came in the morning.
    const late = await suggest({ type: "question" });
    expect((await read(late)).dueAt).toBe(
      promisedBy(startOf(evening, "day"), questionWorkdays, noHolidays).toISOString(),
    );
  });

  it("has a reason that goes with the letter, and the log stays as it was written", async () => {
    const [number, complaint] = [await suggest(), await complain()];
    for (const each of [number, complaint]) {
      const day = dayOf(addTime(gateway().services.now(), 40, "day"));
      await gateway().ok("setAdviceDue", { number: each, day, reason: "等她的样片", ...key() }, me());
    }
    const kept = () => gateway().database.$count(moderationReasons, eq(moderationReasons.text, "等她的样片"));
    expect(await kept()).toBe(2);
    await end(author);
    expect(await kept()).toBe(0);
    expect((await verifyLog(gateway().database)).broken).toEqual([]);
  });

  it("is neither past nor of what is answered", async () => {
    const number = await suggest();
    const { dueAt } = await read(number);
    const form = { number, day: "2020-01-01", reason: "忘了", from: dueAt ?? "" };
    await gateway().refused("setAdviceDue", { ...form, ...key() }, "ADVICE_DUE_PAST", me());
    await gateway().ok("decideSuggestion", { number, status: "answered", answer: "好" }, me());
    await gateway().refused("setAdviceDue", { ...form, ...key() }, "ADVICE_NOT_OPEN", me());
    await gateway().refused("setAdviceDue", { ...form, reason: " ", ...key() }, "INVALID_REQUEST", me());
  });
});

describe("what is overdue", () => {
  const late = async (number: string, hours = 1) => {
    const at = addTime(gateway().services.now(), -hours, "hour");
    const table = number.startsWith("TS") ? complaints : suggestions;
    await gateway().database.update(table).set({ dueAt: at }).where(eq(table.number, number));
  };
  const run = () => escalateJob.run(gateway().services);

  it("is a queue by its dates, read off an index, as are the letters of an assignee", async () => {
    const [first, number, longest] = [await suggest(), await suggest(), await suggest()];
    await late(first, 1);
    await late(number, 2);
    await late(longest, 3);
    expect(await numbers({ overdue: true })).toEqual([longest, number, first]);
    expect(await numbers({})).toEqual([longest, number, first]);
    const explain = (what: string) =>
      gateway().database.transaction(async (database) => {
        await database.execute(sql`set local enable_seqscan = off`);
        await database.execute(sql`set local enable_sort = off`);
        return JSON.stringify(await database.execute(sql.raw(`explain ${what}`)));
      });
    for (const table of ["suggestions", "complaints"]) {
      const queue = `select id from ${table} where status in ('received', 'working') and due_at <= now()`;
      expect(await explain(`${queue} order by due_at, id limit 20`)).toContain(`${table}_due`);
      expect(await explain(`select id from ${table} where assignee_id = 7`)).toContain(`${table}_assignee`);
    }
  });

  it("comes first, is counted and found, and is told to the assignee and a day later to the others, once each", async () => {
    const third = await gateway().member({ admin: true });
    const [first, number] = [await suggest(), await suggest()];
    await late(number);
    expect(await numbers({})).toEqual([number, first]);
    expect(await numbers({ overdue: true })).toEqual([number]);
    const { waiting } = await gateway().ok("moderatorOverview", {}, me());
    expect(waiting.parts).toMatchObject({ suggestion: 2, lateSuggestion: 1, lateComplaint: 0 });
    await gateway().ok("assignAdvice", { number, uid: other().id, from: 0, ...key() }, me());
    await Promise.all([run(), run()]);
    await run();
    const groupKey = `adviceOverdue:${number}`;
    expect(await told("adviceOverdue")).toEqual([{ id: other().id, key: groupKey }]);
    await gateway().database.update(notifications).set({ readAt: new Date() });
    gateway().pass(escalationHours * 3_600 + 1);
    await run();
    await run();
    expect((await told("adviceOverdue")).map(({ id }) => id).toSorted()).toEqual(
      [other().id, me().id, third.id].toSorted(),
    );
    expect(
      (await logged("adviceOverdue")).slice(-2).map(({ after, operatorId }) => [after.told, operatorId]),
    ).toEqual([
      ["assignee", null],
      ["administrators", null],
    ]);
    const { remindedAt, escalatedAt } = await read(number);
    expect([remindedAt, escalatedAt].every((at) => at !== null)).toBe(true);
  });

  it("is told to all where nobody has it, or whoever has it is no administrator any more", async () => {
    const [number, complaint] = [await suggest(), await complain()];
    await gateway().ok("assignAdvice", { number: complaint, uid: other().id, from: 0, ...key() }, me());
    await gateway().database.update(accounts).set({ admin: false }).where(eq(accounts.id, other().id));
    for (const each of [number, complaint]) await late(each);
    expect(await numbers({ kind: "complaint", assignee: "nobody" })).toEqual([complaint]);
    await run();
    const keys = [number, complaint].map((each) => `adviceOverdue:${each}`);
    const rows = await gateway()
      .database.select()
      .from(notifications)
      .where(and(eq(notifications.event, "adviceOverdue"), inArray(notifications.groupKey, keys)));
    expect(rows.map(({ accountId }) => accountId)).toEqual([me().id, me().id]);
  });

  it("is told again to an assignee who is the only administrator, and to the others once there are any", async () => {
    const number = await suggest();
    await gateway().ok("assignAdvice", { number, uid: me().id, from: 0, ...key() }, me());
    await late(number);
    const demote = (admin: boolean) =>
      gateway().database.update(accounts).set({ admin }).where(eq(accounts.id, other().id));
    await demote(false);
    await run();
    const first = await read(number);
    gateway().pass(escalationHours * 3_600 + 1);
    await run();
    const again = await read(number);
    expect(again.escalatedAt).toBeNull();
    expect(Date.parse(again.remindedAt ?? "") - Date.parse(first.remindedAt ?? "")).toBeGreaterThan(
      3_600_000,
    );
    await demote(true);
    gateway().pass(escalationHours * 3_600 + 1);
    await run();
    expect((await read(number)).escalatedAt).not.toBeNull();
    expect((await told("adviceOverdue")).map(({ id }) => id)).toContain(other().id);
  });

  it("is not told when it was answered, and anew when its date was changed", async () => {
    const [number, moved] = [await suggest(), await suggest()];
    await late(number);
    await late(moved);
    await gateway().ok("decideSuggestion", { number, status: "answered", answer: "好" }, me());
    await run();
    expect((await told("adviceOverdue")).every(({ key: each }) => each === `adviceOverdue:${moved}`)).toBe(
      true,
    );
    const { dueAt } = await read(moved);
    const day = dayOf(addTime(gateway().services.now(), 3, "day"));
    await gateway().ok(
      "setAdviceDue",
      { number: moved, day, reason: "等", from: dueAt ?? "", ...key() },
      me(),
    );
    expect(await read(moved)).toMatchObject({ remindedAt: null, escalatedAt: null });
  });
});

it("letters are found by text, number, person, type, state and assignee", async () => {
  const [one, two] = [await suggest({ text: "深色模式下 100%_ 看不清" }), await suggest({ type: "design" })];
  await gateway().ok("assignAdvice", { number: one, uid: other().id, from: 0, ...key() }, me());
  await gateway().ok("decideSuggestion", { number: two, status: "working", answer: "在设计" }, me());
  expect(await numbers({ text: "100%_" })).toEqual([one]);
  expect(await numbers({ text: "在设计" })).toEqual([two]);
  expect(await numbers({ text: one.toLowerCase() })).toEqual([one]);
  expect(await numbers({ user: author?.nickname ?? "" })).toEqual([one, two]);
  expect(await numbers({ user: String(admin?.id) })).toEqual([]);
  expect(await numbers({ type: "design" })).toEqual([two]);
  expect(await numbers({ status: "working" })).toEqual([two]);
  expect(await numbers({ status: "closed" })).toEqual([]);
  expect(await numbers({ assignee: "mine" }, other())).toEqual([one]);
  expect(await numbers({ assignee: "mine" })).toEqual([]);
  expect(await numbers({ assignee: "nobody" })).toEqual([two]);
  expect(await numbers({ assignee: String(other().id) })).toEqual([one]);
});

it("a decision is made once, and the second administrator is told what the first decided", async () => {
  const number = await complain();
  const form = { number, status: "working", answer: "在核实", seen: 0, ...key() } as const;
  await gateway().ok("decideComplaint", form, me());
  await gateway().ok("decideComplaint", form, me());
  expect((await read(number)).steps).toHaveLength(1);
  const refusal = await gateway().refused(
    "decideComplaint",
    { number, status: "closed", answer: "已删", seen: 0, ...key() },
    "ADVICE_CHANGED",
    other(),
  );
  expect(refusal.fields?.status?.[0]).toContain(`${me().nickname} `);
  expect(refusal.fields?.status?.[0]).toContain("已改为「处理中」，答复「在核实」");
  await gateway().ok(
    "decideComplaint",
    { number, status: "closed", answer: "已删", seen: 1, ...key() },
    other(),
  );
  expect((await read(number)).status).toBe("closed");
});

describe("canned replies", () => {
  it("are limited", async () => {
    const { database } = gateway();
    const kept = Array.from({ length: cannedRepliesMax }, (_, index) => ({
      kind: "complaint" as const,
      title: `答复 ${index}`,
      text: "好",
      byId: me().id,
    }));
    await database.insert(cannedReplies).values(kept);
    const form = { kind: "complaint", title: "再来", text: "好" } as const;
    await gateway().refused("saveCannedReply", { ...form, ...key() }, "CANNED_REPLIES_FULL", me());
    await gateway().ok("saveCannedReply", { ...form, kind: "suggestion", ...key() }, me());
    await database.delete(cannedReplies);
  });

  it("are kept once, changed by whoever saw the present words, and removed", async () => {
    const form = {
      kind: "suggestion",
      title: "已转给产品",
      text: "谢谢，已转给产品经理。",
      ...key(),
    } as const;
    const { id } = await gateway().ok("saveCannedReply", form, me());
    expect(await gateway().ok("saveCannedReply", form, me())).toEqual({ id });
    const otherWords = { ...form, text: "同一张表格里后来写的话" };
    await gateway().refused("saveCannedReply", otherWords, "CANNED_REPLY_CHANGED", me());
    const change = { ...form, id, version: 1, text: "谢谢，产品经理会看。" };
    await gateway().ok("saveCannedReply", change, me());
    await gateway().ok("saveCannedReply", change, me());
    const { items } = await gateway().ok("cannedReplyList", {}, other());
    expect(items.find((item) => item.id === id)).toMatchObject({ version: 2, by: { uid: me().id } });
    const late = { ...form, id, version: 1, text: "别的话" };
    const refusal = await gateway().refused("saveCannedReply", late, "CANNED_REPLY_CHANGED", other());
    expect(refusal.message).toContain(`${me().nickname} `);
    await gateway().refused("removeCannedReply", { id, version: 1 }, "CANNED_REPLY_CHANGED", other());
    await gateway().ok("removeCannedReply", { id, version: 2 }, other());
    await gateway().ok("removeCannedReply", { id, version: 2 }, other());
    await gateway().refused("saveCannedReply", late, "CANNED_REPLY_NOT_FOUND", me());
    const rows = await gateway()
      .database.select()
      .from(moderationLog)
      .where(and(eq(moderationLog.targetKind, "cannedReply"), eq(moderationLog.targetId, id)))
      .orderBy(asc(moderationLog.id));
    expect(rows.map(({ action }) => action)).toEqual([
      "saveCannedReply",
      "saveCannedReply",
      "removeCannedReply",
    ]);
    expect(JSON.stringify(rows)).not.toContain("产品");
  });
});
