import { eq } from "drizzle-orm";
import fc from "fast-check";
import { topicReadings } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { type Member, startGateway } from "../support/gateway";

const gateway = startGateway();
const nobody = 2_000_000_000;

const look = (as: Member, tid: number, page = 1) => gateway().ok("topicDetail", { tid, page }, as);
/** Opens a page of a topic as the portal does: the gateway stores the reading position. */
async function read(as: Member, tid: number, page = 1) {
  const { floors, replies, lastReplyAt, ...topic } = await look(as, tid, page);
  const floor = Math.max(...floors.map((each) => each.floor));
  await gateway().ok("markTopicRead", { tid, floor, replies, lastReplyAt }, as);
  return topic;
}
const marks = async (as: Member, ...tids: number[]) =>
  new Map(
    (await gateway().ok("topicMarks", { tids }, as)).marks.map(({ tid, ...mark }) => [tid, mark] as const),
  );
const nothing = { unread: 0, floor: 0, fresh: false, muted: false, blocked: false };
async function reply(as: Member, tid: number, more: { content?: string; parent?: number } = {}) {
  gateway().pass(1);
  return gateway().reply(as, tid, more);
}
async function scene() {
  const [author, reader] = [await gateway().member(), await gateway().member()];
  gateway().pass(1);
  const section = await gateway().section();
  const topic = await gateway().topic(author, section);
  return { author, reader, section, ...topic };
}
const rowOf = async (tid: number, { id }: Member) =>
  (await gateway().database.select().from(topicReadings).where(eq(topicReadings.topicId, tid))).find(
    (row) => row.accountId === id,
  );

describe("the reading position", () => {
  it("a recent topic is new until it is opened; later replies are counted, also beneath floors", async () => {
    const { author, reader, tid } = await scene();
    expect((await marks(reader, tid)).get(tid)).toEqual({ ...nothing, fresh: true });
    expect((await marks(author, tid)).get(tid)).toBeUndefined();
    expect((await look(reader, tid)).reading).toEqual({ floor: 0, stale: true, level: "default" });
    await read(reader, tid);
    expect((await marks(reader, tid)).size).toBe(0);
    expect((await look(reader, tid)).reading).toEqual({ floor: 1, stale: false, level: "default" });
    const floor = await reply(author, tid);
    await reply(author, tid, { parent: floor.pid });
    expect((await marks(reader, tid)).get(tid)).toEqual({ ...nothing, floor: 1, unread: 2 });
    expect((await look(reader, tid)).reading).toEqual({ floor: 1, stale: true, level: "default" });
    await read(reader, tid);
    expect((await marks(reader, tid)).size).toBe(0);
  });

  it("visitors and others see nothing of it", async () => {
    const { reader, tid } = await scene();
    await read(reader, tid);
    expect(await gateway().ok("topicDetail", { tid })).toMatchObject({ reading: null, blocked: [] });
    const other = await gateway().member();
    expect((await look(other, tid)).reading).toEqual({ floor: 0, stale: true, level: "default" });
  });

  it("a topic stays new for two days, and not for members who joined later", async () => {
    const { author, reader, section } = await scene();
    const { tid } = await gateway().topic(author, section);
    gateway().pass(2 * 86_400 - 60);
    expect((await marks(reader, tid)).get(tid)).toMatchObject({ fresh: true });
    gateway().pass(120);
    expect((await marks(reader, tid)).size).toBe(0);
    expect((await look(reader, tid)).reading).toMatchObject({ floor: 0 });
  });

  it("never goes backwards, in any order of requests, nor beyond the last floor", async () => {
    const { author, reader, tid } = await scene();
    const times = [(await look(reader, tid)).lastReplyAt];
    for (let count = 0; count < 3; count += 1) {
      await reply(author, tid);
      times.push((await look(reader, tid)).lastReplyAt);
    }
    const told = fc.record({
      floor: fc.integer({ min: 1, max: 9 }),
      replies: fc.integer({ min: 0, max: 3 }),
      lastReplyAt: fc.constantFrom(...times, "2100-01-01T00:00:00.000Z"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 6 }), async (all) => {
        const somebody = await gateway().member();
        let before = { floor: 0, seenAt: 0 };
        for (const each of all) {
          await gateway().ok("markTopicRead", { tid, ...each }, somebody);
          const row = await rowOf(tid, somebody);
          const now = { floor: row?.floor ?? 0, seenAt: row?.seenAt?.getTime() ?? 0 };
          expect(now.floor).toBe(Math.max(before.floor, Math.min(each.floor, 4)));
          const last = Date.parse(times.at(-1) ?? "");
          expect(now.seenAt).toBe(Math.max(before.seenAt, Math.min(Date.parse(each.lastReplyAt), last)));
          before = now;
        }
      }),
      { numRuns: 15 },
    );
  });

  it("is not written again without a change, and not stored for missing topics", async () => {
    const { reader, tid } = await scene();
    await read(reader, tid);
    const first = await rowOf(tid, reader);
    gateway().pass(60);
    await read(reader, tid);
    expect(await rowOf(tid, reader)).toEqual(first);
    const lastReplyAt = "2026-01-01T00:00:00.000Z";
    await gateway().ok("markTopicRead", { tid: nobody, floor: 1, replies: 0, lastReplyAt }, reader);
    expect(await rowOf(nobody, reader)).toBeUndefined();
    expect((await marks(reader, nobody)).size).toBe(0);
  });
});

describe("all marked read", () => {
  it("of a section or of everything; later topics and replies are counted from there", async () => {
    const { author, reader, section, tid } = await scene();
    const other = await gateway().member();
    const elsewhere = await gateway().topic(author, await gateway().section());
    await read(reader, tid);
    for (let count = 0; count < 3; count += 1) await reply(author, tid);
    const fresh = await gateway().topic(author, section);
    gateway().pass(1);
    await gateway().ok("readAllTopics", { fid: section.fid }, reader);
    const after = await marks(reader, tid, fresh.tid, elsewhere.tid);
    expect([...after]).toEqual([[elsewhere.tid, { ...nothing, fresh: true }]]);
    await reply(author, tid);
    await reply(author, tid);
    expect((await marks(reader, tid)).get(tid)).toMatchObject({ unread: 2 });
    gateway().pass(1);
    await gateway().ok("readAllTopics", {}, reader);
    expect((await marks(reader, tid, fresh.tid, elsewhere.tid)).size).toBe(0);
    // Other people's lists stay as they were.
    expect((await marks(other, tid)).get(tid)).toMatchObject({ fresh: true });
    await gateway().refused("readAllTopics", { fid: nobody }, "SECTION_NOT_FOUND", reader);
  });
});

describe("a topic that is followed or muted", () => {
  const noticesOf = async (as: Member) =>
    (await gateway().ok("queryDcmMessageByUser", { type: "forum" }, as)).notices;

  it("gives its followers one notice of all replies until they read it", async () => {
    const { author, reader, tid } = await scene();
    const other = await gateway().member();
    await gateway().ok("setTopicLevel", { tid, level: "follow" }, reader);
    expect((await look(reader, tid)).reading).toMatchObject({ level: "follow" });
    const first = await reply(other, tid, { content: "第一条" });
    await reply(author, tid);
    await reply(other, tid, { parent: first.pid });
    await reply(reader, tid);
    expect(await noticesOf(reader)).toMatchObject([
      {
        event: "topicReply",
        actors: 3,
        actor: { uid: other.id },
        topic: { tid },
        post: { pid: first.pid },
        read: false,
      },
    ]);
    // Its author gets notices of answers as usual, and none as a follower.
    expect((await noticesOf(author)).map(({ event }) => event)).toEqual(["reply", "reply", "reply"]);
    await read(reader, tid);
    expect(await noticesOf(reader)).toMatchObject([{ event: "topicReply", read: true }]);
    await reply(other, tid);
    expect((await noticesOf(reader)).map(({ actors, read: seen }) => [actors, seen])).toEqual([
      [1, false],
      [3, true],
    ]);
    await gateway().ok("setTopicLevel", { tid, level: "default" }, reader);
    await read(reader, tid);
    await reply(other, tid);
    expect(await noticesOf(reader)).toHaveLength(2);
  });

  it("gives each follower one notice of a reply that also answers or mentions them", async () => {
    const { author, reader, tid } = await scene();
    for (const who of [author, reader]) await gateway().ok("setTopicLevel", { tid, level: "follow" }, who);
    const other = await gateway().member();
    await reply(other, tid, { content: `@${reader.nickname} 看看` });
    expect((await noticesOf(reader)).map(({ event }) => event)).toEqual(["mention"]);
    expect((await noticesOf(author)).map(({ event }) => event)).toEqual(["reply"]);
  });

  it("keeps its notice when the first of its replies is deleted, and loses it with the only one", async () => {
    const { author, reader, tid } = await scene();
    await gateway().ok("setTopicLevel", { tid, level: "follow" }, reader);
    const first = await reply(author, tid);
    const unread = async () => (await gateway().ok("systemMessageCount", {}, reader)).result.unread;
    expect(await unread()).toBe(1);
    await gateway().ok("deleteContent", { pid: first.pid }, author);
    expect([await unread(), await noticesOf(reader)]).toEqual([0, []]);
    await reply(author, tid);
    expect(await unread()).toBe(1);
    expect(await noticesOf(reader)).toMatchObject([{ actors: 2, topic: { tid }, post: null }]);
  });

  it("gives no notice at all when it is muted: no answers, mentions, likes or invitations", async () => {
    const { author, reader, section, tid } = await scene();
    const own = await gateway().topic(reader, section, { classId: section.classes[0] ?? null });
    for (const topic of [own.tid, tid])
      await gateway().ok("setTopicLevel", { tid: topic, level: "mute" }, reader);
    const answer = await reply(reader, tid);
    await reply(author, own.tid);
    await reply(author, tid, { content: `@${reader.nickname} 在吗`, parent: answer.pid });
    await gateway().ok("likePost", { pid: own.pid }, author);
    await gateway().ok("unlikePost", { pid: own.pid }, author);
    expect(await noticesOf(reader)).toEqual([]);
    expect((await marks(reader, tid, own.tid)).get(tid)).toMatchObject({ muted: true });
    await gateway().ok("setTopicLevel", { tid: own.tid, level: "default" }, reader);
    await reply(author, own.tid);
    expect((await noticesOf(reader)).map(({ event }) => event)).toEqual(["reply"]);
  });

  it("is in the list of follows, unless it is muted or its author is blocked", async () => {
    const { author, reader, section, tid } = await scene();
    const followed = async () =>
      (await gateway().ok("followedTopicList", {}, reader)).topics.map((topic) => [
        topic.tid,
        topic.because.map(({ kind }) => kind).join(),
      ]);
    await gateway().ok("setTopicLevel", { tid, level: "follow" }, reader);
    expect(await followed()).toEqual([[tid, "topic"]]);
    const second = await gateway().topic(author, section);
    await gateway().ok("follow", { kind: "section", target: section.fid }, reader);
    expect((await followed()).sort()).toEqual([
      [tid, "topic,section"],
      [second.tid, "section"],
    ]);
    await gateway().ok("setTopicLevel", { tid: second.tid, level: "mute" }, reader);
    expect(await followed()).toEqual([[tid, "topic,section"]]);
    await gateway().ok("blockUser", { uid: author.id }, reader);
    expect(await followed()).toEqual([]);
  });

  it("is listed for undoing, without the title of a topic that the member cannot read any more", async () => {
    const { author, reader, tid, pid } = await scene();
    const list = async (level: "follow" | "mute") =>
      (await gateway().ok("leveledTopics", { level }, reader)).topics;
    await gateway().ok("setTopicLevel", { tid, level: "mute" }, reader);
    const { title } = await look(reader, tid);
    expect([await list("follow"), await list("mute")]).toMatchObject([[], [{ tid, title }]]);
    await gateway().ok("deleteContent", { pid }, author);
    expect(await list("mute")).toMatchObject([{ tid, title: "" }]);
    await gateway().refused("setTopicLevel", { tid, level: "follow" }, "TOPIC_NOT_FOUND", reader);
    expect(await gateway().ok("setTopicLevel", { tid, level: "default" }, reader)).toEqual({
      level: "default",
    });
    expect(await list("mute")).toEqual([]);
    await gateway().refused("setTopicLevel", { tid, level: "default" }, "TOPIC_NOT_FOUND", reader);
    await gateway().refused("setTopicLevel", { tid: nobody, level: "mute" }, "TOPIC_NOT_FOUND", reader);
  });
});

describe("a blocked person", () => {
  it("is named on the pages with their replies, only to the member who blocked them", async () => {
    const { author, reader, tid } = await scene();
    const [other, third] = [await gateway().member(), await gateway().member()];
    const floor = await reply(other, tid);
    await reply(author, tid, { parent: floor.pid });
    await gateway().ok("blockUser", { uid: third.id }, reader);
    expect((await look(reader, tid)).blocked).toEqual([]);
    await gateway().ok("blockUser", { uid: author.id }, reader);
    await gateway().ok("blockUser", { uid: other.id }, reader);
    expect((await look(reader, tid)).blocked.sort()).toEqual([author.id, other.id].sort());
    expect((await look(other, tid)).blocked).toEqual([]);
    const moderated = await gateway().section({ moderators: [reader] });
    const theirs = await gateway().topic(other, moderated);
    expect((await look(reader, theirs.tid)).blocked).toEqual([other.id]);
    expect((await marks(reader, tid)).get(tid)).toMatchObject({ blocked: true });
    expect(await gateway().ok("authorInfo", { uid: other.id }, reader)).toMatchObject({ blocked: true });
    expect(await gateway().ok("authorInfo", { uid: other.id }, author)).toMatchObject({ blocked: false });
  });
});

describe("new replies since a page was opened", () => {
  it("are counted for everybody, as far as they may see them", async () => {
    const { author, tid, pid } = await scene();
    expect(await gateway().ok("topicNews", { tid })).toEqual({ replies: 0, lastFloor: 1 });
    await reply(author, tid);
    expect(await gateway().ok("topicNews", { tid })).toEqual({ replies: 1, lastFloor: 2 });
    await gateway().ok("deleteContent", { pid }, author);
    await gateway().refused("topicNews", { tid }, "TOPIC_NOT_FOUND");
    await gateway().refused("topicNews", { tid: nobody }, "TOPIC_NOT_FOUND");
  });
});
