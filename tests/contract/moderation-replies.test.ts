import { and, eq } from "drizzle-orm";
import { accounts, moderationBatches, notifications, posts, topics } from "gateway/database/schema";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";
import { moveForm, repliesScene, splitForm } from "../support/moderation/reply-actions";
import { differing, world } from "../support/moderation/world";

const gateway = startGateway();

let [admin, moderator, asker, other]: Member[] = [];
let [section, elsewhere, foreign]: Section[] = [];
beforeAll(async () => {
  const at = gateway();
  admin = await at.member({ admin: true });
  [moderator, asker, other] = [await at.member(), await at.member(), await at.member()];
  section = await at.section({ moderators: [moderator as Member] });
  elsewhere = await at.section({ moderators: [moderator as Member] });
  foreign = await at.section();
});

type Scene = Awaited<ReturnType<typeof repliesScene>>;
let scene: Scene;
beforeEach(async () => {
  scene = await repliesScene(gateway(), section as Section, [asker as Member, other as Member]);
  gateway().pass(60);
});

const floorsOf = async (tid: number) => (await gateway().ok("topicDetail", { tid })).floors;
const undo = (batch: number) =>
  gateway().ok("undoBatch", { batch, reason: "移错了", submissionId: submissionId() }, moderator);
const move = () => gateway().ok("moveReplies", moveForm(scene), moderator);
const split = (fid = section?.fid ?? 0) => gateway().ok("splitTopic", splitForm(scene, fid), moderator);

describe("moving replies", () => {
  it("puts them behind the other topic's last floor; theirs keep their numbers and lead there", async () => {
    const at = gateway();
    const before = await floorsOf(scene.target.tid);
    expect(await move()).toMatchObject({ done: 1, canUndo: true, changedTopics: expect.any(Array) });
    const there = await floorsOf(scene.target.tid);
    expect(there.slice(0, before.length).map(({ pid, floor }) => [pid, floor])).toEqual(
      before.map(({ pid, floor }) => [pid, floor]),
    );
    expect(there.slice(before.length).map(({ pid, floor }) => [pid, floor])).toEqual([
      [scene.goes.pid, 2],
      [scene.goesToo.pid, 3],
    ]);
    expect(there[1]?.depthPosts.map(({ pid }) => pid)).toEqual([scene.beneath.pid]);
    const here = await floorsOf(scene.source.tid);
    expect(here.map(({ floor, withheld, movedTo }) => [floor, withheld, movedTo?.pid ?? null])).toEqual([
      [1, false, null],
      [2, false, null],
      [3, true, scene.goes.pid],
      [4, true, scene.goesToo.pid],
    ]);
    expect(here[2]).toMatchObject({ html: "", movedTo: { tid: scene.target.tid, title: "示波器怎么选" } });
    expect(await at.ok("topicDetail", { tid: scene.source.tid })).toMatchObject({ replies: 1, lastFloor: 4 });
    expect(await at.ok("topicDetail", { tid: scene.target.tid })).toMatchObject({ replies: 3, lastFloor: 3 });
    await at.refused("topicDetail", { tid: scene.source.tid, pid: scene.goes.pid }, "POST_NOT_FOUND");
    const { place } = await at.ok("movedPost", { tid: scene.source.tid, pid: scene.beneath.pid });
    expect(place).toMatchObject({ tid: scene.target.tid, pid: scene.beneath.pid, page: 1 });
    expect(await at.ok("movedPost", { tid: scene.source.tid, pid: scene.stays.pid })).toEqual({
      place: null,
    });
    await expectExactCounters(at.database);
    // The next reply gets the next number in both.
    expect((await at.reply(asker as Member, scene.source.tid)).floor).toBe(5);
    expect((await at.reply(asker as Member, scene.target.tid)).floor).toBe(4);
    await expectExactCounters(at.database);
  });

  it("tells the writers, with the reason", async () => {
    await gateway().database.delete(notifications);
    await move();
    const told = await gateway().database.select().from(notifications);
    expect(told.map(({ event, accountId, topicId }) => [event, accountId, topicId]).sort()).toEqual(
      [asker, other].map((person) => ["moderated", person?.id, scene.target.tid]).sort(),
    );
  });

  it("takes an accepted answer's mark away, and an undo gives it back", async () => {
    const at = gateway();
    await at.ok("accomplishQuestion", { tid: scene.source.tid, pid: scene.goes.pid }, asker);
    const { batch } = await move();
    expect(await at.ok("topicDetail", { tid: scene.source.tid })).toMatchObject({
      solved: false,
      answer: null,
    });
    await expectExactCounters(at.database);
    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
    const back = await floorsOf(scene.source.tid);
    expect(back.find(({ accepted }) => accepted)?.pid).toBe(scene.goes.pid);
    await expectExactCounters(at.database);
  });

  it("is undone also after further replies, whose floors stay", async () => {
    const at = gateway();
    const { batch } = await move();
    const later = await at.reply(asker as Member, scene.target.tid, { content: "还有这一款。" });
    const under = await at.reply(other as Member, scene.target.tid, { parent: scene.goes.pid });
    const here = await at.reply(other as Member, scene.source.tid);
    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
    const source = await floorsOf(scene.source.tid);
    expect(source.map(({ pid, floor }) => [pid, floor])).toEqual([
      [scene.source.pid, 1],
      [scene.stays.pid, 2],
      [scene.goes.pid, 3],
      [scene.goesToo.pid, 4],
      [here.pid, 5],
    ]);
    expect(source[2]?.depthPosts.map(({ pid }) => pid)).toEqual([scene.beneath.pid, under.pid]);
    const target = await floorsOf(scene.target.tid);
    expect(target.map(({ floor, withheld }) => [floor, withheld])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, false],
    ]);
    expect(target[3]?.pid).toBe(later.pid);
    expect(target[1]?.movedTo).toMatchObject({ tid: scene.source.tid, pid: scene.goes.pid });
    await expectExactCounters(at.database);
  });

  it("is not undone when the replies have gone elsewhere since", async () => {
    const { batch } = await move();
    const next = { ...moveForm(scene), tid: scene.target.tid, topic: String(scene.source.tid) };
    await gateway().ok("moveReplies", next, moderator);
    expect(await undo(batch)).toMatchObject({ done: 0, refused: 1, results: [{ code: "CHANGED_SINCE" }] });
    await expectExactCounters(gateway().database);
  });

  it("is refused beside its field", async () => {
    const at = gateway();
    const form = moveForm(scene);
    const refused = async (
      change: Partial<typeof form>,
      code: Parameters<typeof at.refused>[2],
      field: string,
    ) => {
      const request = { ...form, submissionId: submissionId(), ...change };
      const { fields } = await at.refused("moveReplies", request, code, moderator);
      expect(Object.keys(fields ?? {})).toEqual([field]);
    };
    await refused({ topic: String(scene.source.tid) }, "SAME_TOPIC", "topic");
    await refused({ topic: "999999999" }, "TOPIC_NOT_FOUND", "topic");
    await refused({ topic: "这个" }, "INVALID_REQUEST", "topic");
    const far = await at.topic(asker as Member, foreign as Section);
    await refused({ topic: String(far.tid) }, "TARGET_ELSEWHERE", "topic");
    await refused({ posts: [] }, "INVALID_REQUEST", "posts");
    await refused({ posts: [scene.source.pid] }, "REPLIES_CHANGED", "posts");
    await refused({ posts: [scene.beneath.pid] }, "REPLIES_CHANGED", "posts");
    await refused({ posts: [scene.goes.pid, scene.target.pid] }, "REPLIES_CHANGED", "posts");
    await refused({ reason: " " }, "INVALID_REQUEST", "reason");
    await at.ok("deleteContent", { pid: scene.goesToo.pid }, asker);
    await refused({}, "REPLIES_CHANGED", "posts");
    const why = { reason: "看看", submissionId: submissionId() };
    await at.ok("topicOperate", { ids: [scene.target.tid], action: "hide", ...why }, moderator);
    await refused({ posts: [scene.goes.pid] }, "TOPICS_NOT_PUBLIC", "topic");
    await at.refused("moveReplies", { ...form, submissionId: submissionId() }, "NOT_PERMITTED", asker);
    await expectExactCounters(at.database);
  });

  it("is not for one's own topic, nor for another section's moderator", async () => {
    const at = gateway();
    const own = await repliesScene(at, section as Section, [moderator as Member, other as Member]);
    await at.refused("moveReplies", moveForm(own), "OWN_CONTENT", moderator);
    const stranger = await at.member();
    await at.section({ moderators: [stranger] });
    await at.refused("moveReplies", moveForm(scene), "NOT_YOUR_SECTION", stranger);
  });

  it("posted twice moves once", async () => {
    const form = moveForm(scene);
    const [one, two] = [
      await gateway().ok("moveReplies", form, moderator),
      await gateway().ok("moveReplies", form, moderator),
    ];
    expect(two.batch).toBe(one.batch);
    expect((await floorsOf(scene.target.tid)).length).toBe(3);
  });
});

describe("splitting a topic", () => {
  it("makes a topic of the earliest reply's author, at its time, in the chosen section; the search finds it", async () => {
    const at = gateway();
    const { tid, batch } = await split(elsewhere?.fid);
    const made = await at.ok("topicDetail", { tid });
    expect(made).toMatchObject({
      title: "示波器的带宽怎么选",
      section: { fid: elsewhere?.fid },
      author: { uid: other?.id },
      replies: 2,
      lastFloor: 2,
    });
    expect(made.floors.map(({ pid, floor }) => [pid, floor])).toEqual([
      [scene.goes.pid, 1],
      [scene.goesToo.pid, 2],
    ]);
    expect(made.createdAt).toBe(made.floors[0]?.createdAt);
    expect((await floorsOf(scene.source.tid))[2]?.movedTo).toMatchObject({ tid, pid: scene.goes.pid });
    const listed = await at.ok("sectionTopicList", { fid: elsewhere?.fid ?? 0 });
    expect(listed.topics.map((topic) => topic.tid)).toContain(tid);
    const found = await at.ok("fullTextSearch", { text: "示波器的带宽怎么选", kind: "topics" });
    expect(JSON.stringify(found)).toContain(`"tid":${tid}`);
    await expectExactCounters(at.database);

    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
    await at.refused("topicDetail", { tid }, "TOPIC_NOT_FOUND");
    // The address of the topic that is gone leads to where its text is now.
    expect((await at.ok("movedPost", { tid })).place).toMatchObject({
      tid: scene.source.tid,
      pid: scene.goes.pid,
      floor: 3,
    });
    await expectExactCounters(at.database);
  });

  it("is undone exactly: every row is as it was, except what leads on from the emptied topic", async () => {
    const { database } = gateway();
    const look = () => world(database);
    const was = await look();
    const { tid, batch } = await split();
    await undo(batch);
    const left = differing(was, await look());
    expect(left.map(({ name, gone }) => [name, gone])).toEqual([
      ["topics", []],
      ["posts", []],
    ]);
    const [topic] = await database.select().from(topics).where(eq(topics.id, tid));
    expect(topic).toMatchObject({ listed: false, replies: 0, search: null, title: "示波器的带宽怎么选" });
    const stubs = await database.select().from(posts).where(eq(posts.topicId, tid)).orderBy(posts.floor);
    expect(stubs.map(({ html, movedToId }) => [html, movedToId])).toEqual([
      ["", scene.goes.pid],
      ["", scene.goesToo.pid],
    ]);
  });

  it("is undone with what was written in it since: that goes behind the old topic's last floor", async () => {
    const at = gateway();
    const { tid, batch } = await split();
    const later = await at.reply(asker as Member, tid, { content: "二百兆够了。" });
    await at.ok("likePost", { pid: scene.goes.pid }, asker);
    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
    expect((await floorsOf(scene.source.tid)).map(({ pid, floor }) => [pid, floor])).toEqual([
      [scene.source.pid, 1],
      [scene.stays.pid, 2],
      [scene.goes.pid, 3],
      [scene.goesToo.pid, 4],
      [later.pid, 5],
    ]);
    await expectExactCounters(at.database);
  });

  it("is refused beside its field", async () => {
    const at = gateway();
    const form = splitForm(scene, section?.fid ?? 0);
    const refused = async (
      change: Partial<typeof form>,
      code: Parameters<typeof at.refused>[2],
      field: string,
    ) => {
      const request = { ...form, submissionId: submissionId(), ...change };
      const { fields } = await at.refused("splitTopic", request, code, moderator);
      expect(Object.keys(fields ?? {})).toEqual([field]);
    };
    await refused({ title: " " }, "INVALID_REQUEST", "title");
    await refused({ title: "\u2800\u2800\u2800\u2800\u2800\u2800" }, "INVALID_REQUEST", "title");
    await refused({ fid: foreign?.fid ?? 0 }, "TARGET_ELSEWHERE", "fid");
    await refused({ fid: 999_999 }, "SECTION_NOT_FOUND", "fid");
    await refused({ posts: [scene.source.pid] }, "REPLIES_CHANGED", "posts");
    expect(await at.database.$count(topics, eq(topics.title, form.title))).toBeLessThanOrEqual(3);
    await expectExactCounters(at.database);
  });
});

describe("at the same time", () => {
  it("replies to both topics and to a moved floor, and two moderators who move the same replies", async () => {
    const at = gateway();
    const writers = await Promise.all(Array.from({ length: 6 }, () => at.member()));
    const reply = (by: Member, tid: number, parent?: number) =>
      at.call(
        "submitPost",
        { tid, content: "同时写的。", submissionId: submissionId(), ...(parent ? { parent } : {}) },
        by,
      );
    const [first, second, ...answers] = await Promise.all([
      at.call("moveReplies", moveForm(scene), moderator as Member),
      at.call("moveReplies", moveForm(scene), admin as Member),
      ...writers.flatMap((by, index) => [
        reply(by, scene.source.tid, index % 2 === 0 ? scene.goes.pid : undefined),
        reply(by, scene.target.tid),
      ]),
    ]);
    expect([first?.status, second?.status].sort()).toEqual([200, 409]);
    // A reply to a floor that has just gone is refused, and everything else is written.
    for (const { status } of answers) expect([200, 404]).toContain(status);
    await expectExactCounters(at.database);
    const { database } = at;
    const strays = await database
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.parentId, scene.goes.pid), eq(posts.topicId, scene.source.tid)));
    expect(strays).toEqual([]);
  });
});

it("keeps what people have in their own numbers", async () => {
  const at = gateway();
  const numbers = async () => {
    const [row] = await at.database
      .select({ topics: accounts.topics, posts: accounts.posts })
      .from(accounts)
      .where(eq(accounts.id, other?.id ?? 0));
    return row;
  };
  const was = await numbers();
  await split();
  expect(await numbers()).toEqual({ topics: (was?.topics ?? 0) + 1, posts: was?.posts });
  expect(
    await at.database.$count(moderationBatches, eq(moderationBatches.action, "splitTopic")),
  ).toBeGreaterThan(0);
});
