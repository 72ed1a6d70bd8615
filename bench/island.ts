import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";
import { startPortal } from "../tests/support/running-portal";
import type { Report } from "../trial/report";
import { moments, watchMoments } from "./moments";
import { link, median, slowdown } from "./weights";

/** The number of loads of each kind. */
const rounds = 20;
const path = "/forum/all";

interface Load {
  ready: number;
  /** The longest task after hydration, in milliseconds, when the island starts. */
  task: number;
  fetched: boolean;
  /** Whether the island was requested only after `load`. */
  late: boolean;
}

/** Records the tasks over 50 ms, which browsers report. */
function watchTasks(): void {
  const seen: { start: number; duration: number }[] = [];
  Object.assign(window, { seenTasks: seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.push({ start: startTime, duration });
  }).observe({ type: "longtask", buffered: true });
}

async function load(browser: Browser, origin: string, withIsland: boolean, slow: number): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const cookies = [{ name: "cookie_policy", value: "V1" }];
  if (!withIsland) cookies.push({ name: "analytics", value: "off" });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin })));
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", link);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slow });
  await tab.addInitScript(watchMoments);
  await tab.addInitScript(watchTasks);
  await tab.goto(origin + path, { waitUntil: "load", timeout: 60_000 });
  await tab.waitForSelector("html[data-ready]", { timeout: 60_000 });
  // This time is enough for the island, web-vitals, and a flush.
  await tab.waitForTimeout(6_000);
  const { ready, load: loaded } = await moments(tab);
  const after = Math.max(ready, loaded);
  const found = await tab.evaluate((from) => {
    const island = performance
      .getEntriesByType("resource")
      .find(({ name }) => /\/assets\/start-[^/]+\.js/.test(name));
    const tasks = (window as unknown as { seenTasks: { start: number; duration: number }[] }).seenTasks;
    const late = tasks.filter(({ start }) => start >= from).map(({ duration }) => duration);
    return { fetchedAt: island?.startTime ?? null, task: Math.max(0, ...late) };
  }, after);
  await context.close();
  const { fetchedAt, task } = found;
  return { ready, task, fetched: fetchedAt !== null, late: fetchedAt !== null && fetchedAt >= loaded };
}

const spread = (values: number[]) => {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.ceil(sorted.length * 0.75) - 1] ?? 0) - (sorted[Math.floor(sorted.length / 4)] ?? 0);
};

/** Measures the cost of the analytics island for a first visit on the slow link, with and without it in turn. */
export async function measureIsland(report: Report): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("没有 Chromium：运行 node scripts/find-chromium.mjs --install");
  const portal = await startPortal();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const loads: Record<"with" | "without", Load[]> = { with: [], without: [] };
    await load(browser, portal.origin, true, slowdown);
    for (let round = 0; round < rounds; round += 1)
      for (const kind of round % 2 ? (["with", "without"] as const) : (["without", "with"] as const))
        loads[kind].push(await load(browser, portal.origin, kind === "with", slowdown));
    const ready = (kind: keyof typeof loads) => loads[kind].map((one) => one.ready);
    const differs = Math.max(0, median(ready("with")) - median(ready("without")));
    const runs = Math.max(spread(ready("with")), spread(ready("without")));
    report.figure("可用时刻的中位数，不带统计", median(ready("without")), "ms");
    report.figure("可用时刻的中位数，带统计", median(ready("with")), "ms");
    report.figure("各次之间的差别（四分位距）", runs, "ms");
    report.figure("带统计晚多少", differs, "ms", { atMost: runs });
    report.figure("取了统计代码的次数", loads.with.filter((one) => one.fetched).length, "", {
      exactly: rounds,
    });
    report.figure("在 load 之后才取的次数", loads.with.filter((one) => one.late).length, "", {
      exactly: rounds,
    });
    report.figure("关闭后仍取了的次数", loads.without.filter((one) => one.fetched).length, "", {
      exactly: 0,
    });
    const longest = (kind: keyof typeof loads) => Math.max(...loads[kind].map((one) => one.task));
    report.figure("可用之后最长的任务，不带统计", longest("without"), "ms");
    report.figure("可用之后最长的任务，带统计", longest("with"), "ms", { atMost: 50 });
  } finally {
    await browser.close();
    await portal.stop();
  }
}
