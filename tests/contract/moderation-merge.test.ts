import { and, eq, sql } from "drizzle-orm";
import { favorites, notifications, posts, topicReadings, topics } from "gateway/database/schema";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";
import { mergeForm, repliesScene } from "../support/moderation/reply-actions";
import { differing, world } from "../support/moderation/world";

const gateway = startGateway();

let [admin, moderator, asker, other, reader]: Member[] = [];
let [section, elsewhere, foreign]: Section[] = [];
beforeAll(async () => {
  const at = gateway();
  const old = { createdAt: new Date("2026-01-01T00:00:00Z") };
  admin = await at.member({ admin: true });
  [moderator, asker, other] = [await at.member(), await at.member(old), await at.member(old)];
  reader = await at.member(old);
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
afterEach(() => expectExactCounters(gateway().database));

const detail = (tid: number, by?: Member) => gateway().ok("topicDetail", { tid }, by);
const floorsOf = async (tid: number) => (await detail(tid)).floors.map(({ pid, floor }) => [pid, floor]);
const merge = (form: Partial<ReturnType<typeof mergeForm>> = {}) =>
  gateway().ok("mergeTopic", { ...mergeForm(scene), ...form }, moderator);
const undo = (batch: number) =>
  gateway().ok("undoBatch", { batch, reason: "并错了", submissionId: submissionId() }, moderator);
const whole = () => [
  [scene.source.pid, 1],
  [scene.stays.pid, 2],
  [scene.goes.pid, 3],
  [scene.goesToo.pid, 4],
];
const found = async (text: string, kind: "topics" | "posts") =>
  JSON.stringify(await gateway().ok("fullTextSearch", { text, kind }));

describe("merging a topic into another", () => {
  it("puts its text and replies behind the last floor there; its address and its posts' lead there", async () => {
    const at = gateway();
    const there = await at.reply(reader as Member, scene.target.tid);
    expect(await merge()).toMatchObject({ done: 1, canUndo: true });
    expect(await floorsOf(scene.target.tid)).toEqual([
      [scene.target.pid, 1],
      [there.pid, 2],
      [scene.source.pid, 3],
      [scene.stays.pid, 4],
      [scene.goes.pid, 5],
      [scene.goesToo.pid, 6],
    ]);
    expect(await detail(scene.target.tid)).toMatchObject({ replies: 6, lastFloor: 6 });
    await at.refused("topicDetail", { tid: scene.source.tid }, "TOPIC_NOT_FOUND");
    const place = async (pid?: number) =>
      (await at.ok("movedPost", { tid: scene.source.tid, ...(pid ? { pid } : {}) })).place;
    expect(await place()).toMatchObject({ tid: scene.target.tid, pid: scene.source.pid, floor: 3 });
    expect(await place(scene.beneath.pid)).toMatchObject({ tid: scene.target.tid, pid: scene.beneath.pid });
    expect((await at.reply(asker as Member, scene.target.tid)).floor).toBe(7);
  });

  it("leaves lists and the search with the other topic alone", async () => {
    const at = gateway();
    const title = `合并之前的标题${scene.source.tid}`;
    await at.database.update(topics).set({ title }).where(eq(topics.id, scene.source.tid));
    const mine = await at.ok("sectionTopicList", { fid: section?.fid ?? 0 });
    expect(mine.topics.map(({ tid }) => tid)).toContain(scene.source.tid);
    await merge();
    const { topics: left } = await at.ok("sectionTopicList", { fid: section?.fid ?? 0 });
    expect(left.map(({ tid }) => tid)).not.toContain(scene.source.tid);
    expect(await found(title, "topics")).not.toContain(`"tid":${scene.source.tid}`);
  });

  it("brings favourites and followers without doubles, and back", async () => {
    const at = gateway();
    const { source, target } = scene;
    const [both, one, muted] = [await at.member(), await at.member(), await at.member()];
    for (const by of [both, one]) await at.ok("favoriteTopic", { tid: source.tid }, by);
    await at.ok("favoriteTopic", { tid: target.tid }, both);
    for (const by of [both, one, muted])
      await at.ok("setTopicLevel", { tid: source.tid, level: "follow" }, by);
    await at.ok("setTopicLevel", { tid: target.tid, level: "follow" }, both);
    await at.ok("setTopicLevel", { tid: target.tid, level: "mute" }, muted);
    const was = await world(at.database);
    const { batch } = await merge();
    expect(await detail(target.tid)).toMatchObject({ favorites: 2 });
    const levelOf = async (by: Member) => (await detail(target.tid, by)).reading?.level;
    expect([await levelOf(both), await levelOf(one), await levelOf(muted)]).toEqual([
      "follow",
      "follow",
      "mute",
    ]);
    const { topics: followed } = await at.ok("leveledTopics", { level: "follow" }, one);
    expect(followed.map(({ tid }) => tid)).toEqual([target.tid]);
    const { topics: liked } = await at.ok("myFavorites", {}, both);
    expect(liked.map(({ tid }) => tid)).toEqual([target.tid]);
    await expectExactCounters(at.database);
    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
    expect(differing(was, await world(at.database))).toEqual([]);
  });

  it("does not bring back what somebody has ended in the other topic since", async () => {
    const at = gateway();
    const { source, target } = scene;
    const one = await at.member();
    await at.ok("favoriteTopic", { tid: source.tid }, one);
    await at.ok("setTopicLevel", { tid: source.tid, level: "follow" }, one);
    const { batch } = await merge();
    await at.ok("cancelFavorite", { tid: target.tid }, one);
    await at.ok("setTopicLevel", { tid: target.tid, level: "mute" }, one);
    await undo(batch);
    expect(await at.database.$count(favorites, eq(favorites.accountId, one.id))).toBe(0);
    const rows = await at.database
      .select()
      .from(topicReadings)
      .where(and(eq(topicReadings.accountId, one.id), eq(topicReadings.topicId, target.tid)));
    expect(rows.map(({ level }) => level)).toEqual(["mute"]);
  });

  it("tells both authors with the reason; earlier notices lead to where the posts are", async () => {
    const at = gateway();
    await at.database.delete(notifications);
    await at.reply(reader as Member, scene.source.tid, { content: "我也遇到了。" });
    await merge();
    const told = await at.database.select().from(notifications).where(eq(notifications.event, "moderated"));
    expect(told.map(({ accountId, topicId }) => [accountId, topicId]).sort()).toEqual(
      [asker, other].map((person) => [person?.id, scene.target.tid]).sort(),
    );
    const { notices } = await at.ok("queryDcmMessageByUser", { type: "forum" }, asker);
    expect(notices.map(({ topic }) => topic?.tid)).toEqual([scene.target.tid]);
    expect(notices[0]?.post?.excerpt).toBe("我也遇到了。");
    const counts = await at.ok("queryUnreadCount", {}, asker);
    expect(JSON.stringify(counts)).toContain("1");
  });

  it("takes an accepted answer's mark away, and an undo gives it back", async () => {
    const at = gateway();
    await at.ok("accomplishQuestion", { tid: scene.source.tid, pid: scene.goes.pid }, asker);
    const was = await world(at.database);
    const { batch } = await merge();
    expect(await detail(scene.target.tid)).toMatchObject({ solved: false, answer: null });
    await expectExactCounters(at.database);
    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
    expect(differing(was, await world(at.database))).toEqual([]);
    expect(await detail(scene.source.tid)).toMatchObject({ solved: true });
  });

  it("takes hidden replies along, and leaves those that authors deleted with nothing beneath", async () => {
    const at = gateway();
    const why = { reason: "跑题", submissionId: submissionId() };
    await at.ok("moderatorPostOperate", { ids: [scene.goes.pid], action: "hidePost", ...why }, moderator);
    await at.ok("deleteContent", { pid: scene.stays.pid }, other);
    const was = await world(at.database);
    const { batch } = await merge();
    const seen = await detail(scene.target.tid, moderator);
    expect(seen.floors.map(({ pid, state }) => [pid, state])).toEqual([
      [scene.target.pid, "listed"],
      [scene.source.pid, "listed"],
      [scene.goes.pid, "hidden"],
      [scene.goesToo.pid, "listed"],
    ]);
    await expectExactCounters(at.database);
    await undo(batch);
    expect(differing(was, await world(at.database))).toEqual([]);
  });

  it("counts in both sections when the other topic is elsewhere", async () => {
    const far = await gateway().topic(reader as Member, elsewhere as Section);
    const { batch } = await merge({ into: String(far.tid) });
    await expectExactCounters(gateway().database);
    expect((await floorsOf(far.tid)).length).toBe(5);
    expect(await undo(batch)).toMatchObject({ done: 1 });
    expect(await floorsOf(scene.source.tid)).toEqual(whole());
  });

  it("leads on when the other topic is merged too, and both come back in turn", async () => {
    const at = gateway();
    const third = await at.topic(reader as Member, elsewhere as Section);
    const first = await merge();
    at.pass(60);
    const second = await merge({ tid: scene.target.tid, into: String(third.tid) });
    const { place } = await at.ok("movedPost", { tid: scene.source.tid });
    expect(place).toMatchObject({ tid: third.tid, pid: scene.source.pid, floor: 3 });
    expect(await undo(first.batch)).toMatchObject({ done: 0, results: [{ code: "CHANGED_SINCE" }] });
    expect(await undo(second.batch)).toMatchObject({ done: 1 });
    expect(await undo(first.batch)).toMatchObject({ done: 1 });
    expect(await floorsOf(scene.source.tid)).toEqual(whole());
    expect(await floorsOf(scene.target.tid)).toEqual([[scene.target.pid, 1]]);
  });
});

it("a reply that was typed for the merged topic, or for one of its floors, is written in the other", async () => {
  const at = gateway();
  await merge();
  const form = { tid: scene.source.tid, content: "写到一半，主题合并了。", submissionId: submissionId() };
  const made = await at.ok("submitPost", form, asker);
  expect(made).toMatchObject({ tid: scene.target.tid, floor: 6 });
  expect(await at.ok("submitPost", form, asker)).toEqual(made);
  const under = await at.reply(asker as Member, scene.source.tid, { parent: scene.goes.pid });
  expect(under).toMatchObject({ tid: scene.target.tid, floor: null });
  await at.ok("deleteContent", { pid: scene.source.pid }, asker);
  await at.refused("submitPost", { ...form, submissionId: submissionId() }, "TOPIC_NOT_FOUND", reader);
});

describe("the undo", () => {
  it("restores every row", async () => {
    const { database } = gateway();
    await gateway().ok("likePost", { pid: scene.source.pid }, reader);
    const was = await world(database);
    const { batch } = await merge();
    await undo(batch);
    expect(differing(was, await world(database))).toEqual([]);
    expect(await floorsOf(scene.source.tid)).toEqual(whole());
  });

  it("brings what was written beneath since, with an edit and a like; others' later floors stay", async () => {
    const at = gateway();
    const { batch } = await merge();
    const later = await at.reply(reader as Member, scene.target.tid, { content: "还有一种办法。" });
    const under = await at.reply(reader as Member, scene.target.tid, { parent: scene.source.pid });
    const text = `合并以后改成量子示波${scene.source.tid}`;
    await at.ok("editPost", { pid: scene.source.pid, content: text }, asker);
    await at.ok("likePost", { pid: scene.source.pid }, reader);
    expect(await found(text, "posts")).toContain(`"pid":${scene.source.pid}`);
    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
    const { floors, likes } = await detail(scene.source.tid);
    expect([floors[0]?.html, likes]).toEqual([expect.stringContaining(text), 1]);
    expect(floors[0]?.depthPosts.map(({ pid }) => pid)).toEqual([under.pid]);
    const target = (await detail(scene.target.tid)).floors;
    expect(target.map(({ floor, withheld }) => [floor, withheld])).toEqual([
      [1, false],
      ...[2, 3, 4, 5].map((floor) => [floor, true]),
      [6, false],
    ]);
    expect([target[1]?.movedTo?.tid, target[5]?.pid]).toEqual([scene.source.tid, later.pid]);
    expect(await found(text, "topics")).toContain(`"tid":${scene.source.tid}`);
    expect(await found(text, "posts")).not.toContain(`"pid":${scene.source.pid}`);
  });

  it("is refused once its text or a floor is elsewhere, hidden or gone", async () => {
    const at = gateway();
    const { batch } = await merge();
    await at.ok("deleteContent", { pid: scene.source.pid }, asker);
    expect(await undo(batch)).toMatchObject({ done: 0, results: [{ code: "CHANGED_SINCE" }] });
    const next = await repliesScene(at, section as Section, [asker as Member, other as Member]);
    const { batch: second } = await gateway().ok("mergeTopic", mergeForm(next), moderator);
    const move = { tid: next.target.tid, posts: [next.goes.pid], topic: String(scene.target.tid) };
    const why = { reason: "那边在说", submissionId: submissionId() };
    await at.ok("moveReplies", { ...move, ...why }, moderator);
    expect(await undo(second)).toMatchObject({ done: 0, results: [{ code: "CHANGED_SINCE" }] });
  });
});

describe("a merge is refused", () => {
  it("beside its field", async () => {
    const at = gateway();
    const refused = async (
      change: Partial<ReturnType<typeof mergeForm>>,
      code: Parameters<typeof at.refused>[2],
      field: string,
    ) => {
      const request = { ...mergeForm(scene), ...change };
      const { fields } = await at.refused("mergeTopic", request, code, moderator);
      expect(Object.keys(fields ?? {})).toEqual([field]);
    };
    await refused({ into: String(scene.source.tid) }, "SAME_TOPIC", "into");
    await refused({ into: "999999999" }, "TOPIC_NOT_FOUND", "into");
    await refused({ into: "那个" }, "INVALID_REQUEST", "into");
    const far = await at.topic(asker as Member, foreign as Section);
    await refused({ into: String(far.tid) }, "TARGET_ELSEWHERE", "into");
    await refused({ reason: " " }, "INVALID_REQUEST", "reason");
    const why = { reason: "看看", submissionId: submissionId() };
    await at.ok("topicOperate", { ids: [scene.target.tid], action: "hide", ...why }, moderator);
    await refused({}, "TOPICS_NOT_PUBLIC", "into");
  });

  it("of more texts than go in one transaction; the other way round is none too long", async () => {
    const at = gateway();
    const { source, target } = scene;
    await at.database.execute(sql`
      insert into ${posts} (topic_id, author_id, floor, source, html, created_at, review)
      select ${source.tid}, ${other?.id}, n, 'x', '<p>x</p>', now(), 'refused' from generate_series(5, 2000) as n`);
    await at.database.update(topics).set({ lastFloor: 2_000 }).where(eq(topics.id, source.tid));
    const { fields } = await at.refused("mergeTopic", mergeForm(scene), "TOPIC_TOO_LONG", moderator);
    expect(Object.keys(fields ?? {})).toEqual(["into"]);
    await merge({ tid: target.tid, into: String(source.tid) });
    const { place } = await at.ok("movedPost", { tid: target.tid });
    expect(place).toMatchObject({ tid: source.tid, floor: 2_001 });
  });

  it("of a topic whose text is edited between the question and the answer", async () => {
    const { database, services } = gateway();
    const { run } = services.texts;
    const edited = vi.spyOn(services.texts, "run").mockImplementationOnce(async (...job) => {
      await database.update(posts).set({ html: "<p>刚刚改过。</p>" }).where(eq(posts.id, scene.source.pid));
      return run(...job);
    });
    await gateway().refused("mergeTopic", mergeForm(scene), "TOPIC_CHANGED", moderator);
    edited.mockRestore();
    expect(await floorsOf(scene.source.tid)).toEqual(whole());
  });

  it("of one's own topic, in another's section, and for members", async () => {
    const at = gateway();
    const own = await repliesScene(at, section as Section, [moderator as Member, other as Member]);
    await at.refused("mergeTopic", mergeForm(own), "OWN_CONTENT", moderator);
    const stranger = await at.member();
    await at.section({ moderators: [stranger] });
    await at.refused("mergeTopic", mergeForm(scene), "NOT_YOUR_SECTION", stranger);
    await at.refused("mergeTopic", mergeForm(scene), "NOT_PERMITTED", asker);
  });

  it("of what was merged already; the same form twice is one merge", async () => {
    const form = mergeForm(scene);
    const one = await merge(form);
    expect((await merge(form)).batch).toBe(one.batch);
    expect((await floorsOf(scene.target.tid)).length).toBe(5);
    await gateway().refused("mergeTopic", mergeForm(scene), "TOPICS_NOT_PUBLIC", moderator);
  });
});

it("two moderators who merge the topics into each other, and replies at the same time, lose nothing", async () => {
  const at = gateway();
  const writers = await Promise.all(Array.from({ length: 4 }, () => at.member()));
  const back = { ...mergeForm(scene), tid: scene.target.tid, into: String(scene.source.tid) };
  const reply = (by: Member, tid: number) =>
    at.call("submitPost", { tid, content: "同时写的。", submissionId: submissionId() }, by);
  const [one, two, ...answers] = await Promise.all([
    at.call("mergeTopic", mergeForm(scene), moderator as Member),
    at.call("mergeTopic", back, admin as Member),
    ...writers.flatMap((by) => [reply(by, scene.source.tid), reply(by, scene.target.tid)]),
  ]);
  expect([one?.status, two?.status].sort()).toEqual([200, 422]);
  for (const { status } of answers) expect(status).toBe(200);
  const left = one?.status === 200 ? scene.target.tid : scene.source.tid;
  const written = answers.filter(({ status }) => status === 200).length;
  expect((await detail(left)).replies).toBe(5 + written);
});
