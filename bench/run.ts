/**
 * `npm run bench`: the built portal in demo mode against floors in the same run, as ratios; then what pages weigh and
 * when they show on a slow link. `npm run bench -- weights` does the second alone.
 */
import { ensureBuilt } from "../scripts/build.mjs";
import { startPortal } from "../tests/support/running-portal";
import { buildBareRemix, type Floor, startBareRemix, startPlainFloor } from "./floors";
import { type Load, loadInTurn, type Target } from "./load";
import { compressedPage, cookieOf, findLongTopic } from "./portal";
import { measureReplies } from "./replies";
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

/** Loads a page of the portal and its floors in turn; one row for each floor. */
async function compare(page: Target, floors: Target[]): Promise<Record<string, string>[]> {
  const [load, ...floorLoads] = await loadInTurn([page, ...floors]);
  return load ? floorLoads.map((floor) => row(load, floor)) : [];
}

async function measureLoads(portal: Awaited<ReturnType<typeof startPortal>>, topic: string, cookie: string): Promise<void> {
  buildBareRemix();
  const rows: Record<string, string>[] = [];
  for (const [name, path] of [
    ["列表", "/forum/all"],
    ["20 帖主题", topic],
  ] as const) {
    const url = portal.origin + path;
    const own = (what: string, headers: Record<string, string>): Target => ({ name: `${name}，${what}`, url, pid: portal.pid, headers });
    const { body } = await compressedPage(url);
    const html = await (await fetch(url, { headers: { cookie } })).text();
    const floors = [
      await startPlainFloor("page", body),
      await startBareRemix(html, "elements"),
      await startBareRemix(html, "whole"),
    ] as const;
    try {
      rows.push(...(await compare(own("访客", brotli), [target("node:http", floors[0], brotli)])));
      rows.push(
        ...(await compare(own("已登录", { cookie }), [
          target("空的 Remix 页，同样的元素", floors[1]),
          target("空的 Remix 页，整块 HTML", floors[2]),
          target("node:http", floors[0]),
        ])),
      );
    } finally {
      for (const floor of floors) await floor.process.stop();
    }
  }
  console.table(rows);
  const floor = await startPlainFloor("page", Buffer.from(""));
  try {
    console.table([await measureReplies(portal.origin, floor.origin, topic)]);
  } finally {
    await floor.process.stop();
  }
}

async function main(only: string | undefined): Promise<void> {
  await ensureBuilt("all");
  const portal = await startPortal();
  try {
    const topic = await findLongTopic(portal.origin);
    const { cookie } = await cookieOf(portal.origin, "member");
    if (only !== "weights") await measureLoads(portal, topic, cookie);
    console.table(describeWeights(await weighPages(portal.origin, topic, cookie)));
  } finally {
    await portal.stop();
  }
}

await main(process.argv[2]);
