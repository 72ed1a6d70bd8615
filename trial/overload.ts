import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { contract } from "contract";
import { developerIdFlag, wirePath } from "contract/base/call";
import { gatewayPrefix } from "contract/base/wire";
import { cookieOf } from "../bench/portal";
import { freePort } from "../scripts/postgres-cluster.mjs";
import { callHeaders } from "../server/admission/members";
import { parseEnvironment } from "../server/environment";
import { copyDemoData } from "../tests/support/demo-data";
import { startProcess } from "../tests/support/processes";
import { startPortal } from "../tests/support/running-portal";
import type { Part, Report } from "./report";

/** The factor by which requests exceed what can be answered. */
const times = 3;
const seconds = { warm: 20, peak: 10, overload: 20 };
const words = ["串口 乱码", "Hi3861 烧录", "怎么 调试", "rs-485", "电源 树", "射频 天线"];
/** An answer that takes longer than this counts as none. */
const inTime = 1_000;

interface Ask {
  path: string;
  headers?: Record<string, string>;
  /** With a body, the request is a POST. */
  body?: string;
}

interface Got {
  status: number;
  milliseconds: number;
  retryAfter: string | undefined;
}

/** As deployed. Other trials' processes may be slow. */
const OVERLOAD_MILLISECONDS = String(parseEnvironment({}, "portal").overloadMilliseconds);

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Sends a request. Status 0 means that there was no answer. */
function get(origin: string, { path, headers = {}, body }: Ask): Promise<Got> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, retryAfter?: string) =>
      resolve({ status, milliseconds: performance.now() - begun, retryAfter });
    const asked = request(
      `${origin}${path}`,
      { agent, method: body === undefined ? "GET" : "POST", headers },
      (response) => {
        response.resume();
        response.on("end", () => end(response.statusCode ?? 0, response.headers["retry-after"]));
        response.on("error", () => end(0));
      },
    );
    asked.on("error", () => end(0));
    asked.end(body);
  });
}

const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
const sorted = (values: number[]) => [...values].sort((one, other) => one - other);

/** Sends requests by several askers, each after the previous answer. Returns the answers per second. */
async function closedLoop(origin: string, next: () => Ask, askers: number, length: number): Promise<number> {
  const until = performance.now() + length * 1_000;
  let good = 0;
  await Promise.all(
    Array.from({ length: askers }, async () => {
      while (performance.now() < until) if ((await get(origin, next())).status === 200) good += 1;
    }),
  );
  return good / length;
}

/** Sends requests at a rate per second, without waiting for answers. */
async function openLoop(origin: string, next: () => Ask, rate: number, length: number): Promise<Got[]> {
  const begun = performance.now();
  const asked: Promise<Got>[] = [];
  while (performance.now() - begun < length * 1_000) {
    const due = Math.floor(((performance.now() - begun) / 1_000) * rate);
    while (asked.length < due) asked.push(get(origin, next()));
    await sleep(5);
  }
  return Promise.all(asked);
}

/** Repeats the same request until `done` resolves. */
async function beside(origin: string, ask: Ask, done: Promise<unknown>): Promise<Got[]> {
  const got: Got[] = [];
  let going = true;
  void done.finally(() => {
    going = false;
  });
  while (going) {
    got.push(await get(origin, ask));
    await sleep(100);
  }
  return got;
}

/** The milliseconds until ten answers in a row come in time. */
async function recovery(origin: string, next: () => Ask): Promise<number> {
  const begun = performance.now();
  let since = begun;
  for (let inRow = 0; inRow < 10 && performance.now() - begun < 60_000; ) {
    const asked = performance.now();
    const { status, milliseconds } = await get(origin, next());
    if (status === 200 && milliseconds < inTime / 2) {
      if (inRow === 0) since = asked;
      inRow += 1;
    } else inRow = 0;
    await sleep(50);
  }
  return since - begun;
}

interface Served {
  name: string;
  origin: string;
  metrics: string;
  next: () => Ask;
  health: string;
  /** A page from the cache, if there is a cache. */
  kept?: string;
}

async function refusedBy(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^portal_overload_refused_total (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

async function tryOne(report: Report, { name, origin, metrics, next, health, kept }: Served): Promise<void> {
  const figure: Report["figure"] = (what, ...rest) => report.figure(`${name}：${what}`, ...rest);
  await closedLoop(origin, next, 4, seconds.warm);
  const before = await refusedBy(metrics);
  const peaks: number[] = [];
  for (const askers of [2, 4]) peaks.push(await closedLoop(origin, next, askers, seconds.peak));
  const peakBefore = Math.max(...peaks);
  figure("没有过载时被拒绝的", (await refusedBy(metrics)) - before, "个", { exactly: 0 });
  if (kept) await get(origin, { path: kept });
  const flood = openLoop(origin, next, peakBefore * times, seconds.overload);
  const [got, healthy, pages] = await Promise.all([
    flood,
    beside(origin, { path: health }, flood),
    kept ? beside(origin, { path: kept }, flood) : [],
  ]);
  const backAfter = await recovery(origin, next);
  // Measured again, because the machine may be faster or slower than a minute ago.
  const peakAfter = await closedLoop(origin, next, 4, seconds.peak);
  const peak = (peakBefore + peakAfter) / 2;
  figure("最多每秒答得出：过载之前", peakBefore, "个");
  figure("最多每秒答得出：过载之后", peakAfter, "个");
  const admitted = sorted(got.filter(({ status }) => status === 200).map(({ milliseconds }) => milliseconds));
  const refused = got.filter(({ status }) => status === 503);
  const good = admitted.filter((milliseconds) => milliseconds <= inTime).length / seconds.overload;
  figure("过载时每秒问", got.length / seconds.overload, "个");
  figure("一秒内答出的，是前后最多时的平均的", (good / peak) * 100, "%", { atLeast: 80 });
  figure("答出的 p50", at(admitted, 0.5), "ms");
  figure("答出的 p99", at(admitted, 0.99), "ms", { atMost: inTime });
  figure("拒绝的 p99", at(sorted(refused.map(({ milliseconds }) => milliseconds)), 0.99), "ms");
  figure(
    "没有 Retry-After 的拒绝",
    refused.filter(({ retryAfter }) => retryAfter === undefined).length,
    "个",
    { exactly: 0 },
  );
  figure("别的回答", got.length - admitted.length - refused.length, "个", { exactly: 0 });
  figure("/healthz 不是 200", healthy.filter(({ status }) => status !== 200).length, "个", { exactly: 0 });
  figure("/healthz 最慢", Math.max(...healthy.map(({ milliseconds }) => milliseconds)), "ms", {
    atMost: 2_000,
  });
  if (kept) {
    figure("留着的页面不是 200", pages.filter(({ status }) => status !== 200).length, "个", { exactly: 0 });
    figure("留着的页面 p99", at(sorted(pages.map(({ milliseconds }) => milliseconds)), 0.99), "ms");
  }
  figure("过后多久照常", backAfter, "ms", { atMost: 5_000 });
}

async function tryPortal(report: Report): Promise<void> {
  const metricsPort = await freePort();
  const portal = await startPortal({
    RATE_LIMIT_SCALE: "1000",
    OVERLOAD_MILLISECONDS,
    METRICS_PORT: String(metricsPort),
  });
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`;
  try {
    const { origin } = portal;
    const { cookie } = await cookieOf(origin, "member");
    let turn = 0;
    const nextPage = () => {
      turn += 1;
      return `/forum/all?page=${1 + (turn % 9)}`;
    };
    const own = { origin, metrics, health: "/healthz", kept: "/forum/all" };
    await tryOne(report, { ...own, name: "成员", next: () => ({ path: nextPage(), headers: { cookie } }) });
    // An address that nobody has requested is not in the cache.
    const strange = () => ({ path: `${nextPage()}&classId=${100_000 + turn}` });
    await tryOne(report, { ...own, name: "访客", next: strange });
  } finally {
    await portal.stop();
  }
}

async function tryGateway(report: Report): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "overload-"));
  await copyDemoData(dataDir);
  const metricsPort = await freePort();
  const gateway = await startProcess(
    ["build/gateway.js"],
    {
      DATA_DIR: dataDir,
      PORT: "0",
      DEMO: "1",
      RATE_LIMIT_SCALE: "1000",
      OVERLOAD_MILLISECONDS,
      METRICS_PORT: String(metricsPort),
    },
    /已启动：(http:\/\/\S+)/,
  );
  try {
    const origin = gateway.found[1] ?? "";
    const call = contract.fullTextSearch;
    let turn = 0;
    const headers = { "content-type": "application/json", ...Object.fromEntries(callHeaders(true)) };
    const next = () => {
      turn += 1;
      const requestBody = { text: words[turn % words.length] ?? "", page: 1 + (turn % 5) };
      const body = JSON.stringify({ developerId: developerIdFlag(call), headers: [], requestBody });
      return { path: wirePath(call), headers, body };
    };
    const metrics = `http://127.0.0.1:${metricsPort}/metrics`;
    await tryOne(report, { name: "网关", origin, metrics, next, health: `${gatewayPrefix}/healthz` });
  } finally {
    await gateway.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** More requests come than can be answered: the answered ones are in time, and the others are refused at once. */
export const part: Part = {
  about: `${times} 倍于最多答得出的请求，门户和单独的网关`,
  async run(report) {
    await tryPortal(report);
    await tryGateway(report);
    agent.destroy();
  },
};
