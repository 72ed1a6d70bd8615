import type { ModerationOptions } from "contract/moderation/actions";
import { eq, sql } from "drizzle-orm";
import { reportCases } from "gateway/database/schema";
import { transact } from "gateway/database/transact";
import { lockTopicOrGone } from "gateway/forum/states/find-content";
import { readOperator } from "gateway/moderation/operator";
import { mergeTopic } from "gateway/moderation/topics/merge-topic";
import { moveReplies, splitTopic } from "gateway/moderation/topics/move-replies";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Answer, type Member, type Section, startGateway, submissionId } from "../support/gateway";
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
  [asker, other, reader] = [await at.member(old), await at.member(old), await at.member()];
  section = await at.section({ moderators: [moderator] });
});

let scene: Awaited<ReturnType<typeof repliesScene>>;
beforeEach(async () => {
  scene = await repliesScene(gateway(), section, [asker as Member, other as Member]);
  gateway().pass(60);
});
afterEach(() => expectExactCounters(gateway().database));

const why = () => ({ reason: "按版规处理", submissionId: submissionId() });
const floorsOf = async (tid: number) => (await gateway().ok("topicDetail", { tid })).floors;
const states = (floors: Awaited<ReturnType<typeof floorsOf>>) => floors.map(({ pid, state }) => [pid, state]);

const writes = {
  delete: () => gateway().call("deleteContent", { pid: scene.goes.pid }, other as Member),
  edit: () => gateway().call("editPost", { pid: scene.goes.pid, content: "改成这样问。" }, other as Member),
  like: () => gateway().call("likePost", { pid: scene.goes.pid }, asker as Member),
  hide: () =>
    gateway().call(
      "moderatorPostOperate",
      { ...why(), ids: [scene.goes.pid], action: "hidePost" },
      admin as Member,
    ),
  report: () =>
    gateway().call("submitReport", { pid: scene.goes.pid, reason: "spam", text: "" }, reader as Member),
};

describe.runIf(process.env.TEST_ENGINE === "postgres")("a write that waits while its reply moves", () => {
  const isWaiting = async () => {
    const { rows } = (await gateway().database.execute(sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)) as unknown as {
      rows: { waiting: number }[];
    };
    return (rows[0]?.waiting ?? 0) > 0;
  };

  /** Begins the write, and moves the reply while the write waits for its topic. */
  async function beside(write: () => Promise<Answer>, how: "move" | "split" | "merge"): Promise<Answer> {
    const { database, services } = gateway();
    const operator = await readOperator(database, moderator?.id ?? 0);
    const { tid } = scene.source;
    const [action, act, options] = (
      {
        move: ["moveReplies", moveReplies, { posts: scene.posts, value: String(scene.target.tid) }],
        split: [
          "splitTopic",
          splitTopic,
          { posts: scene.posts, value: String(section.fid), title: "示波器的带宽怎么选" },
        ],
        merge: ["mergeTopic", mergeTopic, { value: String(scene.target.tid) }],
      } as const
    )[how];
    const terms = { action, options: options as ModerationOptions, reason: null, at: services.now() };
    const prepared = await act.prepare?.(services, tid, terms);
    const begun: { answer?: Promise<Answer> } = {};
    await transact(database, async (inside) => {
      await lockTopicOrGone(inside, tid);
      begun.answer = write();
      await expect.poll(isWaiting).toBe(true);
      await act.act(inside, tid, { ...terms, operator, prepared });
    });
    return (await begun.answer) as Answer;
  }

  it("edits it in the other topic", async () => {
    expect(await beside(writes.edit, "move")).toMatchObject({ status: 200 });
    const there = await floorsOf(scene.target.tid);
    expect(there[1]?.html).toContain("改成这样问。");
  });

  it("likes it there", async () => {
    expect(await beside(writes.like, "move")).toMatchObject({ status: 200 });
    expect((await floorsOf(scene.target.tid))[1]?.likes).toBe(1);
  });

  it("hides it there, and nothing else", async () => {
    expect(await beside(writes.hide, "move")).toMatchObject({ status: 200 });
    expect(states(await floorsOf(scene.target.tid))).toEqual([
      [scene.target.pid, "listed"],
      [scene.goes.pid, "hidden"],
      [scene.goesToo.pid, "listed"],
    ]);
  });

  it("opens the case of a report in the topic where it is", async () => {
    expect(await beside(writes.report, "move")).toMatchObject({ status: 200 });
    const cases = await gateway()
      .database.select()
      .from(reportCases)
      .where(eq(reportCases.postId, scene.goes.pid));
    expect(cases.map(({ topicId }) => topicId)).toEqual([scene.target.tid]);
  });

  it("deletes the reply there, and nothing else", async () => {
    expect(await beside(writes.delete, "move")).toMatchObject({ status: 200 });
    const there = await floorsOf(scene.target.tid);
    expect(there.map(({ floor, withheld }) => [floor, withheld])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(await floorsOf(scene.source.tid)).toHaveLength(4);
  });

  it.each(["delete", "edit", "hide", "like"] as const)(
    "does it in the topic into which the whole topic is merged: %s",
    async (name) => {
      expect(await beside(writes[name], "merge")).toMatchObject({ status: 200 });
      const there = await floorsOf(scene.target.tid);
      expect(there.map(({ floor, withheld }) => [floor, withheld])).toEqual(
        [1, 2, 3, 4, 5].map((floor) => [floor, floor === 4 && (name === "delete" || name === "hide")]),
      );
    },
  );

  it("writes a reply to a topic that is merged meanwhile in the other topic, once", async () => {
    const { tid } = scene.source;
    const form = { tid, content: "我来晚了。", submissionId: submissionId() };
    const write = () => gateway().call("submitPost", form, other as Member);
    const answer = await beside(write, "merge");
    expect(answer).toMatchObject({ status: 200, body: { tid: scene.target.tid, floor: 6 } });
    expect((await write()).body).toEqual(answer.body);
    expect(await floorsOf(scene.target.tid)).toHaveLength(6);
  });

  it.each(["delete", "edit", "hide"] as const)(
    "does nothing to the topic that it has begun: %s",
    async (name) => {
      const answer = await beside(writes[name], "split");
      const code = { delete: "TEXT_MOVED", edit: "POST_NOT_FOUND", hide: "REPLY_BEGINS_TOPIC" }[name];
      expect(JSON.stringify(answer.body)).toContain(code);
      const { place } = await gateway().ok("movedPost", { tid: scene.source.tid, pid: scene.goes.pid });
      const there = await floorsOf(place?.tid ?? 0);
      expect(states(there)).toEqual([
        [scene.goes.pid, "listed"],
        [scene.goesToo.pid, "listed"],
      ]);
      expect(there[0]?.html).toContain("示波器");
    },
  );
});

it("a split, a move and every other write at the same time lose nobody else's reply", async () => {
  const at = gateway();
  const answers = await Promise.all([
    at.call("splitTopic", splitForm(scene, section.fid), moderator as Member),
    at.call("moveReplies", moveForm(scene), admin as Member),
    at.call("deleteContent", { pid: scene.goes.pid, of: "reply" }, other as Member),
    writes.edit(),
    writes.like(),
    writes.report(),
  ]);
  for (const { status } of answers) expect([200, 404, 409, 422]).toContain(status);
  const moved = await at.ok("movedPost", { tid: scene.source.tid, pid: scene.goesToo.pid });
  const floors = await floorsOf(moved.place?.tid ?? scene.source.tid);
  expect(states(floors)).toContainEqual([scene.goesToo.pid, "listed"]);
});
