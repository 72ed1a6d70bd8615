import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { parse } from "yaml";
import { PlainBrowser } from "../tests/support/plain-browser";
import { startPortal } from "../tests/support/running-portal";
import { residentMegabytes } from "../trial/memory";
import type { Report } from "../trial/report";
import { type Engine, engines, topicPath } from "./engines";
import { middle, processorTime } from "./load";
import { commonWords } from "./search-texts";

const connections = 4;
const rounds = 3;
const pagesARound = 200;
const repliesEach = 10;
/** A pause that is longer than the lifetime of idle threads. */
const restMilliseconds = 45_000;
/** The minutes of load before the measurement of memory. BENCH_MINUTES shortens it; the bounds are for ten. */
const loadMinutes = Number(process.env.BENCH_MINUTES ?? 10);

async function searchPaths(): Promise<string[]> {
  const queries = parse(await readFile("tests/fixtures/search/queries.yaml", "utf8")) as { query: string }[];
  return queries.map(({ query }) => `/search?q=${encodeURIComponent(query)}`);
}

/** Searches for words that a third of all texts contain. */
const commonPaths = Object.values(commonWords).map((words) => `/search?q=${encodeURIComponent(words)}`);

type Portal = Awaited<ReturnType<typeof startPortal>>;

/** Loads these pages as a member. @returns milliseconds of processor time for one page */
async function load(
  { origin, pid }: Portal,
  cookie: string,
  paths: string[],
  length: { amount: number } | { duration: number },
) {
  const before = processorTime(pid) ?? Number.NaN;
  const requests = paths.map((path) => ({ path }));
  const {
    "2xx": answered,
    non2xx,
    errors,
  } = await autocannon({
    url: origin,
    connections,
    requests,
    headers: { cookie },
    ...length,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers of another status, ${errors} failures`);
  return ((processorTime(pid) ?? Number.NaN) - before) / 1_000 / answered;
}

/** Members reply in turn. @returns milliseconds of processor time for one reply, without the pages around it */
async function replies({ origin, pid }: Portal, cookies: string[]): Promise<number> {
  const writers = await Promise.all(
    cookies.map(async (cookie, index) => {
      const browser = new PlainBrowser(origin);
      await browser.jar.setCookie(cookie, origin);
      return { browser, page: await browser.get(`/hsforum/thread-${20 + index}-1-1.html`) };
    }),
  );
  const before = processorTime(pid) ?? Number.NaN;
  for (let count = 0; count < repliesEach * writers.length; count += 1) {
    const writer = writers[count % writers.length];
    if (!writer) break;
    // The page is read once, so each reply gets its own form id.
    writer.page.$("input[name=submissionId]").attr("value", randomUUID());
    const content = `第 ${count + 1} 条回复：把串口波特率改成 115200 再试，示波器上有振铃：\n\n\`\`\`c\nint main(void) { return ${count}; }\n\`\`\`\n`;
    const answer = await writer.browser.submit(
      writer.page,
      { intent: "reply" },
      { content },
      { follow: false },
    );
    if (answer.status !== 302 && answer.status !== 303)
      throw new Error(`a reply was answered ${answer.status}`);
  }
  return ((processorTime(pid) ?? Number.NaN) - before) / 1_000 / (repliesEach * writers.length);
}

async function measureEngine(engine: Engine, report: Report): Promise<void> {
  const { forum, close } = await engine.open();
  const say = (what: string) => `${engine.name}：${what}`;
  try {
    const portal = await startPortal({ ...forum.environment, RATE_LIMIT_SCALE: "1000" });
    try {
      const [cookie = ""] = forum.cookies;
      const paths = await searchPaths();
      await pause(restMilliseconds);
      const { rest, loaded } = engine.memory;
      report.figure(say("静止时的内存"), residentMegabytes(portal.pid), "MB", { atMost: rest });
      const figures = {
        topic: [] as number[],
        search: [] as number[],
        common: [] as number[],
        reply: [] as number[],
      };
      for (let round = 0; round <= rounds; round += 1) {
        const topic = await load(portal, cookie, [topicPath], { amount: pagesARound });
        const search = await load(portal, cookie, paths, { amount: pagesARound });
        const common = await load(portal, cookie, commonPaths, { amount: pagesARound });
        const reply = await replies(portal, forum.cookies);
        // The first round only fills caches and compiles code.
        if (round === 0) continue;
        for (const [name, figure] of Object.entries({ topic, search, common, reply }))
          figures[name as keyof typeof figures].push(figure);
      }
      const median = (values: number[]) => middle(values, (value) => value);
      const [topic, search] = [median(figures.topic), median(figures.search)];
      report.figure(say("已登录的主题页，处理器"), topic, "ms");
      const { searchMaximum } = engine;
      report.figure(
        say("已登录的搜索页，处理器"),
        search,
        "ms",
        searchMaximum ? { atMost: searchMaximum } : undefined,
      );
      report.figure(
        say("搜索页为主题页的"),
        search / topic,
        "倍",
        searchMaximum ? undefined : { atMost: 1.5 },
      );
      report.figure(say("已登录的搜索页，三分之一的内容里都有的词，处理器"), median(figures.common), "ms", {
        atMost: engine.commonMaximum,
      });
      report.figure(say("一条回复，处理器"), median(figures.reply), "ms", { atMost: 8 });
      await load(portal, cookie, [topicPath, "/forum/all", ...paths], { duration: loadMinutes * 60 });
      report.figure(say(`${loadMinutes} 分钟的负载之后的内存`), residentMegabytes(portal.pid), "MB", {
        atMost: loaded,
      });
    } finally {
      await portal.stop();
    }
  } finally {
    await close();
  }
}

/** Measures the cost of a search and of a reply in a forum of 20,000 posts, and the memory, on both databases. */
export async function measureCosts(report: Report): Promise<void> {
  for (const engine of engines) await measureEngine(engine, report);
}
