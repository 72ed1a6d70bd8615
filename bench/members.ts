import autocannon from "autocannon";
import { startPortal } from "../tests/support/running-portal";
import type { Report } from "../trial/report";
import { type Engine, engines, topicPath } from "./engines";
import { buildBareRemix, type Floor, startBareRemix } from "./floors";
import { middle, processorTime } from "./load";

const rounds = 3;
const requestsARound = 200;
const connections = 8;
/** The number of members who read at once during the measurement of a visitor's cached page. */
const crowd = 16;
const seconds = 8;

interface Asked {
  origin: string;
  pid: number;
  paths: string[];
  cookies?: string[];
}

/** Milliseconds of processor time for one page. */
export async function pageTime({ origin, pid, paths, cookies = [""] }: Asked): Promise<number> {
  const before = processorTime(pid) ?? Number.NaN;
  const requests = paths.map((path, index) => ({
    path,
    headers: { cookie: cookies[index % cookies.length] ?? "" },
  }));
  const result = await autocannon({ url: origin, connections, requests, amount: requestsARound });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${paths[0]}: ${result.non2xx} of another status`);
  return ((processorTime(pid) ?? Number.NaN) - before) / 1_000 / result["2xx"];
}

/** The pages that members read, and the pages of visitors that are not cached yet. */
const pages = {
  list: { name: "列表", path: "/forum/all", others: (n: number) => `/forum/all?page=${n + 2}` },
  topic: { name: "20 帖主题", path: topicPath, others: (n: number) => `/hsforum/thread-${n + 20}-1-1.html` },
};
/** A counter that makes visitors' addresses new in each round, because a cached page costs nothing. */
let fresh = 0;

async function measurePages(engine: Engine, origin: string, pid: number, cookies: string[], report: Report) {
  for (const { name, path, others } of Object.values(pages)) {
    const html = await (await fetch(origin + path, { headers: { cookie: cookies[0] ?? "" } })).text();
    const floor: Floor = await startBareRemix(html, "elements");
    const times = { member: [] as number[], visitor: [] as number[], bare: [] as number[] };
    try {
      for (let round = 0; round <= rounds; round += 1) {
        const member = await pageTime({ origin, pid, paths: Array(8).fill(path) as string[], cookies });
        const from = fresh;
        fresh += 40;
        const paths = Array.from({ length: 40 }, (_, index) => others((from + index) % 800));
        // Each page is requested five times and cached after the first: one rendering and four cache hits.
        const visitor = 5 * (await pageTime({ origin, pid, paths }));
        const bare = await pageTime({ origin: floor.origin, pid: floor.process.pid, paths: ["/"] });
        if (round === 0) continue;
        times.member.push(member);
        times.visitor.push(visitor);
        times.bare.push(bare);
      }
    } finally {
      await floor.process.stop();
    }
    const median = (values: number[]) => middle(values, (value) => value);
    const bare = median(times.bare);
    const say = (what: string) => `${engine.name}：${name}，${what}`;
    report.figure(say("空的 Remix 页"), bare, "ms");
    report.figure(say("已登录"), median(times.member), "ms");
    report.figure(say("已登录，为空 Remix 页的"), median(times.member) / bare, "倍", {
      atMost: engine.pageMaximum,
    });
    report.figure(say("未缓存的访客页，为空 Remix 页的"), median(times.visitor) / bare, "倍", {
      atMost: engine.pageMaximum,
    });
  }
}

/** Pages per second for members, and the time of a cached page meanwhile. */
async function readTogether(origin: string, cookies: string[]) {
  const requests = Array.from({ length: crowd }, (_, index) => ({
    path: index % 2 === 0 ? topicPath : "/forum/all",
    headers: { cookie: cookies[index % cookies.length] ?? "" },
  }));
  const [members, cachedPages] = await Promise.all([
    autocannon({ url: origin, connections: crowd, requests, duration: seconds }),
    autocannon({ url: `${origin}/forum/all`, connections: 1, overallRate: 50, duration: seconds }),
  ]);
  return { rate: members.requests.average, kept: cachedPages.latency.p99 };
}

async function measureEngine(engine: Engine, report: Report): Promise<void> {
  const { forum, close } = await engine.open();
  const start = (workers: number) =>
    startPortal({ ...forum.environment, RATE_LIMIT_SCALE: "1000", WORKERS: String(workers) });
  const rates: number[] = [];
  try {
    for (const workers of engine.workers) {
      const portal = await start(workers);
      try {
        const { origin, pid } = portal;
        if (workers === 1) await measurePages(engine, origin, pid, forum.cookies, report);
        await readTogether(origin, forum.cookies);
        const { rate, kept } = await readTogether(origin, forum.cookies);
        rates.push(rate);
        const say = (what: string) => `${engine.name}，WORKERS=${workers}：${what}`;
        report.figure(say(`${crowd} 名成员同时读`), rate, "页/秒");
        report.figure(say("同时，一个缓存页的 p99"), kept, "ms", { atMost: 30 });
      } finally {
        await portal.stop();
      }
    }
    const [one = Number.NaN, two] = rates;
    if (two !== undefined)
      report.figure(`${engine.name}：WORKERS=2 为 1 的`, two / one, "倍", { atLeast: 1.6 });
  } finally {
    await close();
  }
}

/** Compares members' and uncached visitors' pages with a bare Remix page of the same elements, on both engines. */
export async function measureMembers(report: Report): Promise<void> {
  buildBareRemix();
  for (const engine of engines) await measureEngine(engine, report);
}
