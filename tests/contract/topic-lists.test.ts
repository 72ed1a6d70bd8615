import type { TopicPage } from "contract/forum/shapes";
import { eq, inArray, sql } from "drizzle-orm";
import { sections, topics } from "gateway/database/schema";
import { topicOrders } from "gateway/forum/lists/topic-pages";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, type Section, startGateway } from "../support/gateway";

const gateway = startGateway();

let author: Member;
let section: Section;
/** 45 topics, a minute apart, oldest first. */
const tids: number[] = [];

const mark = (ids: number[], values: Partial<typeof topics.$inferInsert>) =>
  gateway().database.update(topics).set(values).where(inArray(topics.id, ids));
const at = (index: number) => tids[index] ?? 0;
const idsOf = ({ topics: rows }: TopicPage) => rows.map(({ tid }) => tid);

beforeAll(async () => {
  [author, section] = [await gateway().member(), await gateway().section()];
  for (let index = 0; index < 45; index += 1) {
    const classId = section.classes[index % 2] ?? null;
    tids.push((await gateway().topic(author, section, { classId, title: `第 ${index} 个主题` })).tid);
    gateway().pass(60);
  }
  await mark([at(3), at(10)], { pinned: true });
  await mark([at(10), at(20), at(21)], { digest: true });
  await mark([at(5), at(6)], { solved: true });
  await mark([at(30)], { views: 900 });
  await mark([at(31)], { views: 800 });
  await gateway().reply(author, at(0));
});

/** The ids of every page of a list, one page after the other. */
async function wholeList(list: (page: number) => Promise<TopicPage>): Promise<number[]> {
  const first = await list(1);
  const pages = [first];
  for (let page = 2; page <= first.pages; page += 1) pages.push(await list(page));
  for (const [index, each] of pages.entries()) {
    expect(each).toMatchObject({ page: index + 1, pages: first.pages, total: first.total });
    expect(each.topics.length).toBe(index === pages.length - 1 ? first.total - index * 20 : 20);
  }
  return pages.flatMap(idsOf);
}

const newestFirst = () => [...tids].reverse();
/** The ids of this file's topics; other tests write elsewhere. */
const ofThese = (ids: number[]) => ids.filter((tid) => tids.includes(tid));

describe("the list of all topics", () => {
  it("has the latest reply first, and pinned topics in their place", async () => {
    const all = await wholeList((page) => gateway().ok("homeTopicList", { page }));
    const [bumped, ...rest] = ofThese(all);
    expect(bumped).toBe(at(0));
    expect(rest).toEqual(newestFirst().slice(0, -1));
  });

  it("has the newest or the most viewed first on request", async () => {
    const newest = await wholeList((page) => gateway().ok("homeTopicList", { page, order: "new" }));
    expect(ofThese(newest)).toEqual(newestFirst());
    const viewed = await wholeList((page) => gateway().ok("homeTopicList", { page, order: "views" }));
    expect(viewed.slice(0, 2)).toEqual([at(30), at(31)]);
  });

  it("of recommended topics has no others", async () => {
    for (const order of ["reply", "new"] as const) {
      expect(
        await wholeList((page) => gateway().ok("homeTopicList", { kind: "digest", page, order })),
      ).toEqual([at(21), at(20), at(10)]);
    }
  });

  it("shows its last page for any page beyond", async () => {
    const { pages } = await gateway().ok("homeTopicList", {});
    const last = await gateway().ok("homeTopicList", { page: pages });
    expect(last).toMatchObject({ page: pages });
    expect(await gateway().ok("homeTopicList", { page: 100_000 })).toEqual(last);
  });

  it("has all fields of a row", async () => {
    const { topics: rows } = await gateway().ok("homeTopicList", { order: "new", page: 100_000 });
    expect(rows.find(({ tid }) => tid === at(0))).toEqual({
      tid: at(0),
      title: "第 0 个主题",
      section: { fid: section.fid, name: `版块${section.fid}` },
      topicClass: { id: section.classes[0], name: "求助" },
      author: { uid: author.id, nickName: author.nickname, icon: null },
      tags: [],
      pinned: false,
      digest: false,
      digestLevel: 0,
      highlight: null,
      closed: false,
      solved: false,
      hot: false,
      views: 0,
      replies: 1,
      likes: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      lastReplyAt: expect.stringMatching(/Z$/),
      lastReplier: { uid: author.id, nickName: author.nickname, icon: null },
      state: "listed",
      reason: null,
      stamp: null,
      icon: null,
      movedFrom: null,
    });
  });
});

describe("a section's list", () => {
  const list = (request: object) =>
    wholeList((page) => gateway().ok("sectionTopicList", { fid: section.fid, page, ...request }));

  it("puts pinned topics at its head and shows them once", async () => {
    const pinned = [at(10), at(3)];
    const rest = newestFirst().filter((tid) => !pinned.includes(tid) && tid !== at(0));
    expect(await list({})).toEqual([...pinned, at(0), ...rest]);
    expect((await list({ order: "views" })).slice(0, 4)).toEqual([...pinned, at(30), at(31)]);
  });

  it("keeps its pages complete when more topics are pinned than fit a page", async () => {
    const pinned = tids.slice(0, 25);
    await mark(pinned, { pinned: true });
    expect(await list({ order: "new" })).toEqual([...[...pinned].reverse(), ...tids.slice(25).reverse()]);
    await mark(
      pinned.filter((tid) => tid !== at(3) && tid !== at(10)),
      { pinned: false },
    );
  });

  it("is filtered by class, by solved and by digest", async () => {
    const ofClass = newestFirst().filter((tid) => tids.indexOf(tid) % 2 === 1);
    expect(await list({ classId: section.classes[1], order: "new" })).toEqual([
      at(3),
      ...ofClass.filter((tid) => tid !== at(3)),
    ]);
    expect(await list({ only: "solved" })).toEqual([at(6), at(5)]);
    expect((await list({ only: "unsolved" })).length).toBe(43);
    expect(await list({ only: "digest" })).toEqual([at(10), at(21), at(20)]);
    expect(await list({ only: "digest", classId: section.classes[1] })).toEqual([at(21)]);
    expect(await list({ classId: 2_000_000_000 })).toEqual([]);
  });

  it("refuses an unknown order, filter or section", async () => {
    const { fid } = section;
    for (const wrong of [{ order: "likes" }, { only: "best" }, { fid: "x" }, { page: 0 }])
      await gateway().refused("sectionTopicList", { fid, ...wrong }, "INVALID_REQUEST");
    await gateway().refused("sectionTopicList", { fid: 2_000_000_000 }, "SECTION_NOT_FOUND");
  });

  it("is empty, on one page, without topics", async () => {
    const empty = await gateway().section();
    expect(await gateway().ok("sectionTopicList", { fid: empty.fid })).toEqual({
      topics: [],
      page: 1,
      pages: 1,
      total: 0,
    });
  });
});

describe("a person's lists", () => {
  it("have the topics that they started, newest first", async () => {
    expect(await wholeList((page) => gateway().ok("userTopicList", { uid: author.id, page }))).toEqual(
      newestFirst(),
    );
    expect(await wholeList((page) => gateway().ok("myTopics", { page }, author))).toEqual(newestFirst());
    await gateway().refused("userTopicList", { uid: 2_000_000_000 }, "USER_NOT_FOUND");
  });

  it("have their favourites, the latest first", async () => {
    const reader = await gateway().member();
    for (const tid of [at(4), at(40), at(7)]) {
      await gateway().ok("favoriteTopic", { tid }, reader);
      gateway().pass(1);
    }
    expect(await gateway().ok("myFavorites", {}, reader)).toMatchObject({
      total: 3,
      topics: [{ tid: at(7) }, { tid: at(40) }, { tid: at(4) }],
    });
  });
});

describe("the list of follows", () => {
  it("has topics by followed people, in followed sections and with followed tags, each once, newest first", async () => {
    const [reader, writer, stranger] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
    ];
    const [followed, other] = [await gateway().section(), await gateway().section()];
    expect(await gateway().ok("followedTopicList", {}, reader)).toEqual({
      topics: [],
      page: 1,
      pages: 1,
      total: 0,
    });
    const write = async (who: Member, where: Section, tag: string) => {
      gateway().pass(60);
      return (await gateway().topic(who, where, { tags: [`${tag}${other.fid}`] })).tid;
    };
    const byPerson = await write(writer, other, "甲");
    const inSection = await write(stranger, followed, "甲");
    const withTag = await write(stranger, other, "乙");
    const allThree = await write(writer, followed, "乙");
    const none = await write(stranger, other, "甲");
    const { tags } = await gateway().ok("topicDetail", { tid: withTag });
    await gateway().ok("follow", { kind: "user", target: writer.id }, reader);
    await gateway().ok("follow", { kind: "section", target: followed.fid }, reader);
    await gateway().ok("follow", { kind: "tag", target: tags[0]?.id ?? 0 }, reader);
    const list = await gateway().ok("followedTopicList", {}, reader);
    expect(idsOf(list)).toEqual([allThree, withTag, inSection, byPerson]);
    expect(idsOf(list)).not.toContain(none);
    await gateway().ok("unfollow", { kind: "user", target: writer.id }, reader);
    expect(idsOf(await gateway().ok("followedTopicList", {}, reader))).toEqual([
      allThree,
      withTag,
      inSection,
    ]);
  });

  it("has pages", async () => {
    const reader = await gateway().member();
    await gateway().ok("follow", { kind: "user", target: author.id }, reader);
    expect(await wholeList((page) => gateway().ok("followedTopicList", { page }, reader))).toEqual(
      newestFirst(),
    );
  });
});

describe("related topics", () => {
  it("share the most tags, and are filled up from the section", async () => {
    const [writer, place] = [await gateway().member(), await gateway().section()];
    const [a, b] = [`甲${place.fid}`, `乙${place.fid}`];
    const write = async (tags: string[]) => (await gateway().topic(writer, place, { tags })).tid;
    const [untagged, one, both, self] = [
      await write([]),
      await write([a]),
      await write([b, a]),
      await write([a, b]),
    ];
    const { topics: rows } = await gateway().ok("relationalTopics", { tid: self });
    expect(rows.map(({ tid }) => tid)).toEqual([both, one, untagged]);
    expect((await gateway().ok("relationalTopics", { tid: untagged })).topics.map(({ tid }) => tid)).toEqual([
      self,
      both,
      one,
    ]);
    expect((await gateway().ok("relationalTopics", { tid: at(0) })).topics).toHaveLength(6);
  });
});

describe("on any page", () => {
  const plans = Object.entries(topicOrders).flatMap(([name, order]) => [
    { list: `all by ${name}`, order, condition: sql`true` },
    // The hot list is one for all sections.
    ...(name === "heat"
      ? []
      : [
          { list: `a section by ${name}`, order, condition: sql`${topics.sectionId} = 1` },
          { list: `recommended by ${name}`, order, condition: sql`${topics.digest}` },
        ]),
  ]);

  it.each(plans)("$list: the ids are read off an index in its order", async ({ order, condition }) => {
    // The planner may not sort. If the index's order differed from the list's, it would have to.
    const plan = await gateway().database.transaction(async (database) => {
      await database.execute(sql`set local enable_seqscan = off`);
      await database.execute(sql`set local enable_bitmapscan = off`);
      await database.execute(sql`set local enable_sort = off`);
      const explained = sql`explain select ${topics.id} from ${topics} where ${topics.listed} and ${condition} order by ${order} limit 20 offset 400`;
      return JSON.stringify(await database.execute(explained));
    });
    expect(plan).toMatch(/Index (Only )?Scan/);
    expect(plan).not.toMatch(/Sort/);
  });

  it("a section's counter gives the number of its topics", async () => {
    const [row] = await gateway()
      .database.select({ topics: sections.topics })
      .from(sections)
      .where(eq(sections.id, section.fid));
    expect((await gateway().ok("sectionTopicList", { fid: section.fid })).total).toBe(row?.topics);
  });
});
