/**
 * `npm run bench -- scale`: compares the times of the lists, of searches and of the long topic in a forum of 1,000,000 posts with
 * those in one of 10,000, through the gateway's calls on real PostgreSQL. Each median and p95 may be at most 1.5 times
 * the small forum's.
 */
import type { CallInput, CallName, CallResponse } from "contract";
import { eq, type SQL } from "drizzle-orm";
import { accounts } from "gateway/database/schema";
import { forget } from "gateway/server/answers";
import { type Member, TestGateway } from "../tests/support/test-gateway";
import { catalogueCases } from "./catalogue-cases";
import { moderationCases } from "./moderation-cases";
import { longTopicOf, type ScaleSize, scaleAuthor, scaleReader } from "./scale-data";
import { openScaleForums, type ScaleForum } from "./scale-databases";
import { searchCases } from "./search-cases";
import { fillTexts } from "./search-texts";
import { trainingCases } from "./training-cases";

const allowed = 1.5;
const warmUp = 20;
const repetitions = 200;
/**
 * The number of measurements of a case above the limit: on a busy machine, a p95 needs many samples.
 */
const batches = 3;

type Ask = <Name extends CallName>(name: Name, request: CallInput<Name>) => Promise<unknown>;

/** The calls of a page's loader for a signed-in person, by default the reader. */
export interface Case {
  name: string;
  as?: keyof Measured["asks"];
  run(ask: Ask, size: ScaleSize): Promise<unknown>;
}

const list = (name: string, request: CallInput<"homeTopicList">): Case => ({
  name,
  run: (ask) => ask("homeTopicList", request),
});
const section = (name: string, request: Omit<CallInput<"sectionTopicList">, "fid">): Case => ({
  name,
  run: (ask) => ask("sectionTopicList", { fid: 1, ...request }),
});

/**
 * The topics of a list's page, half of them read. Each call reports one floor more, so that it writes.
 */
const readTids = Array.from({ length: 20 }, (_, index) => 10 + index * 13);
let floorRead = 1;
const readThen = { replies: 1, lastReplyAt: "2026-01-01T00:00:00.000Z" };

const cases: Case[] = [
  list("全部，第 1 页", { page: 1 }),
  list("全部，第 500 页", { page: 500 }),
  list("全部，最新发布，第 500 页", { page: 500, order: "new" }),
  list("全部，最多浏览，第 500 页", { page: 500, order: "views" }),
  {
    name: "全部，正中一页",
    run: (ask, { topics }) => ask("homeTopicList", { page: Math.ceil(topics / 40) }),
  },
  list("全部，最后一页", { page: 100_000 }),
  {
    name: "首页列表与侧栏",
    run: (ask) =>
      Promise.all([
        ask("homeTopicList", { order: "new" }),
        ask("sectionList", {}),
        ask("hotTags", {}),
        ask("heroRank", {}),
        ask("wellInformedPeople", {}),
      ]),
  },
  list("热门，第 1 页", { kind: "hot" }),
  list("热门，最后一页", { kind: "hot", page: 1_000 }),
  list("精华，第 1 页", { kind: "digest" }),
  list("精华，最多浏览，最后一页", { kind: "digest", order: "views", page: 100_000 }),
  section("版块，第 1 页", {}),
  section("版块，分类", { classId: 2 }),
  section("版块，待解决", { classId: 1, only: "unsolved" }),
  section("版块，精华，最新发布", { only: "digest", order: "new" }),
  section("版块，已解决，最后一页", { only: "solved", page: 100_000 }),
  { name: "长帖，第 1 页", run: (ask, size) => ask("topicDetail", { tid: longTopicOf(size) }) },
  {
    name: "长帖，最后一页",
    run: (ask, size) => ask("topicDetail", { tid: longTopicOf(size), page: 100_000 }),
  },
  {
    name: "用户主页",
    run: (ask) =>
      Promise.all([
        ask("authorInfo", { uid: scaleAuthor }),
        ask("userTopicList", { uid: scaleAuthor }),
        ask("otherUserPosts", { uid: scaleAuthor }),
      ]),
  },
  { name: "已读标记，20 个主题", run: (ask) => ask("topicMarks", { tids: readTids }) },
  {
    name: "记住读到哪里",
    run: (ask, size) => {
      floorRead += 1;
      return ask("markTopicRead", { tid: longTopicOf(size), floor: floorRead, ...readThen });
    },
  },
  { name: "我的关注", run: (ask) => ask("followedTopicList", {}) },
  { name: "我的收藏", run: (ask) => ask("myFavorites", {}) },
  { name: "我的收藏，最后一页", run: (ask) => ask("myFavorites", { page: 100_000 }) },
  { name: "我的清单", run: (ask) => ask("ownLists", {}) },
  {
    name: "一份清单，50 个型号",
    async run(ask) {
      const { lists } = (await ask("ownLists", {})) as CallResponse<"ownLists">;
      return ask("ownList", { id: lists[0]?.id ?? 0 });
    },
  },
  ...catalogueCases,
  ...moderationCases,
  ...searchCases,
  ...trainingCases,
];

/** A forum with its signed-in reader and staff. */
interface Measured {
  size: ScaleSize;
  asks: Record<"reader" | "moderator" | "admin", Ask>;
  /** Drops cached answers, so that the bench measures queries and not the cache. */
  forget(): void;
}

async function signIn({ open, size }: ScaleForum): Promise<Measured> {
  const gateway = new TestGateway(open.database);
  const askAs = async (where: SQL): Promise<Ask> => {
    const [account] = await open.database.select().from(accounts).where(where);
    if (!account) throw new Error("the forum lacks somebody who is to ask");
    const person: Member = await gateway.signIn(account);
    return (name, request) => gateway.ok(name, request, person);
  };
  return {
    size,
    forget: () => forget(open, { effect: "adds" }),
    asks: {
      reader: await askAs(eq(accounts.id, scaleReader)),
      moderator: await askAs(eq(accounts.nickname, "量版主")),
      admin: await askAs(eq(accounts.nickname, "量管理员")),
    },
  };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Measures the two forums in turn, so that other work of the machine affects both. */
async function compare({ name, run, as = "reader" }: Case, small: Measured, large: Measured) {
  const times: [number[], number[]] = [[], []];
  const forums = [small, large] as const;
  for (let count = 0; count < warmUp; count += 1)
    for (const { asks, size } of forums) await run(asks[as], size);
  for (let batch = 0; ; batch += 1) {
    for (let count = 0; count < repetitions; count += 1)
      for (const [index, { asks, size, forget }] of forums.entries()) {
        forget();
        times[index]?.push(await timed(() => run(asks[as], size)));
      }
    const [a, b] = times.map((all) => [...all].sort((one, other) => one - other)) as [number[], number[]];
    const measured = {
      median: [quantile(a, 0.5), quantile(b, 0.5)],
      p95: [quantile(a, 0.95), quantile(b, 0.95)],
    } as const;
    const [median, p95] = [measured.median[1] / measured.median[0], measured.p95[1] / measured.p95[0]];
    const passed = median <= allowed && p95 <= allowed;
    if (passed || batch + 1 === batches) return { name, measured, median, p95, passed };
  }
}

/**
 * Measures every case and prints the table. The process fails when one is above the limit. @param only restricts the
 * cases to names that contain this
 */
export async function measureScale(only = ""): Promise<void> {
  const forums = await openScaleForums("scale", fillTexts);
  try {
    const [small, large] = [await signIn(forums.small), await signIn(forums.large)];
    const rows: Record<string, string>[] = [];
    let failed = 0;
    for (const each of cases.filter(({ name }) => name.includes(only))) {
      const { name, measured, median, p95, passed } = await compare(each, small, large);
      if (!passed) failed += 1;
      rows.push({
        测量: name,
        [`中位 ms（${forums.small.name}）`]: measured.median[0].toFixed(2),
        [`中位 ms（${forums.large.name}）`]: measured.median[1].toFixed(2),
        中位之比: median.toFixed(2),
        "p95 ms": `${measured.p95[0].toFixed(2)} / ${measured.p95[1].toFixed(2)}`,
        "p95 之比": p95.toFixed(2),
        结果: passed ? "PASS" : "FAIL",
      });
    }
    console.table(rows);
    console.log(failed === 0 ? `PASS：每一项都不超过 ${allowed} 倍` : `FAIL：${failed} 项超过 ${allowed} 倍`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    await forums.close();
  }
}
