import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { accounts, sections, topics } from "gateway/database/schema";
import { flushViews } from "gateway/queries/views";
import { type Member, type Section, startGateway } from "../support/gateway";

const gateway = startGateway();

let author: Member;
let reader: Member;
let section: Section;
/** A topic of 45 floors; beneath floor 25 there are 25 replies. */
let long: { tid: number; pids: number[]; beneath: number[] };

beforeAll(async () => {
  [author, reader, section] = [await gateway().member({ intro: "做射频" }), await gateway().member(), await gateway().section()];
  const { tid, pid } = await gateway().topic(author, section);
  long = { tid, pids: [pid], beneath: [] };
  for (let floor = 2; floor <= 45; floor += 1) long.pids.push((await gateway().reply(reader, tid, { content: `第 ${floor} 楼` })).pid);
  const parent = long.pids[24];
  for (let depth = 1; depth <= 25; depth += 1)
    long.beneath.push((await gateway().reply(author, tid, { parent, content: `第 ${depth} 条` })).pid);
});

const floorsOf = (detail: { floors: { floor: number }[] }) => detail.floors.map(({ floor }) => floor);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("pages", () => {
  it.each([
    [{ page: 1 }, 1, range(1, 20)],
    [{ page: 2 }, 2, range(21, 40)],
    [{ page: 3 }, 3, range(41, 45)],
    [{ page: 100_000 }, 3, range(41, 45)],
    [{}, 1, range(1, 20)],
  ])("%j shows page %i", async (request, page, floors) => {
    const detail = await gateway().ok("topicDetail", { tid: long.tid, ...request });
    expect(detail).toMatchObject({ page, pages: 3, lastFloor: 45, replies: 69 });
    expect(floorsOf(detail)).toEqual(floors);
  });

  it("do not move when a floor is deleted", async () => {
    const gone = await gateway().reply(reader, long.tid);
    await gateway().ok("deleteContent", { pid: gone.pid }, reader);
    const detail = await gateway().ok("topicDetail", { tid: long.tid, page: 3 });
    expect(floorsOf(detail)).toEqual(range(41, 46));
    expect(detail).toMatchObject({ lastFloor: 46, replies: 69 });
  });

  it.each([0, -1, 1.5, "x", 100_001])("page %j is refused", async (page) => {
    await gateway().refused("topicDetail", { tid: long.tid, page }, "INVALID_REQUEST");
  });
});

describe("replies beneath a floor", () => {
  const atFloor25 = async (request: object) => {
    const detail = await gateway().ok("topicDetail", { tid: long.tid, ...request });
    const floor = detail.floors.find((each) => each.floor === 25);
    return { page: detail.page, total: floor?.depthTotal, shown: floor?.depthPosts.map(({ pid }) => pid) };
  };

  it("come three at first", async () => {
    expect(await atFloor25({ page: 2 })).toEqual({ page: 2, total: 25, shown: long.beneath.slice(0, 3) });
  });

  it("come whole when the floor is expanded", async () => {
    expect(await atFloor25({ page: 2, expand: long.pids[24] })).toEqual({ page: 2, total: 25, shown: long.beneath });
  });

  it("come up to a permalink's own page of them", async () => {
    expect(await atFloor25({ pid: long.beneath[9] })).toEqual({ page: 2, total: 25, shown: long.beneath.slice(0, 20) });
    expect(await atFloor25({ pid: long.beneath[24] })).toEqual({ page: 2, total: 25, shown: long.beneath });
  });

  it("come a page at a time", async () => {
    const list = async (page: number) => {
      const { posts, ...rest } = await gateway().ok("depthPostList", { pid: long.pids[24] ?? 0, page }, author);
      return { pids: posts.map(({ pid }) => pid), mine: posts.every(({ canEdit }) => canEdit), ...rest };
    };
    expect(await list(1)).toEqual({ pids: long.beneath.slice(0, 20), mine: true, page: 1, pages: 2, total: 25 });
    expect(await list(9)).toEqual({ pids: long.beneath.slice(20), mine: true, page: 2, pages: 2, total: 25 });
    expect(await gateway().ok("depthPostList", { pid: long.pids[0] ?? 0 })).toEqual({ posts: [], page: 1, pages: 1, total: 0 });
    await gateway().refused("depthPostList", { pid: long.beneath[0] }, "POST_NOT_FOUND");
  });
});

describe("a permalink", () => {
  it("shows the page of its floor", async () => {
    const detail = await gateway().ok("topicDetail", { tid: long.tid, page: 1, pid: long.pids[40] });
    expect([detail.page, floorsOf(detail)[0]]).toEqual([3, 41]);
  });

  it("to another topic's post, or to none, is refused", async () => {
    const other = await gateway().topic(author, section);
    await gateway().refused("topicDetail", { tid: long.tid, pid: other.pid }, "POST_NOT_FOUND");
    await gateway().refused("topicDetail", { tid: long.tid, pid: 2_000_000_000 }, "POST_NOT_FOUND");
  });
});

describe("who looks", () => {
  it("a visitor can change nothing, and nothing stands in the way of signing in", async () => {
    const detail = await gateway().ok("topicDetail", { tid: long.tid });
    expect(detail).toMatchObject({ canReply: false, replyRefusal: null, favorited: false });
    expect(detail.floors.some(({ canEdit, canDelete, liked }) => canEdit || canDelete || liked)).toBe(false);
  });

  it("a member sees what is theirs, what they like and what they keep", async () => {
    await gateway().ok("likePost", { pid: long.pids[0] ?? 0 }, reader);
    await gateway().ok("favoriteTopic", { tid: long.tid }, reader);
    const detail = await gateway().ok("topicDetail", { tid: long.tid }, reader);
    expect(detail).toMatchObject({ canReply: true, replyRefusal: null, favorited: true, favorites: 1, likes: 1 });
    expect(detail.floors[0]).toMatchObject({ liked: true, likes: 1, canEdit: false });
    expect(detail.floors[1]).toMatchObject({ liked: false, canEdit: true, canDelete: true });
    expect(await gateway().ok("topicDetail", { tid: long.tid }, author)).toMatchObject({ favorited: false, favorites: 1 });
  });

  it.each([
    ["without a phone", { phone: null }, false, "PHONE_NOT_BOUND"],
    ["muted", { mutedUntil: new Date("2100-01-01") }, false, "MUTED"],
    ["muted and without a phone", { phone: null, mutedUntil: new Date("2100-01-01") }, false, "MUTED"],
    ["muted until a while ago", { mutedUntil: new Date("2020-01-01") }, true, null],
  ])("a member %s is told why they cannot reply", async (_who, values, canReply, replyRefusal) => {
    const member = await gateway().member();
    const mine = await gateway().topic(member, section);
    await gateway().database.update(accounts).set(values).where(eq(accounts.id, member.id));
    const detail = await gateway().ok("topicDetail", { tid: mine.tid }, member);
    expect(detail).toMatchObject({ canReply, replyRefusal });
    expect(detail.floors[0]).toMatchObject({ canEdit: canReply, canDelete: true });
    expect(await gateway().ok("userPermissions", {}, member)).toMatchObject({
      canPost: canReply,
      refusal: replyRefusal,
      forumAdmin: false,
    });
  });

  it("nobody can reply to a closed topic", async () => {
    const { tid } = await gateway().topic(author, section);
    await gateway().database.update(topics).set({ closed: true }).where(eq(topics.id, tid));
    expect(await gateway().ok("topicDetail", { tid }, reader)).toMatchObject({
      closed: true,
      canReply: false,
      replyRefusal: "TOPIC_CLOSED",
    });
  });

  it("everyone who wrote on the page has a card", async () => {
    const admin = await gateway().member({ admin: true, avatar: "0123456789abcdef0123456789abcdef.png" });
    const moderator = await gateway().member();
    const place = await gateway().section({ moderators: [moderator] });
    const { tid } = await gateway().topic(author, place);
    for (const one of [admin, moderator, admin]) await gateway().reply(one, tid);
    const { authors } = await gateway().ok("topicDetail", { tid });
    expect(Object.values(authors).map(({ uid, role }) => [uid, role])).toEqual([
      [author.id, "member"],
      [admin.id, "admin"],
      [moderator.id, "moderator"],
    ]);
    expect(authors[admin.id]).toMatchObject({
      nickName: admin.nickname,
      icon: "/gateway/files/0123456789abcdef0123456789abcdef.png",
      posts: 2,
    });
    expect(authors[author.id]).toEqual(await gateway().ok("authorInfo", { uid: author.id }));
    expect(authors[author.id]?.intro).toBe("做射频");
  });
});

describe("a topic of a closed section", () => {
  it("is not there for anyone, nor in any list", async () => {
    const place = await gateway().section();
    const { tid, pid } = await gateway().topic(author, place, { tags: ["关版"] });
    await gateway().ok("favoriteTopic", { tid }, reader);
    await gateway().reply(reader, tid);
    await gateway().database.update(sections).set({ closed: true }).where(eq(sections.id, place.fid));
    try {
      await gateway().refused("topicDetail", { tid }, "TOPIC_NOT_FOUND", author);
      await gateway().refused("likePost", { pid }, "TOPIC_NOT_FOUND", reader);
      await gateway().refused("sectionDetail", { fid: place.fid }, "SECTION_NOT_FOUND");
      await gateway().refused("sectionTopicList", { fid: place.fid }, "SECTION_NOT_FOUND");
      await gateway().refused("topicClasses", { fid: place.fid }, "SECTION_NOT_FOUND");
      await gateway().refused("follow", { kind: "section", target: place.fid }, "SECTION_NOT_FOUND", reader);
      const lists = [
        await gateway().ok("homeTopicList", {}),
        await gateway().ok("userTopicList", { uid: author.id }),
        await gateway().ok("myFavorites", {}, reader),
      ];
      for (const list of lists) {
        expect(list.topics.map((row) => row.tid)).not.toContain(tid);
        expect(list.total).toBe(list.topics.length);
      }
      const { groups } = await gateway().ok("sectionList", {});
      expect(groups.flatMap(({ sections: each }) => each.map(({ fid }) => fid))).not.toContain(place.fid);
    } finally {
      await gateway().database.update(sections).set({ closed: false }).where(eq(sections.id, place.fid));
    }
  });
});

describe("views", () => {
  it("are counted together and written within seconds or at fifty", async () => {
    const { tid } = await gateway().topic(author, section);
    const views = async () => (await gateway().ok("topicDetail", { tid })).views;
    for (let view = 0; view < 3; view += 1) await gateway().ok("viewTopic", { tid });
    await gateway().ok("viewTopic", { tid: 2_000_000_000 });
    expect(await views()).toBe(0);
    await flushViews(gateway().database);
    expect(await views()).toBe(3);
    await flushViews(gateway().database);
    expect(await views()).toBe(3);
    await Promise.all(Array.from({ length: 50 }, () => gateway().ok("viewTopic", { tid })));
    await expect.poll(views, { timeout: 2_000 }).toBe(53);
  });

  it("are written by themselves after a while", async () => {
    const { tid } = await gateway().topic(author, section);
    await gateway().ok("viewTopic", { tid });
    await expect.poll(async () => (await gateway().ok("topicDetail", { tid })).views, { timeout: 10_000, interval: 200 }).toBe(1);
  });
});
