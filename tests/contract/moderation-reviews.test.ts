import type { ReviewAction } from "contract/moderation/actions";
import { eq } from "drizzle-orm";
import {
  accounts,
  moderationLog,
  notifications,
  posts,
  profileChanges,
  reviewItems,
  topics,
} from "gateway/database/schema";
import { saveWords } from "gateway/sensitive-words/list";
import { beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [author, moderator, second, foreign, admin]: Member[] = [];
let section: Section;
beforeAll(async () => {
  author = await gateway().member();
  moderator = await gateway().member();
  second = await gateway().member();
  foreign = await gateway().member();
  admin = await gateway().member({ admin: true });
  section = await gateway().section({ moderators: [moderator, second] });
  const elsewhere = await gateway().section({ moderators: [foreign] });
  // An author with three published texts is no new member, and may write any number.
  for (let count = 0; count < 3; count += 1) await gateway().topic(author, elsewhere);
  await saveWords(
    gateway().database,
    [{ word: "代购芯片", level: "review", replacement: null }],
    gateway().services.now(),
  );
});

const waitingTopic = (by: Member = author as Member) =>
  gateway().topic(by, section, { content: "有人代购芯片吗？" });

const decide = (
  action: ReviewAction,
  ids: number[],
  by: Member = moderator as Member,
  reason = action === "approve" || action === "ignore" ? "" : "不合版规",
) => gateway().ok("reviewContent", { ids, action, reason, submissionId: submissionId() }, by);

const list = async (more: object = {}, by: Member = moderator as Member) =>
  (await gateway().ok("reviewTopicList", { ...more }, by)).items;

async function stateOf(tid: number) {
  const [row] = await gateway().database.select().from(topics).where(eq(topics.id, tid));
  return row;
}

describe("an approval by mistake", () => {
  const undo = async (pid: number, by: Member = moderator as Member) => {
    const { batch } = await decide("approve", [pid], by);
    expect(await gateway().ok("batchDetail", { batch }, by)).toMatchObject({ canUndo: true });
    return () => gateway().ok("undoBatch", { batch, reason: "按错了", submissionId: submissionId() }, by);
  };

  it("is undone: the text waits again, is hidden, and counts nowhere", async () => {
    const { tid, pid } = await waitingTopic(await gateway().member());
    const back = await undo(pid);
    expect(await stateOf(tid)).toMatchObject({ listed: true });
    expect(await back()).toMatchObject({ done: 1, refused: 0 });
    expect(await stateOf(tid)).toMatchObject({ listed: false, review: "pending" });
    expect((await list()).some(({ id }) => id === pid)).toBe(true);
    await expectExactCounters(gateway().database);
    await decide("refuse", [pid]);
    expect(await stateOf(tid)).toMatchObject({ review: "refused" });
  });
});

describe("a text under review", () => {
  it("is listed for its section's moderators, with its sensitive words and its author's record", async () => {
    const by = await gateway().member();
    const { tid, pid } = await waitingTopic(by);
    expect((await list()).find(({ id }) => id === pid)).toMatchObject({
      tid,
      words: ["代购芯片"],
      author: { uid: by.id },
      record: { waiting: expect.any(Number), refused: 0 },
      claim: null,
    });
    expect((await list({ word: "代购芯片", author: String(by.id) })).length).toBeGreaterThan(0);
    expect(await list({ word: "别的" })).toEqual([]);
    expect(await list({}, foreign)).toEqual([]);
    await gateway().refused("reviewTopicList", { fid: section.fid }, "NOT_YOUR_SECTION", foreign);
  });

  it("is approved at that time: first in the lists, counted, and its author gets a notice", async () => {
    const { tid, pid } = await waitingTopic();
    gateway().pass(3_600);
    const newer = await gateway().topic(author as Member, section);
    gateway().pass(60);
    expect(await decide("approve", [pid])).toMatchObject({ done: 1 });
    const { topics: visible } = await gateway().ok("sectionTopicList", { fid: section.fid, order: "new" });
    expect(visible.slice(0, 2).map((row) => row.tid)).toEqual([tid, newer.tid]);
    const row = await stateOf(tid);
    expect(row?.lastReplyAt).toEqual(row?.createdAt);
    await expectExactCounters(gateway().database);
  });

  it("is refused with a reason that its author reads; without a reason the form is refused", async () => {
    const { tid, pid } = await waitingTopic();
    const { status, body } = await gateway().call(
      "reviewContent",
      { ids: [pid], action: "refuse", reason: "", submissionId: submissionId() },
      moderator,
    );
    expect([status, body]).toMatchObject([400, { fields: { reason: ["请填写理由，作者会看到"] } }]);
    await decide("refuse", [pid]);
    expect(await stateOf(tid)).toMatchObject({ review: "refused", stateReason: "不合版规" });
  });

  it("is ignored: it leaves the queue, and stays hidden from others", async () => {
    const { tid, pid } = await waitingTopic();
    await decide("ignore", [pid]);
    expect((await list()).map(({ id }) => id)).not.toContain(pid);
    expect((await list({ ignored: true })).map(({ id }) => id)).toContain(pid);
    await gateway().refused("topicDetail", { tid }, "TOPIC_NOT_FOUND", foreign);
    expect(await decide("approve", [pid])).toMatchObject({ done: 1 });
  });

  it("is discarded into the bin", async () => {
    const { tid, pid } = await waitingTopic();
    await decide("discard", [pid]);
    const bin = await gateway().ok("recycleTopicList", {}, moderator);
    expect(bin.items.map(({ id }) => id)).toContain(tid);
    await expectExactCounters(gateway().database);
  });

  it("that was discarded and restored is refused, and its author may rewrite it", async () => {
    const { tid, pid } = await waitingTopic();
    await decide("discard", [pid]);
    const form = { ids: [tid], of: "topics" as const, reason: "弄错了", submissionId: submissionId() };
    await gateway().ok("recoverContent", form, moderator);
    expect(await stateOf(tid)).toMatchObject({ review: "refused", deletedAt: null });
    expect((await list()).some(({ id }) => id === pid)).toBe(false);
    await expectExactCounters(gateway().database);
  });

  it("leaves the queue while it is in the bin", async () => {
    const { tid, pid } = await waitingTopic();
    const form = { ids: [tid], reason: "重复", submissionId: submissionId() };
    await gateway().ok("topicOperate", { ...form, action: "recycle" }, moderator);
    expect((await list()).some(({ id }) => id === pid)).toBe(false);
  });

  it("cannot be decided by its author, another section's moderator, or against a higher rank", async () => {
    const own = await waitingTopic(moderator);
    const higher = await waitingTopic(admin);
    const { pid } = await waitingTopic();
    const code = async (...args: Parameters<typeof decide>) => (await decide(...args)).results[0]?.code;
    expect(await code("approve", [own.pid])).toBe("OWN_CONTENT");
    expect(await code("approve", [pid], foreign)).toBe("NOT_YOUR_SECTION");
    expect(await code("refuse", [higher.pid])).toBe("HIGHER_RANK");
    expect(await code("approve", [higher.pid])).toBeNull();
  });

  it("that was decided names the moderator and the decision", async () => {
    const { pid } = await waitingTopic();
    await decide("approve", [pid]);
    const { results } = await decide("refuse", [pid], second);
    expect(results).toMatchObject([
      { code: "ALREADY_DECIDED", message: `已由 ${moderator?.nickname} 处理：通过` },
    ]);
  });

  it("is claimed for ten minutes; others wait, or get it when it is released", async () => {
    const { pid } = await waitingTopic();
    expect(await gateway().ok("claimReview", { ids: [pid] }, moderator)).toEqual({ claimed: 1, refused: 0 });
    expect(await gateway().ok("claimReview", { ids: [pid] }, second)).toEqual({ claimed: 0, refused: 1 });
    expect((await decide("approve", [pid], second)).results[0]?.code).toBe("REVIEW_CLAIMED");
    expect((await list({}, second)).find(({ id }) => id === pid)?.claim).toMatchObject({ mine: false });
    await gateway().ok("claimReview", { ids: [pid], back: true }, moderator);
    await gateway().ok("claimReview", { ids: [pid] }, moderator);
    gateway().pass(601);
    expect((await decide("approve", [pid], second)).results[0]?.code).toBeNull();
  });

  it("is decided once, by the first of many moderators at the same time", async () => {
    const items: number[] = [];
    for (let index = 0; index < 5; index += 1) items.push((await waitingTopic()).pid);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        decide(index % 2 ? "approve" : "refuse", items, index % 3 ? moderator : second, "理由"),
      ),
    );
    const { database } = gateway();
    for (const pid of items) {
      const rows = await database.select().from(moderationLog).where(eq(moderationLog.targetId, pid));
      expect(rows.filter(({ targetKind }) => targetKind === "post")).toHaveLength(1);
      const decided = await database.select().from(reviewItems).where(eq(reviewItems.postId, pid));
      expect(decided.filter(({ decidedById }) => decidedById !== null)).toHaveLength(1);
      const told = await database.select().from(notifications).where(eq(notifications.postId, pid));
      expect(told.filter(({ event }) => event === "approved" || event === "refused")).toHaveLength(1);
    }
    await expectExactCounters(database);
  });

  it("shows an edit beside the earlier text", async () => {
    const { tid, pid } = await gateway().topic(author as Member, section, { content: "原来的正文" });
    const { body } = await gateway().call(
      "editTopic",
      { tid, fid: section.fid, classId: null, title: "改过的标题", content: "现在代购芯片", tags: ["驱动"] },
      author,
    );
    expect(body).toMatchObject({ pending: true });
    expect((await list()).find(({ id }) => id === pid)).toMatchObject({
      before: "原来的正文",
      source: "现在代购芯片",
    });
    expect((await gateway().database.select().from(posts).where(eq(posts.id, pid)))[0]?.review).toBe(
      "pending",
    );
  });
});

describe("a change of personal information", () => {
  const change = async (by: Member) => {
    const at = gateway().services.now();
    const nickname = `改名${by.id}`;
    const values = { accountId: by.id, kind: "nickname" as const, words: [], createdAt: at };
    const [row] = await gateway()
      .database.insert(profileChanges)
      .values({ ...values, before: { nickname: by.nickname }, after: { nickname } })
      .returning();
    return row?.id ?? 0;
  };
  const review = (id: number, action: "approve" | "refuse" | "ignore", by: Member = admin as Member) =>
    gateway().ok(
      "reviewProfile",
      { ids: [id], action, reason: action === "refuse" ? "不合规范" : "", submissionId: submissionId() },
      by,
    );

  it("that was approved by mistake waits again; its person has the earlier information", async () => {
    const { database } = gateway();
    const person = await gateway().member();
    const id = await change(person);
    const read = async () => (await database.select().from(accounts).where(eq(accounts.id, person.id)))[0];
    const before = await read();
    const { batch } = await review(id, "approve");
    expect((await read())?.nickname).toBe(`改名${person.id}`);
    const undo = { batch, reason: "按错了", submissionId: submissionId() };
    expect(await gateway().ok("undoBatch", undo, admin)).toMatchObject({ done: 1, refused: 0 });
    const after = await read();
    expect([after?.nickname, after?.nicknameChangedAt]).toEqual([
      before?.nickname,
      before?.nicknameChangedAt,
    ]);
    expect((await review(id, "refuse")).done).toBe(1);
  });

  it("that was decided names the moderator and the decision, also to moderators who decide at the same time", async () => {
    const other = await gateway().member({ admin: true });
    for (const [action, how] of [
      ["approve", "通过资料修改"],
      ["refuse", "退回资料修改"],
    ] as const) {
      const id = await change(await gateway().member());
      const answers = await Promise.all([
        review(id, action),
        review(id, action, other),
        review(id, action),
        review(id, action, other),
      ]);
      const results = answers.flatMap((answer) => answer.results);
      expect(results.filter(({ code }) => code === null)).toHaveLength(1);
      const messagePattern = new RegExp(`^已由 (${admin?.nickname}|${other.nickname}) 处理：${how}$`);
      for (const { message } of [
        ...results.filter(({ code }) => code),
        ...(await review(id, "ignore")).results,
      ])
        expect(message).toMatch(messagePattern);
      expect(results.flatMap(({ code }) => code ?? [])).toEqual(Array(3).fill("ALREADY_DECIDED"));
    }
  });
});
