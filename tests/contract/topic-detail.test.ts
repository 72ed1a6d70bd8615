import { shortKeep } from "contract/base/keep-for";
import { eq } from "drizzle-orm";
import { accounts, sections, topics } from "gateway/database/schema";
import { flushViews } from "gateway/forum/states/count-views";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Member, type Section, startGateway } from "../support/gateway";

const gateway = startGateway();

let author: Member;
let reader: Member;
let section: Section;
/** A topic of 45 floors; beneath floor 25 there are 25 replies. */
let long: { tid: number; pids: number[]; beneath: number[] };

beforeAll(async () => {
  [author, reader, section] = [
    await gateway().member({ intro: "做射频" }),
    await gateway().member(),
    await gateway().section(),
  ];
  const { tid, pid } = await gateway().topic(author, section);
  long = { tid, pids: [pid], beneath: [] };
  for (let floor = 2; floor <= 45; floor += 1)
    long.pids.push((await gateway().reply(reader, tid, { content: `第 ${floor} 楼` })).pid);
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
    const { tid } = await gateway().topic(author, section);
    const pids: number[] = [];
    for (let floor = 2; floor <= 22; floor += 1) pids.push((await gateway().reply(reader, tid)).pid);
    for (const pid of [pids[3], pids.at(-1)]) await gateway().ok("deleteContent", { pid: pid ?? 0 }, reader);
    const detail = await gateway().ok("topicDetail", { tid, page: 2 });
    expect(floorsOf(detail)).toEqual([21, 22]);
    expect(detail).toMatchObject({ pages: 2, lastFloor: 22, replies: 19 });
  });

  it.each([0, -1, 1.5, "x", 100_001])("page %j is refused", async (page) => {
    await gateway().refused("topicDetail", { tid: long.tid, page }, "INVALID_REQUEST");
  });
});

describe("by likes", () => {
  it("the topic's own text comes first, then the most liked floors, then the others in their order", async () => {
    const likers = [await gateway().member(), await gateway().member()];
    const like = (floor: number, who: Member[]) =>
      Promise.all(who.map((one) => gateway().ok("likePost", { pid: long.pids[floor - 1] ?? 0 }, one)));
    await like(44, likers);
    await like(30, likers.slice(0, 1));
    const first = await gateway().ok("topicDetail", { tid: long.tid, order: "likes" });
    expect(floorsOf(first)).toEqual([1, 44, 30, ...range(2, 18)]);
    const second = await gateway().ok("topicDetail", { tid: long.tid, order: "likes", page: 2 });
    expect(floorsOf(second)).toEqual([...range(19, 29), ...range(31, 39)]);
    const last = await gateway().ok("topicDetail", { tid: long.tid, order: "likes", page: 99 });
    expect([last.page, last.pages, floorsOf(last)[0]]).toEqual([3, 3, 40]);
  });

  it("a requested floor is found by its number", async () => {
    const detail = await gateway().ok("topicDetail", {
      tid: long.tid,
      order: "likes",
      pid: long.pids[41] ?? 0,
    });
    expect(floorsOf(detail)).toContain(42);
  });
});

describe("the outline of a long topic", () => {
  it("has its first floor, quarters and last one; a short topic has none", async () => {
    const { milestones, lastFloor } = await gateway().ok("topicDetail", { tid: long.tid });
    const quarters = [0.25, 0.5, 0.75].map((share) => Math.round(lastFloor * share));
    expect(milestones.map(({ floor }) => floor)).toEqual([1, ...quarters, lastFloor]);
    expect(milestones[0]?.pid).toBe(long.pids[0]);
    const short = await gateway().topic(author, section);
    expect((await gateway().ok("topicDetail", { tid: short.tid })).milestones).toEqual([]);
  });
});

describe("replies beneath a floor", () => {
  const atFloor25 = async (request: object) => {
    const detail = await gateway().ok("topicDetail", { tid: long.tid, ...request });
    const floor = detail.floors.find((each) => each.floor === 25);
    return { page: detail.page, total: floor?.depthTotal, shown: floor?.depthPosts.map(({ pid }) => pid) };
  };

  it("are three at first", async () => {
    expect(await atFloor25({ page: 2 })).toEqual({ page: 2, total: 25, shown: long.beneath.slice(0, 3) });
  });

  it("are all shown when the floor is expanded", async () => {
    expect(await atFloor25({ page: 2, expand: long.pids[24] })).toEqual({
      page: 2,
      total: 25,
      shown: long.beneath,
    });
  });

  it("are shown up to the page of a permalink", async () => {
    expect(await atFloor25({ pid: long.beneath[9] })).toEqual({
      page: 2,
      total: 25,
      shown: long.beneath.slice(0, 20),
    });
    expect(await atFloor25({ pid: long.beneath[24] })).toEqual({ page: 2, total: 25, shown: long.beneath });
  });

  it("are shown page by page", async () => {
    const list = async (page: number) => {
      const { posts, ...rest } = await gateway().ok(
        "depthPostList",
        { pid: long.pids[24] ?? 0, page },
        author,
      );
      return { pids: posts.map(({ pid }) => pid), mine: posts.every(({ canEdit }) => canEdit), ...rest };
    };
    expect(await list(1)).toEqual({
      pids: long.beneath.slice(0, 20),
      mine: true,
      page: 1,
      pages: 2,
      total: 25,
    });
    expect(await list(9)).toEqual({ pids: long.beneath.slice(20), mine: true, page: 2, pages: 2, total: 25 });
    expect(await gateway().ok("depthPostList", { pid: long.pids[0] ?? 0 })).toEqual({
      posts: [],
      page: 1,
      pages: 1,
      total: 0,
    });
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

describe("the newest floors first", () => {
  const newest = (request: object) =>
    gateway().ok("topicDetail", { tid: long.tid, order: "new", ...request });

  it("come after floor 1, in as many pages as in the other order", async () => {
    const { lastFloor, pages } = await gateway().ok("topicDetail", { tid: long.tid });
    const all = [];
    for (let page = 1; page <= pages; page += 1) {
      const detail = await newest({ page });
      expect(detail).toMatchObject({ page, pages, previousFrom: null, nextFrom: null });
      all.push(...floorsOf(detail));
    }
    expect(all).toEqual([1, ...range(2, lastFloor).reverse()]);
    expect(floorsOf(await newest({ page: 99 }))).toEqual(all.slice(-(lastFloor % 20)));
  });

  it("have a permalink's page too", async () => {
    for (const floor of [0, 1, 24, 40]) {
      const pid = long.pids[floor];
      const detail = await newest({ pid });
      expect(detail.floors.map((each) => each.pid)).toContain(pid);
    }
    expect((await newest({ pid: long.pids[0] })).page).toBe(1);
    expect((await newest({ pid: long.pids[1] })).page).toBe((await newest({})).pages);
  });
});

describe("a floor requested by its number", () => {
  it.each([
    [1, 1],
    [20, 1],
    [21, 2],
    [45, 3],
    [2_000_000, 3],
  ])("%i is on page %i", async (floor, page) => {
    expect((await gateway().ok("topicDetail", { tid: long.tid, floor })).page).toBe(page);
  });

  it.each([0, -1, "x"])("%j is refused", async (floor) => {
    await gateway().refused("topicDetail", { tid: long.tid, floor }, "INVALID_REQUEST");
  });
});

describe("the author's floors alone", () => {
  let tid: number;
  /** The floors of the topic's author: every other one of 91. */
  const written = range(1, 91).filter((floor) => floor % 2 === 1);
  const pids: number[] = [];
  beforeAll(async () => {
    const topic = await gateway().topic(author, section);
    ({ tid } = topic);
    pids.push(topic.pid);
    for (let floor = 2; floor <= 91; floor += 1)
      pids.push((await gateway().reply(floor % 2 === 1 ? author : reader, tid)).pid);
    // A reply beneath a floor is no floor.
    await gateway().reply(author, tid, { parent: pids[1] });
  });
  const only = (request: object) => gateway().ok("topicDetail", { tid, only: "author", ...request });

  it.each([
    ["old", written],
    ["new", [...written].reverse()],
  ] as const)("in the order %s, onwards and back again", async (order, floors) => {
    const onwards = [];
    const starts: (number | undefined)[] = [];
    for (let from: number | undefined, more = true; more; ) {
      const detail = await only({ order, from });
      onwards.push(...floorsOf(detail));
      starts.push(from);
      more = detail.nextFrom !== null;
      from = detail.nextFrom ?? undefined;
    }
    expect(onwards).toEqual(floors);
    expect(starts).toEqual([undefined, floors[20], floors[40]]);
    expect(await only({ order, from: floors[40] })).toMatchObject({
      previousFrom: floors[20],
      nextFrom: null,
    });
    expect(await only({ order, from: floors[20] })).toMatchObject({
      previousFrom: floors[0],
      nextFrom: floors[40],
    });
    expect((await only({ order, from: floors[0] })).previousFrom).toBeNull();
    // Before a floor near the beginning there is less than a page.
    expect((await only({ order, from: floors[3] })).previousFrom).toBe(floors[0]);
  });

  it("start at a permalink, and are empty beyond the last", async () => {
    expect(floorsOf(await only({ pid: pids[50] }))[0]).toBe(51);
    expect(floorsOf(await only({ pid: pids[49] }))[0]).toBe(51);
    expect(await only({ from: 2_000_000 })).toMatchObject({ floors: [], previousFrom: 53, nextFrom: null });
  });
});

describe("the accepted answer", () => {
  it("comes with the page of floor 1 alone, wherever it is", async () => {
    const { tid } = await gateway().topic(author, section);
    const answers = [];
    for (let floor = 2; floor <= 22; floor += 1)
      answers.push(await gateway().reply(reader, tid, { content: `答 ${floor}` }));
    const [near, far] = [answers[1], answers[20]];
    expect((await gateway().ok("topicDetail", { tid })).answer).toBeNull();
    for (const one of [near, far]) {
      await gateway().ok("accomplishQuestion", { tid, pid: one?.pid ?? 0 }, author);
      for (const request of [{}, { order: "new" as const }, { only: "author" as const }]) {
        const { answer } = await gateway().ok("topicDetail", { tid, ...request });
        expect(answer).toMatchObject({
          pid: one?.pid,
          floor: one?.floor,
          author: { uid: reader.id },
          likes: 0,
        });
        expect(answer?.html).toContain(`答 ${one?.floor}`);
      }
      expect((await gateway().ok("topicDetail", { tid, page: 2 })).answer).toBeNull();
    }
    await gateway().ok("accomplishQuestion", { tid, pid: null, reason: "换了芯片" }, author);
    expect(await gateway().ok("topicDetail", { tid })).toMatchObject({
      answer: null,
      solvedReason: "换了芯片",
    });
  });
});

describe("the reader", () => {
  it("a visitor can change nothing, and is offered the sign-in", async () => {
    const detail = await gateway().ok("topicDetail", { tid: long.tid });
    expect(detail).toMatchObject({ canReply: false, replyRefusal: null, favorited: false });
    expect(detail.floors.some(({ canEdit, canDelete, liked }) => canEdit || canDelete || liked)).toBe(false);
  });

  it("a member sees their own texts, likes and favourites", async () => {
    await gateway().ok("likePost", { pid: long.pids[0] ?? 0 }, reader);
    await gateway().ok("favoriteTopic", { tid: long.tid }, reader);
    const detail = await gateway().ok("topicDetail", { tid: long.tid }, reader);
    expect(detail).toMatchObject({
      canReply: true,
      replyRefusal: null,
      favorited: true,
      favorites: 1,
      likes: 1,
    });
    expect(detail.floors[0]).toMatchObject({ liked: true, likes: 1, canEdit: false });
    expect(detail.floors[1]).toMatchObject({ liked: false, canEdit: true, canDelete: true });
    expect(await gateway().ok("topicDetail", { tid: long.tid }, author)).toMatchObject({
      favorited: false,
      favorites: 1,
    });
    await gateway().ok("likePost", { pid: long.beneath[1] ?? 0 }, reader);
    const beneath = async (as: Member | null) => {
      const { floors } = await gateway().ok("topicDetail", { tid: long.tid, page: 2 }, as);
      const { posts } = await gateway().ok("depthPostList", { pid: long.pids[24] ?? 0 }, as);
      return [floors[4]?.depthPosts.map(({ liked }) => liked), posts.slice(0, 3).map(({ liked }) => liked)];
    };
    expect(await beneath(reader)).toEqual([
      [false, true, false],
      [false, true, false],
    ]);
    expect((await beneath(null)).flat()).toEqual(Array(6).fill(false));
  });

  it("a member sees whether they follow the author, a moderator that they moderate", async () => {
    const [moderator, admin, follower] = [
      await gateway().member(),
      await gateway().member({ admin: true }),
      await gateway().member(),
    ];
    const place = await gateway().section({ moderators: [moderator] });
    await gateway().section({ moderators: [follower] });
    const { tid } = await gateway().topic(author, place);
    await gateway().ok("follow", { kind: "user", target: author.id }, follower);
    const seen = async (as: Member | null) => {
      const { authorFollowed, moderated } = await gateway().ok("topicDetail", { tid }, as);
      return { authorFollowed, moderated };
    };
    expect(await seen(null)).toEqual({ authorFollowed: false, moderated: false });
    expect(await seen(follower)).toEqual({ authorFollowed: true, moderated: false });
    for (const one of [moderator, admin])
      expect(await seen(one)).toEqual({ authorFollowed: false, moderated: true });
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

  it("every author on the page has a card", async () => {
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
    expect(await gateway().ok("authorInfo", { uid: author.id })).toMatchObject(authors[author.id] ?? {});
    expect(authors[author.id]?.intro).toBe("做射频");
  });
});

describe("a topic of a closed section", () => {
  it("cannot be opened by anyone, and is in no list", async () => {
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
      ];
      for (const list of lists) {
        expect(list.topics.map((row) => row.tid)).not.toContain(tid);
        expect(list.total).toBe(list.topics.length);
      }
      const favourites = await gateway().ok("myFavorites", {}, reader);
      expect(favourites.topics.map((row) => row.tid)).not.toContain(tid);
      expect(favourites.gone).toEqual([tid]);
      const { groups } = await gateway().ok("sectionList", {});
      expect(groups.flatMap(({ sections: each }) => each.map(({ fid }) => fid))).not.toContain(place.fid);
    } finally {
      await gateway().database.update(sections).set({ closed: false }).where(eq(sections.id, place.fid));
    }
  });
});

describe("views", () => {
  afterEach(() => vi.useRealTimers());

  it("are counted in memory and written within seconds or at fifty", async () => {
    const { tid } = await gateway().topic(author, section);
    // The page of a topic shows new views some seconds later.
    const views = async () => {
      gateway().pass(shortKeep.seconds);
      return (await gateway().ok("topicDetail", { tid })).views;
    };
    // Writes the earlier views; from here on the clock writes none.
    await flushViews(gateway().database);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    for (let view = 0; view < 3; view += 1) await gateway().ok("viewTopic", { tid });
    await gateway().ok("viewTopic", { tid: 2_000_000_000 });
    expect(await views()).toBe(0);
    await flushViews(gateway().database);
    expect(await views()).toBe(3);
    await flushViews(gateway().database);
    expect(await views()).toBe(3);
    await Promise.all(Array.from({ length: 50 }, () => gateway().ok("viewTopic", { tid })));
    await expect.poll(views).toBe(53);
  });

  it("are written automatically after a while", async () => {
    const { tid } = await gateway().topic(author, section);
    await gateway().ok("viewTopic", { tid });
    await expect
      .poll(async () => (await gateway().ok("topicDetail", { tid })).views, { interval: 200 })
      .toBe(1);
  });
});
