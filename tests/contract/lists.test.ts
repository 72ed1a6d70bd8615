import { shortKeep } from "contract/base/keep-for";
import type { TopicPage } from "contract/forum/shapes";
import { and, eq, sql } from "drizzle-orm";
import { accounts, dailyPosts, posts, sections, topicCounts, topics } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { type Member, startGateway } from "../support/gateway";

const gateway = startGateway();
const idsOf = ({ topics: rows }: TopicPage) => rows.map(({ tid }) => tid);

describe("a list at any depth", () => {
  it("is the same from both ends, in every order", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    await gateway().database.execute(sql`insert into topics (section_id, author_id, title, views, created_at, last_reply_at, last_floor, digest)
      select ${section.fid}, ${author.id}, '主题 ' || n, (n * 37) % 90, now() - (n % 50) * interval '1 hour', now() - (n * 7 % 60) * interval '1 hour', 1, n % 3 = 0
      from generate_series(1, 150) as n`);
    await gateway().database.update(sections).set({ topics: 150 }).where(eq(sections.id, section.fid));
    for (const order of ["reply", "new", "views"] as const)
      for (const only of [undefined, "digest"] as const) {
        const list = (page: number) =>
          gateway().ok("sectionTopicList", { fid: section.fid, order, page, ...(only ? { only } : {}) });
        const first = await list(1);
        expect(first.total).toBe(only ? 50 : 150);
        const pages = [first];
        for (let page = 2; page <= first.pages; page += 1) pages.push(await list(page));
        const rows = pages.flatMap((page) => page.topics);
        expect(new Set(rows.map(({ tid }) => tid)).size).toBe(first.total);
        const key = (row: (typeof rows)[number]): [number | string, number] => [
          order === "views" ? row.views : order === "new" ? row.createdAt : row.lastReplyAt,
          row.tid,
        ];
        const sorted = [...rows].sort((one, other) => {
          const [[a, b], [c, d]] = [key(one), key(other)];
          return a === c ? d - b : a < c ? 1 : -1;
        });
        expect(rows).toEqual(sorted);
        expect(await list(100_000)).toEqual(pages.at(-1));
      }
  });
});

describe("the far pages of a long list", () => {
  it("have every topic in its place, with pinned ones at the head", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    await gateway().database.execute(sql`insert into topics (section_id, author_id, title, views, created_at, last_reply_at, last_floor, pinned)
      select ${section.fid}, ${author.id}, '主题 ' || n, (n * 37) % 500, now() - (n % 700) * interval '1 hour', now() - (n * 7 % 900) * interval '1 minute', 1, n = 1700
      from generate_series(1, 3210) as n`);
    await gateway().database.update(sections).set({ topics: 3210 }).where(eq(sections.id, section.fid));
    for (const order of ["reply", "new", "views"] as const) {
      const column = { reply: topics.lastReplyAt, new: topics.createdAt, views: topics.views }[order];
      const sorted = await gateway()
        .database.select({ id: topics.id })
        .from(topics)
        .where(eq(topics.sectionId, section.fid))
        .orderBy(sql`${topics.pinned} desc, ${column} desc, ${topics.id} desc`);
      for (const page of [1, 50, 51, 52, 80, 100, 101, 110, 111, 150, 160, 161, 999]) {
        const list = await gateway().ok("sectionTopicList", { fid: section.fid, order, page });
        const start = (list.page - 1) * 20;
        expect(idsOf(list)).toEqual(sorted.slice(start, start + 20).map(({ id }) => id));
      }
    }
  });
});

describe("the stored counts of filtered lists", () => {
  const countsOf = async (fid: number) => {
    const rows = await gateway().database.select().from(topicCounts).where(eq(topicCounts.sectionId, fid));
    return rows
      .filter((row) => row.topics !== 0)
      .map(({ classId, digest, solved, topics: total }) => [classId, digest, solved, total].join(" "));
  };
  const counted = async (fid: number) => {
    const rows = await gateway()
      .database.select({
        row: sql<string>`concat_ws(' ', coalesce(class_id, 0), case when digest then 'true' else 'false' end, case when solved then 'true' else 'false' end, count(*))`,
      })
      .from(topics)
      .where(and(eq(topics.sectionId, fid), sql`${topics.listed}`))
      .groupBy(topics.classId, topics.digest, topics.solved);
    return rows.map(({ row }) => row);
  };

  it("change with every change of a topic: section, class, recommendation, answer, hiding, deleting", async () => {
    const [author, one, other] = [
      await gateway().member(),
      await gateway().section(),
      await gateway().section(),
    ];
    const tids: number[] = [];
    for (let index = 0; index < 6; index += 1)
      tids.push(
        (await gateway().topic(author, one, { classId: index % 2 ? (one.classes[0] ?? null) : null })).tid,
      );
    const set = (index: number, values: Partial<typeof topics.$inferInsert>) =>
      gateway()
        .database.update(topics)
        .set(values)
        .where(eq(topics.id, tids[index] ?? 0));
    await set(0, { digest: true });
    await set(1, { solved: true, digest: true });
    await set(2, { hiddenAt: new Date() });
    await set(3, { sectionId: other.fid, classId: null });
    await set(4, { deletedAt: new Date() });
    await set(5, { review: "pending" });
    for (const { fid } of [one, other])
      expect((await countsOf(fid)).sort()).toEqual((await counted(fid)).sort());
    await set(2, { hiddenAt: null, classId: one.classes[1] ?? null });
    await set(4, { deletedAt: null, digest: true });
    await set(5, { review: "approved" });
    for (const { fid } of [one, other])
      expect((await countsOf(fid)).sort()).toEqual((await counted(fid)).sort());
    expect((await gateway().ok("sectionTopicList", { fid: one.fid, only: "digest" })).total).toBe(3);
    await gateway()
      .database.delete(posts)
      .where(eq(posts.topicId, tids[0] ?? 0));
    await gateway()
      .database.delete(topics)
      .where(eq(topics.id, tids[0] ?? 0));
    expect((await countsOf(one.fid)).sort()).toEqual((await counted(one.fid)).sort());
  });

  it("leave closed sections out of the recommended topics of all", async () => {
    const [author, open, closed] = [
      await gateway().member(),
      await gateway().section(),
      await gateway().section(),
    ];
    const before = (await gateway().ok("homeTopicList", { kind: "digest" })).total;
    for (const section of [open, closed]) {
      const { tid } = await gateway().topic(author, section);
      await gateway().database.update(topics).set({ digest: true }).where(eq(topics.id, tid));
    }
    expect((await gateway().ok("homeTopicList", { kind: "digest" })).total).toBe(before + 2);
    await gateway().database.update(sections).set({ closed: true }).where(eq(sections.id, closed.fid));
    // The test writes directly, so shared answers may be some seconds old.
    gateway().pass(shortKeep.seconds);
    const list = await gateway().ok("homeTopicList", { kind: "digest" });
    expect(list.total).toBe(before + 1);
    expect(list.topics.every(({ section }) => section.fid !== closed.fid)).toBe(true);
  });
});

describe("the list of follows", () => {
  it("says why each topic is listed, and is sorted as requested", async () => {
    const [reader, writer, other] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
    ];
    const [followed, elsewhere] = [await gateway().section(), await gateway().section()];
    const tag = `跟${followed.fid}`;
    const first = await gateway().topic(writer, followed, { tags: [tag] });
    gateway().pass(60);
    const second = await gateway().topic(other, elsewhere, { tags: ["别的", tag] });
    const { tags } = await gateway().ok("topicDetail", { tid: first.tid });
    const tagId = tags[0]?.id ?? 0;
    await gateway().ok("follow", { kind: "tag", target: tagId }, reader);
    await gateway().ok("follow", { kind: "user", target: writer.id }, reader);
    await gateway().ok("follow", { kind: "section", target: followed.fid }, reader);
    const list = await gateway().ok("followedTopicList", {}, reader);
    expect(list.topics.map(({ tid, because }) => [tid, because])).toEqual([
      [second.tid, [{ kind: "tag", target: tagId, name: tag }]],
      [
        first.tid,
        [
          { kind: "user", target: writer.id, name: writer.nickname },
          { kind: "tag", target: tagId, name: tag },
          { kind: "section", target: followed.fid, name: `版块${followed.fid}` },
        ],
      ],
    ]);
    gateway().pass(60);
    await gateway().reply(other, first.tid);
    expect(idsOf(await gateway().ok("followedTopicList", { order: "reply" }, reader))).toEqual([
      first.tid,
      second.tid,
    ]);
    await gateway().database.update(topics).set({ views: 9 }).where(eq(topics.id, second.tid));
    expect(idsOf(await gateway().ok("followedTopicList", { order: "views" }, reader))).toEqual([
      second.tid,
      first.tid,
    ]);
    // A topic that a moderator hides disappears for readers.
    await gateway().database.update(topics).set({ hiddenAt: new Date() }).where(eq(topics.id, second.tid));
    expect(await gateway().ok("followedTopicList", { page: 9_000 }, reader)).toMatchObject({
      total: 1,
      page: 1,
      topics: [{ tid: first.tid }],
    });
  });

  it("ends after 200 topics", async () => {
    const [reader, author, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    await gateway().database.execute(sql`insert into topics (section_id, author_id, title, last_floor)
      select ${section.fid}, ${author.id}, '主题 ' || n, 1 from generate_series(1, 230) as n`);
    await gateway().ok("follow", { kind: "section", target: section.fid }, reader);
    const last = await gateway().ok("followedTopicList", { page: 100 }, reader);
    expect([last.page, last.pages, last.total, last.topics.length]).toEqual([10, 10, 200, 20]);
  });
});

describe("favourites", () => {
  it("count every one, and mark those of a page whose topic cannot be read any more", async () => {
    const [reader, author, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const made: { tid: number; pid: number }[] = [];
    for (let index = 0; index < 22; index += 1) {
      const topic = await gateway().topic(author, section);
      made.push(topic);
      await gateway().ok("favoriteTopic", { tid: topic.tid }, reader);
      gateway().pass(1);
    }
    await gateway().ok("deleteContent", { pid: made[21]?.pid ?? 0 }, author);
    const first = await gateway().ok("myFavorites", {}, reader);
    const gone = made[21]?.tid ?? 0;
    expect([first.total, first.pages, first.gone, first.topics.length]).toEqual([22, 2, [gone], 19]);
    expect(first.topics[0]?.tid).toBe(made[20]?.tid);
    const last = await gateway().ok("myFavorites", { page: 77 }, reader);
    expect([last.page, last.gone, idsOf(last)]).toEqual([2, [], [made[1]?.tid, made[0]?.tid]]);
    await gateway().ok("cancelFavorite", { tid: made[0]?.tid ?? 0 }, reader);
    await gateway().ok("cancelFavorite", { tid: made[0]?.tid ?? 0 }, reader);
    expect((await gateway().ok("myFavorites", {}, reader)).total).toBe(21);
    // A favourite whose topic is deleted can be removed, once; other members learn nothing of it.
    await gateway().ok("cancelFavorite", { tid: gone }, reader);
    await gateway().refused("cancelFavorite", { tid: gone }, "TOPIC_NOT_FOUND", reader);
    await gateway().refused("cancelFavorite", { tid: gone }, "TOPIC_NOT_FOUND", author);
    const rest = await gateway().ok("myFavorites", {}, reader);
    expect([rest.total, rest.gone]).toEqual([20, []]);
  });
});

describe("a member's own replies", () => {
  it("include those under review, hidden or binned, with the reason, and not those that the member deleted", async () => {
    const [author, asker, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid } = await gateway().topic(asker, section, { title: "哪些回复看得见" });
    const pids: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      pids.push((await gateway().reply(author, tid, { content: `第 ${index} 条回复` })).pid);
      gateway().pass(1);
    }
    const set = (index: number, values: Partial<typeof posts.$inferInsert>) =>
      gateway()
        .database.update(posts)
        .set(values)
        .where(eq(posts.id, pids[index] ?? 0));
    await set(1, { hiddenAt: new Date(), stateReason: "跑题" });
    await set(2, { deletedAt: new Date(), recycledById: asker.id, stateReason: "广告" });
    await set(3, { review: "pending" });
    await set(4, { deletedAt: new Date() });
    const { posts: own } = await gateway().ok("myPosts", {}, author);
    expect(own.map(({ pid, state, reason }) => [pid, state, reason])).toEqual([
      [pids[3], "pending", null],
      [pids[2], "recycled", "广告"],
      [pids[1], "hidden", "跑题"],
      [pids[0], "listed", null],
    ]);
    expect(own[3]).toMatchObject({
      tid,
      topicTitle: "哪些回复看得见",
      floor: 2,
      excerpt: "第 0 条回复",
      likes: 0,
    });
    expect((await gateway().ok("myPosts", {}, asker)).posts).toEqual([]);
    expect((await gateway().ok("myPosts", { page: 50 }, asker)).page).toBe(1);
  });
});

describe("the rankings beside the lists", () => {
  const person = async (values: Partial<typeof accounts.$inferInsert>): Promise<Member> => {
    const member = await gateway().member();
    await gateway().database.update(accounts).set(values).where(eq(accounts.id, member.id));
    return member;
  };

  it("list people by accepted answers, then likes, and whether the reader follows them", async () => {
    const [liked, best, second] = [
      await person({ answersAccepted: 0, likesReceived: 900 }),
      await person({ answersAccepted: 90, likesReceived: 1, intro: "答题的" }),
      await person({ answersAccepted: 80, likesReceived: 500 }),
    ];
    const reader = await gateway().member();
    await gateway().ok("follow", { kind: "user", target: second.id }, reader);
    const { people } = await gateway().ok("wellInformedPeople", {}, reader);
    expect(people).toEqual([
      {
        uid: best.id,
        nickName: best.nickname,
        icon: null,
        intro: "答题的",
        answersAccepted: 90,
        likesReceived: 1,
        followed: false,
      },
      {
        uid: second.id,
        nickName: second.nickname,
        icon: null,
        intro: "",
        answersAccepted: 80,
        likesReceived: 500,
        followed: true,
      },
      {
        uid: liked.id,
        nickName: liked.nickname,
        icon: null,
        intro: "",
        answersAccepted: 0,
        likesReceived: 900,
        followed: false,
      },
    ]);
    expect((await gateway().ok("wellInformedPeople", {})).people.some(({ followed }) => followed)).toBe(
      false,
    );
  });

  it("add up the posts of thirty days", async () => {
    await gateway().database.delete(dailyPosts);
    const [busy, quiet, past] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
    ];
    const day = (ago: number) =>
      new Date(gateway().services.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    await gateway()
      .database.insert(dailyPosts)
      .values([
        { day: day(0), accountId: quiet.id, posts: 4 },
        { day: day(1), accountId: busy.id, posts: 3 },
        { day: day(29), accountId: busy.id, posts: 2 },
        { day: day(31), accountId: past.id, posts: 90 },
        { day: day(2), accountId: past.id, posts: 0 },
      ]);
    gateway().pass(700);
    const { people } = await gateway().ok("heroRank", {});
    expect(people.map(({ uid, posts: written }) => [uid, written])).toEqual([
      [busy.id, 5],
      [quiet.id, 4],
    ]);
  });
});
