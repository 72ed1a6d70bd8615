/**
 * `npm run bench`: compares the built portal in demo mode with floors in the same run, as ratios. It measures the
 * effect of likes on visitors; the weights and paint times of pages on a slow link; and the costs of searches, replies
 * and memory on both databases. `npm run bench -- loads`, `likes`, `weights`, `costs`, `members`, `streams`, `bulk`,
 * `island` or `training` runs one part; `scale` and `search` are separate benches.
 */
import { join } from "node:path";
import { ensureBuilt } from "../scripts/build.mjs";
import { startProcess } from "../tests/support/processes";
import { type RunningPortal, startPortal } from "../tests/support/running-portal";
import { Report } from "../trial/report";
import { measureBulk } from "./bulk";
import { measureCosts } from "./costs";
import { buildBareRemix, type Floor, startBareRemix, startPlainFloor } from "./floors";
import { measureIsland } from "./island";
import { measureLikes } from "./likes";
import { type Load, loadInTurn, type Target } from "./load";
import { measureMembers } from "./members";
import { compressedPage, cookieOf, findLongTopic, findPlaces } from "./portal";
import { measureReplies } from "./replies";
import { measureScale } from "./scale";
import { measureSearch } from "./search";
import { measureStreams } from "./streams";
import { measureTraining } from "./training";
import { describeWeights, weighPages } from "./weights";

const brotli = { "accept-encoding": "br" };

function target(name: string, { origin, process }: Floor, headers?: Record<string, string>): Target {
  return { name, url: origin, pid: process.pid, ...(headers ? { headers } : {}) };
}

const times = (value: number) => `${value.toFixed(2)} 倍`;
const percent = (value: number) => `${(100 * value).toFixed(0)}%`;

function row(load: Load, floor: Load): Record<string, string> {
  const processor =
    load.processorMicroseconds === null || !floor.processorMicroseconds
      ? "-"
      : times(load.processorMicroseconds / floor.processorMicroseconds);
  return {
    测量: load.name,
    "请求/秒": load.requestsPerSecond.toFixed(0),
    "p50/p99 ms": `${load.p50}/${load.p99}`,
    "处理器 µs": load.processorMicroseconds?.toFixed(0) ?? "-",
    对照: floor.name,
    "对照请求/秒": floor.requestsPerSecond.toFixed(0),
    达到对照的: percent(load.requestsPerSecond / floor.requestsPerSecond),
    处理器为对照的: processor,
  };
}

/** Loads pages of the portal and their floors in turn. @returns a row for each pair of page and floor */
async function compare(pages: Target[], floors: Target[]): Promise<Record<string, string>[]> {
  const loads = await loadInTurn([...pages, ...floors]);
  const own = loads.slice(0, pages.length);
  return own.flatMap((load) => loads.slice(pages.length).map((floor) => row(load, floor)));
}

/** A measured portal: everything in one process, or with the gateway in its own process. */
interface Measured {
  what: string;
  origin: string;
  pid: number;
  cookie: string;
}

async function measureLoads(together: Measured, apart: Measured, topic: string): Promise<void> {
  buildBareRemix();
  const rows: Record<string, string>[] = [];
  for (const [name, path] of [
    ["列表", "/forum/all"],
    ["20 帖主题", topic],
  ] as const) {
    const page = ({ what, origin, pid, cookie }: Measured): Target => ({
      name: `${name}，${what}`,
      url: origin + path,
      pid,
      headers: { cookie },
    });
    const shared = { name: `${name}，访客`, url: together.origin + path, pid: together.pid, headers: brotli };
    const html = await (await fetch(together.origin + path, { headers: { cookie: together.cookie } })).text();
    const { body } = await compressedPage(together.origin + path);
    const plain = await startPlainFloor("page", body);
    const bare = [await startBareRemix(html, "elements"), await startBareRemix(html, "whole")] as const;
    try {
      rows.push(...(await compare([shared], [target("node:http", plain, brotli)])));
      const floors = [
        target("空的 Remix 页，同样的元素", bare[0]),
        target("空的 Remix 页，整块 HTML", bare[1]),
        target("node:http", plain),
      ];
      rows.push(...(await compare([page(together), page(apart)], floors)));
    } finally {
      for (const floor of [plain, ...bare]) await floor.process.stop();
    }
  }
  console.table(rows);
  const floor = await startPlainFloor("page", Buffer.from(""));
  try {
    console.table([await measureReplies(together.origin, floor.origin, topic)]);
  } finally {
    await floor.process.stop();
  }
}

/**
 * Runs the loads also with a second portal whose gateway has its own process, which shows the cost of rendering without
 * the database.
 */
async function measureBoth(portal: RunningPortal, topic: string, cookie: string): Promise<void> {
  const gateway = await startProcess(
    ["build/gateway.js"],
    { PORT: "0", DATA_DIR: join(portal.dataDir, "apart"), TRUST_PROXY: "1" },
    /已启动：(http:\S+)/,
  );
  const apart = await startPortal({
    GATEWAY_URL: gateway.found[1] ?? "",
    SESSION_SECRET: "only-for-this-measurement-of-the-portal",
  });
  try {
    const other = await cookieOf(apart.origin, "member");
    await measureLoads(
      { what: "已登录", origin: portal.origin, pid: portal.pid, cookie },
      { what: "已登录，网关在另一进程", origin: apart.origin, pid: apart.pid, cookie: other.cookie },
      topic,
    );
  } finally {
    await apart.stop();
    await gateway.stop();
  }
}

async function main(only: string | undefined): Promise<void> {
  if (only === "scale") return measureScale(process.argv[3]);
  if (only === "search") return measureSearch();
  await ensureBuilt("all");
  if (only === undefined || only === "costs") {
    const report = new Report("costs");
    await measureCosts(report);
    report.print();
  }
  if (only === "costs") return;
  if (only === undefined || only === "members") {
    const report = new Report("members");
    await measureMembers(report);
    report.print();
  }
  if (only === "members") return;
  if (only === undefined || only === "streams") {
    const report = new Report("streams");
    await measureStreams(report);
    report.print();
  }
  if (only === "streams") return;
  if (only === undefined || only === "bulk") {
    const report = new Report("bulk");
    await measureBulk(report);
    report.print();
  }
  if (only === "bulk") return;
  if (only === undefined || only === "island") {
    const report = new Report("island");
    await measureIsland(report);
    report.print();
  }
  if (only === "island") return;
  if (only === undefined || only === "training") {
    const report = new Report("training");
    // The report is printed even when a part of the measurement fails.
    await measureTraining(report).finally(() => report.print());
  }
  if (only === "training") return;
  const portal = await startPortal();
  try {
    const topic = await findLongTopic(portal.origin);
    if (only === undefined || only === "likes") {
      const report = new Report("likes");
      await measureLikes(portal.origin, topic, report);
      report.print();
    }
    const { cookie } = await cookieOf(portal.origin, "member");
    if (only === undefined || only === "loads") await measureBoth(portal, topic, cookie);
    if (only === undefined || only === "weights") {
      const report = new Report("weights");
      const { cookie: staff } = await cookieOf(portal.origin, "admin");
      const addresses = { topic, cookie, staff, ...(await findPlaces(portal.origin, topic)) };
      console.table(describeWeights(await weighPages(portal.origin, addresses, report)));
      report.print();
    }
  } finally {
    await portal.stop();
  }
}

await main(process.argv[2]);
