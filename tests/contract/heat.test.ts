import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { topics } from "gateway/database/schema";
import { flushViews } from "gateway/forum/states/count-views";
import { heatOf } from "gateway/forum/states/heat";
import { describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { startGateway } from "../support/gateway";
import { tries } from "../support/tier";

const gateway = startGateway();

const count = fc.nat(1_000_000);
const counters = fc.record({ replies: count, likes: count, favorites: count, views: count });
const posted = fc.integer({ min: 1_000_000_000, max: 2_000_000_000 });

async function heats(
  ...cases: [{ replies: number; likes: number; favorites: number; views: number }, number][]
): Promise<number[]> {
  const rows = (await gateway().database.execute(
    sql`select ${sql.join(
      cases.map(
        ([counted, seconds], index) => sql`${heatOf(counted, seconds)} as ${sql.identifier(`heat${index}`)}`,
      ),
      sql`, `,
    )}`,
  )) as unknown as { rows: Record<string, number>[] };
  return cases.map((_, index) => Number(rows.rows[0]?.[`heat${index}`]));
}

const heatOfTopic = async (tid: number) => {
  const [row] = await gateway().database.select({ heat: topics.heat }).from(topics).where(eq(topics.id, tid));
  return row?.heat ?? Number.NaN;
};

describe("the heat of a topic", () => {
  it("is never lower with more replies, likes, favourites or views", async () => {
    const name = fc.constantFrom("replies", "likes", "favorites", "views");
    await fc.assert(
      fc.asyncProperty(
        counters,
        name,
        fc.integer({ min: 1, max: 1_000 }),
        posted,
        async (before, raised, by, seconds) => {
          const [less = 0, more = 0] = await heats(
            [before, seconds],
            [{ ...before, [raised]: before[raised as "replies"] + by }, seconds],
          );
          expect(more).toBeGreaterThanOrEqual(less);
          // Replies, likes and favourites always show. One view among a million may be too little for a floating-point
          // number.
          if (raised !== "views") expect(more).toBeGreaterThan(less);
        },
      ),
      { numRuns: tries(60) },
    );
  });

  it("is higher for the newer of two topics with the same counters", async () => {
    await fc.assert(
      fc.asyncProperty(
        counters,
        posted,
        fc.integer({ min: 1, max: 100_000_000 }),
        async (counted, seconds, later) => {
          const [older = 0, newer = 0] = await heats([counted, seconds], [counted, seconds + later]);
          expect(newer).toBeGreaterThan(older);
        },
      ),
      { numRuns: tries(60) },
    );
  });

  it("is the same for a topic posted three days later with a tenth of the points", async () => {
    const [older, newer] = await heats(
      [{ replies: 0, likes: 333, favorites: 0, views: 0 }, 1_700_000_000],
      [{ replies: 0, likes: 33, favorites: 0, views: 0 }, 1_700_000_000 + 3 * 86_400],
    );
    expect(newer).toBeCloseTo(older ?? 0, 10);
  });

  it("changes with replies, likes, favourites, views and deletions, and equals the value from the counters", async () => {
    const [author, other, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid, pid } = await gateway().topic(author, section);
    const seen = [await heatOfTopic(tid)];
    const step = async (run: () => Promise<unknown>) => {
      await run();
      seen.push(await heatOfTopic(tid));
    };
    let reply = 0;
    await step(async () => {
      reply = (await gateway().reply(other, tid)).pid;
    });
    await step(() => gateway().ok("likePost", { pid }, other));
    await step(() => gateway().ok("favoriteTopic", { tid }, other));
    await step(async () => {
      await gateway().ok("viewTopic", { tid });
      await flushViews(gateway().database);
    });
    expect([...seen].sort((one, another) => one - another)).toEqual(seen);
    expect(new Set(seen).size).toBe(seen.length);
    const hottest = seen.at(-1) ?? 0;
    await gateway().ok("cancelFavorite", { tid }, other);
    expect(await heatOfTopic(tid)).toBeLessThan(hottest);
    const cooler = await heatOfTopic(tid);
    await gateway().ok("deleteContent", { pid: reply }, other);
    expect(await heatOfTopic(tid)).toBeLessThan(cooler);
    await expectExactCounters(gateway().database);
  });
});

describe("the hot list", () => {
  it("has the hottest first: a newer topic before an older equal one, and an answered one before both", async () => {
    const [author, other, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const old = await gateway().topic(author, section, { title: "旧的主题一个" });
    gateway().pass(3600);
    const recent = await gateway().topic(author, section, { title: "新的主题一个" });
    const order = async () => {
      const { topics: rows } = await gateway().ok("homeTopicList", { kind: "hot" });
      return rows.map(({ tid }) => tid).filter((tid) => [old.tid, recent.tid].includes(tid));
    };
    expect(await order()).toEqual([recent.tid, old.tid]);
    await gateway().reply(other, old.tid);
    expect(await order()).toEqual([old.tid, recent.tid]);
    await gateway().ok("deleteContent", { pid: old.pid }, author);
    expect(await order()).toEqual([recent.tid]);
  });

  it("ends after a thousand topics, whatever page is requested", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    await gateway().topic(author, section);
    await gateway().database.execute(sql`insert into topics (section_id, author_id, title, heat, last_floor)
      select ${section.fid}, ${author.id}, '主题 ' || n, -n, 1 from generate_series(1, 1100) as n`);
    await gateway().database.execute(
      sql`update sections set topics = topics + 1100 where id = ${section.fid}`,
    );
    const last = await gateway().ok("homeTopicList", { kind: "hot", page: 100_000 });
    expect(last).toMatchObject({ page: 50, pages: 50, total: 1_000 });
    expect(last.topics).toHaveLength(20);
    const before = await gateway().ok("homeTopicList", { kind: "hot", page: 49 });
    const tids = [...before.topics, ...last.topics].map(({ tid }) => tid);
    // Their heat falls by one each.
    expect(new Set(tids).size).toBe(40);
    expect([...tids].sort((one, other) => one - other)).toEqual(tids);
    // Deletes the topics directly too, because all counters are compared with their rows at the end.
    await gateway().database.execute(
      sql`delete from topics where section_id = ${section.fid} and title like '主题 %'`,
    );
    await gateway().database.execute(
      sql`update sections set topics = topics - 1100 where id = ${section.fid}`,
    );
  });

  it("marks a topic hot while it is new, has replies and other activity", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const createdAt = new Date();
    const rowOf = async (values: { likes: number; daysAgo: number; replies?: number }) => {
      const at = createdAt.getTime() / 1000 - values.daysAgo * 86_400;
      const { tid } = await gateway().topic(author, section);
      const { likes, replies = 1 } = values;
      const heat = heatOf({ replies: 0, likes, favorites: 0, views: 0 }, at);
      const was = await heatOfTopic(tid);
      await gateway().database.update(topics).set({ heat, replies }).where(eq(topics.id, tid));
      const { hot } = await gateway().ok("topicDetail", { tid });
      // Resets the direct change, because all counters are compared with their rows at the end.
      await gateway().database.update(topics).set({ heat: was, replies: 0 }).where(eq(topics.id, tid));
      return hot;
    };
    expect(await rowOf({ likes: 11, daysAgo: 0 })).toBe(true);
    expect(await rowOf({ likes: 5, daysAgo: 0 })).toBe(false);
    expect(await rowOf({ likes: 11, daysAgo: 3 })).toBe(false);
    expect(await rowOf({ likes: 110, daysAgo: 2 })).toBe(true);
    // A topic without replies is never hot, however many likes it has.
    expect(await rowOf({ likes: 110, daysAgo: 0, replies: 0 })).toBe(false);
  });
});
