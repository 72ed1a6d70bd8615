import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openPostgres } from "gateway/database/open";
import { startCluster } from "../scripts/postgres-cluster.mjs";
import { findLeaks } from "../tests/support/log-watch";
import type { PlainBrowser } from "../tests/support/plain-browser";
import { startPortal } from "../tests/support/running-portal";
import { wrongCounters } from "../tests/support/wrong-counters";
import { Doers, drafting, findTopic, newcomers, replying, signingUp } from "./deeds";
import { errorLines } from "./log";
import { residentMegabytes } from "./memory";
import type { Part, Report } from "./report";

/** The length. In a short run (`--minutes=5`) memory is still growing to its usual size, so its slope has no bound. */
const minutes = Number(
  /^--minutes=(\d+)$/.exec(process.argv.find((word) => word.startsWith("--minutes=")) ?? "")?.[1] ?? 30,
);
const heldFrom = 20;
const slopeMaximum = 0.3;
const share = 0.7;
const readers = 8;
/** How often memory is looked at, and how long the threads get to collect their garbage before. */
const [sampleMilliseconds, collectMilliseconds] = [60_000, 5_000];

interface Read {
  statuses: Map<string, number>;
  times: number[];
}

/** Reads pages: as fast as possible, or at a common rate per second. */
async function read(
  browsers: PlainBrowser[],
  paths: string[],
  until: () => boolean,
  perSecond?: number,
): Promise<Read> {
  const result: Read = { statuses: new Map(), times: [] };
  const every = perSecond ? (browsers.length / perSecond) * 1_000 : 0;
  await Promise.all(
    browsers.map(async (browser, reader) => {
      for (let turn = reader; !until(); turn += 1) {
        const began = performance.now();
        const status = await browser.fetchPage(paths[turn % paths.length] ?? "/").then(
          (page) => String(page.status),
          (error: Error) => String(error.cause ?? error),
        );
        result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
        const took = performance.now() - began;
        result.times.push(took);
        await pause(Math.max(0, every - took));
      }
    }),
  );
  return result;
}

/** The growth in megabytes per minute, by least squares. */
function slope(samples: { minute: number; megabytes: number }[]): number {
  const mean = (of: (sample: (typeof samples)[number]) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [minute, megabytes] = [mean((one) => one.minute), mean((one) => one.megabytes)];
  const over = samples.reduce((sum, one) => sum + (one.minute - minute) * (one.megabytes - megabytes), 0);
  return over / samples.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0);
}

async function run(report: Report): Promise<void> {
  const cluster = await startCluster();
  if (!cluster) throw new Error("install Debian's package postgresql");
  const watched = await mkdtemp(join(tmpdir(), "trial-soak-"));
  // The typed texts and the logs are collected there, to search the logs for private data.
  process.env.TEST_LOG_WATCH = watched;
  let portal: Awaited<ReturnType<typeof startPortal>> | undefined;
  try {
    portal = await startPortal({
      DATABASE_URL: cluster.url,
      DEMO: "1",
      RATE_LIMIT_SCALE: "1000",
      MALLOC_ARENA_MAX: "2",
      NODE_OPTIONS: `--require ${resolve("trial/collect-garbage.cjs")}`,
    });
    const { origin, pid, output } = portal;
    const people = await newcomers(origin, origin, readers + 3);
    const [a, b, c] = people.splice(0, 3);
    if (!a || !b || !c) throw new Error("nobody");
    const topic = await findTopic(a);
    const paths = [
      "/home",
      "/forum/all",
      topic,
      "/forum/101",
      "/active",
      "/search?q=%E4%B8%B2%E5%8F%A3",
      "/personalCenter/posts",
    ];
    const after = (seconds: number) => {
      const at = performance.now() + seconds * 1_000;
      return () => performance.now() > at;
    };
    await read(people, paths, after(10));
    const peak = (await read(people, paths, after(20))).times.length / 20;
    const quiet = output().length;
    const start = performance.now();
    const samples: { minute: number; megabytes: number }[] = [];
    let highest = 0;
    const sampler = setInterval(async () => {
      highest = Math.max(highest, residentMegabytes(pid));
      process.kill(pid, "SIGUSR2");
      await pause(collectMilliseconds);
      samples.push({ minute: (performance.now() - start) / 60_000, megabytes: residentMegabytes(pid) });
    }, sampleMilliseconds);
    const doers = new Doers([replying(a, topic), drafting(b), signingUp(c, 12, "visitor")], 3_000);
    let result: Read = { statuses: new Map(), times: [] };
    const tallies = await doers
      .during(async () => {
        result = await read(people, paths, after(minutes * 60), peak * share);
      })
      .finally(() => clearInterval(sampler));
    const sorted = result.times.sort((one, other) => one - other);
    const lines = errorLines(output().slice(quiet));
    if (lines.length > 0) console.error(lines.slice(0, 50).join("\n"));
    // The first third is the warm-up.
    const settled = samples.filter(({ minute }) => minute > minutes / 3);
    report.figure("最大负荷", peak, "页/秒");
    report.figure("分钟", minutes, "");
    report.figure("打开的页面", sorted.length, "个", { atLeast: minutes * 60 });
    report.figure("页面 p50", sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN, "ms");
    report.figure("页面 p99", sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, "ms");
    const others = [...result.statuses].filter(([status]) => status !== "200");
    if (others.length > 0) console.error(others);
    report.figure(
      "不是 200 的页面",
      others.reduce((sum, [, count]) => sum + count, 0),
      "个",
      { exactly: 0 },
    );
    for (const [name, { done, refused, broken, others: rest, pages }] of tallies) {
      report.figure(`${name}：已确认`, done.length, "份", { atLeast: minutes * 5 });
      report.figure(`${name}：没有收下的表单`, refused + broken + rest.length + pages.length, "份", {
        exactly: 0,
      });
    }
    report.figure("日志里的错误", lines.length, "行", { exactly: 0 });
    report.figure("内存，最多", highest, "MB");
    report.figure("收掉垃圾后的内存，开始", settled[0]?.megabytes ?? Number.NaN, "MB");
    report.figure("收掉垃圾后的内存，结束", settled.at(-1)?.megabytes ?? Number.NaN, "MB");
    report.figure(
      "收掉垃圾后的内存的斜率",
      slope(settled),
      "MB/分钟",
      minutes >= heldFrom ? { atMost: slopeMaximum } : undefined,
    );
    // The log must include the lines of the stop.
    await portal.stop();
    portal = undefined;
    const { secrets, lines: logged, leaks } = findLeaks(watched);
    if (leaks.length > 0) console.error(leaks.slice(0, 20));
    report.figure("日志的行", logged, "行", { atLeast: sorted.length });
    report.figure("不该进日志的", secrets, "个", { atLeast: 20 });
    report.figure("其中进了日志的", leaks.length, "个", { exactly: 0 });
    const open = await openPostgres(cluster.url);
    try {
      const { likeNotices: _, ...counters } = await wrongCounters(open.database);
      const wrong = Object.entries(counters).filter(([, rows]) => rows.length > 0);
      if (wrong.length > 0) console.error(JSON.stringify(wrong).slice(0, 2_000));
      report.figure(
        "与各行不符的计数",
        wrong.reduce((sum, [, rows]) => sum + rows.length, 0),
        "个",
        { exactly: 0 },
      );
    } finally {
      await open.close();
    }
  } finally {
    await portal?.stop();
    await cluster.stop();
    delete process.env.TEST_LOG_WATCH;
    await rm(watched, { recursive: true, force: true });
  }
}

/** Runs the portal for a long time under a load that it can handle. */
export const part: Part = {
  about: `${minutes} 分钟，七成负荷：内存不涨，没有错误，计数准确，日志里没有别人的话`,
  run,
};
