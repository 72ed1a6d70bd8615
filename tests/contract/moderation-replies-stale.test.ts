import { eq } from "drizzle-orm";
import { moderationItems, posts, topics } from "gateway/database/schema";
import { jobKinds } from "gateway/jobs";
import { runJobs } from "gateway/server/jobs";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";
import { moveForm, repliesScene, splitForm } from "../support/moderation/reply-actions";

const gateway = startGateway();

let [admin, moderator, asker, other, reader]: Member[] = [];
let section: Section;
/** Whoever registered long ago may write as much as they like. */
const old = { createdAt: new Date("2026-01-01T00:00:00Z") };
beforeAll(async () => {
  const at = gateway();
  admin = await at.member({ admin: true });
  moderator = await at.member();
  [asker, reader] = [await at.member(old), await at.member()];
  section = await at.section({ moderators: [moderator] });
});

let scene: Awaited<ReturnType<typeof repliesScene>>;
beforeEach(async () => {
  other = await gateway().member(old);
  scene = await repliesScene(gateway(), section, [asker as Member, other]);
  gateway().pass(60);
});
afterEach(() => expectExactCounters(gateway().database));

const why = () => ({ reason: "按版规处理", submissionId: submissionId() });
const split = async () => {
  const made = await gateway().ok("splitTopic", splitForm(scene, section.fid), moderator);
  gateway().pass(60);
  return made;
};
const undo = (batch: number) => gateway().ok("undoBatch", { ...why(), batch }, moderator);
const isListed = async (tid: number) => {
  const [row] = await gateway().database.select().from(topics).where(eq(topics.id, tid));
  return row?.listed;
};

describe("a form that showed a reply, which has begun a topic since", () => {
  it("deletes nothing for its author, until it shows the topic", async () => {
    const at = gateway();
    const { tid } = await split();
    const { pid } = scene.goes;
    await at.refused("deleteContent", { pid, of: "reply" }, "TEXT_MOVED", other);
    expect(await isListed(tid)).toBe(true);
    expect(await at.ok("deleteContent", { pid, of: "topic" }, other)).toMatchObject({ topicDeleted: true });
    await at.refused("deleteContent", { pid: scene.stays.pid, of: "topic" }, "TEXT_MOVED", other);
  });

  it.each(["hidePost", "recyclePost"] as const)("does no %s for moderators", async (action) => {
    const { tid } = await split();
    const form = { ...why(), ids: [scene.goes.pid], action };
    const answer = await gateway().ok("moderatorPostOperate", form, moderator);
    expect(answer).toMatchObject({ done: 0, results: [{ code: "REPLY_BEGINS_TOPIC" }] });
    expect(await isListed(tid)).toBe(true);
    const act = { ...why(), ids: [tid], action: "hide" as const };
    expect(await gateway().ok("topicOperate", act, moderator)).toMatchObject({ done: 1 });
  });

  it("settles a case about the reply without the topic; a later case may take the topic", async () => {
    const at = gateway();
    const { pid } = scene.goes;
    const report = async () => {
      await at.ok("submitReport", { pid, reason: "spam", text: "广告" }, reader);
      const { cases } = await at.ok("reportList", {}, moderator);
      return cases.find((each) => each.pid === pid)?.id ?? 0;
    };
    const uphold = (id: number, action: "none" | "recycle") =>
      at.ok("handleReport", { ...why(), ids: [id], decision: "uphold", action }, moderator);
    const early = await report();
    gateway().pass(60);
    const { tid } = await split();
    expect(await uphold(early, "recycle")).toMatchObject({ results: [{ code: "REPLY_BEGINS_TOPIC" }] });
    expect(await isListed(tid)).toBe(true);
    expect(await uphold(early, "none")).toMatchObject({ done: 1 });
    const late = await report();
    expect(await uphold(late, "recycle")).toMatchObject({ done: 1 });
    expect(await isListed(tid)).toBe(false);
  });

  it("leaves the topic there when its author is banned with all texts", async () => {
    const at = gateway();
    const { tid } = await split();
    const ban = { ...why(), uid: other?.id ?? 0, action: "ban", days: 3, recycleDays: 2 } as const;
    await at.ok("updateForbidden", ban, admin);
    await runJobs(at.services, jobKinds);
    expect(await isListed(tid)).toBe(true);
    expect(await isListed(scene.target.tid)).toBe(false);
    const items = await at.database
      .select()
      .from(moderationItems)
      .where(eq(moderationItems.targetId, scene.goes.pid));
    expect(items.map(({ outcome }) => outcome)).toEqual(["REPLY_BEGINS_TOPIC"]);
  });

  it("is not hidden again by an undo of showing the reply", async () => {
    const at = gateway();
    const act = (action: "hidePost" | "showPost") =>
      at.ok("moderatorPostOperate", { ...why(), ids: [scene.goes.pid], action }, moderator);
    await act("hidePost");
    gateway().pass(60);
    const { batch } = await act("showPost");
    gateway().pass(60);
    const { tid } = await split();
    expect(await undo(batch)).toMatchObject({ done: 0, results: [{ code: "CHANGED_SINCE" }] });
    expect(await isListed(tid)).toBe(true);
  });
});

describe("an undo of a move", () => {
  const moveTo = (from: number, to: number) =>
    gateway().ok("moveReplies", { ...moveForm(scene), tid: from, topic: String(to) }, moderator);

  it("does not accept an answer again that its author has deleted since", async () => {
    const at = gateway();
    await at.ok("accomplishQuestion", { tid: scene.source.tid, pid: scene.goes.pid }, asker);
    const { batch } = await moveTo(scene.source.tid, scene.target.tid);
    await at.ok("deleteContent", { pid: scene.goes.pid }, other);
    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
    expect(await at.ok("topicDetail", { tid: scene.source.tid })).toMatchObject({
      solved: false,
      answer: null,
    });
  });

  it("is done also for replies that have come back before, to other floors", async () => {
    const at = gateway();
    const third = await at.topic(asker as Member, section);
    await moveTo(scene.source.tid, scene.target.tid);
    await moveTo(scene.target.tid, scene.source.tid);
    const { batch } = await moveTo(scene.source.tid, third.tid);
    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
    const { floors } = await at.ok("topicDetail", { tid: scene.source.tid });
    expect(floors.slice(2).map(({ floor, withheld }) => [floor, withheld])).toEqual([
      [3, true],
      [4, true],
      [5, false],
      [6, false],
    ]);
  });

  it("leaves behind what authors have deleted in the split topic, unless others have answered it", async () => {
    const at = gateway();
    const { tid, batch } = await split();
    const gone = await at.reply(asker as Member, tid, { content: "写错了地方。" });
    const answered = await at.reply(asker as Member, tid, { content: "那就二百兆？" });
    const answer = await at.reply(other as Member, tid, { parent: answered.pid });
    for (const { pid } of [gone, answered]) await at.ok("deleteContent", { pid }, asker);
    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
    const topicOf = async (pid: number) => {
      const [row] = await at.database.select().from(posts).where(eq(posts.id, pid));
      return [row?.topicId, row?.floor];
    };
    expect(await topicOf(gone.pid)).toEqual([tid, 3]);
    expect(await topicOf(answered.pid)).toEqual([scene.source.tid, 5]);
    expect(await topicOf(answer.pid)).toEqual([scene.source.tid, null]);
    expect(await at.ok("topicDetail", { tid: scene.source.tid })).toMatchObject({ lastFloor: 5 });
  });
});
