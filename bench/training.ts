import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gatewaySessionCookie } from "contract/base/wire";
import { openPglite } from "gateway/database/open";
import { accounts } from "gateway/database/schema";
import type { Services } from "gateway/server/context";
import { startSession } from "gateway/server/sessions/sessions";
import pg from "pg";
import { startCluster } from "../scripts/postgres-cluster.mjs";
import { copyDemoData } from "../tests/support/demo-data";
import { PlainBrowser } from "../tests/support/plain-browser";
import { startPortal } from "../tests/support/running-portal";
import type { Report } from "../trial/report";
import { buildBareRemix, startBareRemix } from "./floors";
import { middle } from "./load";
import { pageTime } from "./members";
import { cookieOf, findLongTopic } from "./portal";
import { compareWatched, listTime } from "./streams";

/** The number of rounds; BENCH_ROUNDS reduces it on a shared machine. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** The number of concurrent learners, who save their positions as often as a player. BENCH_LEARNERS reduces it. */
const learners = Number(process.env.BENCH_LEARNERS ?? 1_000);
const everySeconds = 10;
const lesson = 10101;
const looksForQueries = 40;

const pages: readonly (readonly [name: string, path: string])[] = [
  ["课程列表", "/trainingClass"],
  ["课时", `/trainingClass/lessons/${lesson}`],
  ["考试", "/trainingClass/exams/1"],
];

/** Compares the processor time of a member's page with a bare Remix page of the same elements, and with a topic. */
async function measurePages(origin: string, pid: number, cookie: string, report: Report): Promise<void> {
  buildBareRemix();
  const topic = ["20 帖主题", await findLongTopic(origin)] as const;
  let ofTopic = Number.NaN;
  for (const [name, path] of [topic, ...pages]) {
    const html = await (await fetch(origin + path, { headers: { cookie } })).text();
    const floor = await startBareRemix(html, "elements");
    const times = { page: [] as number[], bare: [] as number[] };
    try {
      for (let round = 0; round <= rounds; round += 1) {
        const page = await pageTime({ origin, pid, paths: [path], cookies: [cookie] });
        const bare = await pageTime({ origin: floor.origin, pid: floor.process.pid, paths: ["/"] });
        if (round === 0) continue;
        times.page.push(page);
        times.bare.push(bare);
      }
    } finally {
      await floor.process.stop();
    }
    const median = (values: number[]) => middle(values, (value) => value);
    report.figure(`${name}，已登录，处理器`, median(times.page), "ms");
    report.figure(`${name}，为空的 Remix 页的`, median(times.page) / median(times.bare), "倍");
    if (name === topic[0]) ofTopic = median(times.page);
    else report.figure(`${name}，为主题页的`, median(times.page) / ofTopic, "倍", { atMost: 1 });
  }
}

/** Measures the number of statements for a page, as PostgreSQL counts them. */
async function measureQueries(report: Report): Promise<void> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  const cluster = databaseUrl ? undefined : await startCluster();
  const server = databaseUrl ?? cluster?.url;
  if (!server)
    throw new Error("没有 PostgreSQL：请安装，或用 TEST_DATABASE_URL 给出一个可以新建数据库的地址");
  const name = `portal_training_${process.pid}`;
  const administrator = new pg.Client({ connectionString: server });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const dataDir = await mkdtemp(join(tmpdir(), "portal-training-"));
  try {
    const portal = await startPortal({
      DATABASE_URL: url.href,
      DATA_DIR: dataDir,
      DEMO: "1",
      RATE_LIMIT_SCALE: "1000",
      SESSION_SECRET: "only-for-the-measurements-of-this-portal",
    });
    /** Each read is its own transaction; an idle connection reports its statistics within ten seconds. */
    const transactions = async () => {
      await pause(11_000);
      const { rows } = await administrator.query(
        "select xact_commit::int as count from pg_stat_database where datname = $1",
        [name],
      );
      return (rows[0] as { count: number }).count;
    };
    try {
      const { cookie } = await cookieOf(portal.origin, "member");
      const all = [...pages, ["20 帖主题", await findLongTopic(portal.origin)] as const];
      for (const [what, path] of all) {
        const look = async () => {
          const response = await fetch(portal.origin + path, { headers: { cookie } });
          await response.arrayBuffer();
        };
        for (let count = 0; count < 5; count += 1) await look();
        const before = await transactions();
        for (let count = 0; count < looksForQueries; count += 1) await look();
        const queries = (await transactions()) - before;
        report.figure(`${what}，已登录，数据库的查询`, queries / looksForQueries, "条");
      }
    } finally {
      await portal.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    await administrator.query(`drop database if exists ${name} with (force)`);
    await administrator.end();
    await cluster?.stop();
  }
}

/** Adds learners to the demo's data. @returns their cookies */
async function addLearners(dataDir: string): Promise<string[]> {
  const { database, close } = await openPglite(join(dataDir, "database"));
  try {
    const services = { database, now: () => new Date(), settings: { sessionsPerAccount: 5 } } as Services;
    const cookies: string[] = [];
    for (let number = 0; number < learners; number += 1) {
      const nickname = `量学员${number}`;
      const [account] = await database
        .insert(accounts)
        .values({ nickname, nicknameFolded: nickname, signedPolicies: { Disclaimer: "1.0" } })
        .returning({ id: accounts.id });
      if (!account) throw new Error("no account was made");
      const from = { address: "127.0.0.1", userAgent: "bench" };
      const { token } = await startSession(services, { id: account.id, passwordHash: null }, from);
      cookies.push(`${gatewaySessionCookie}=${token}; styles_kept=1`);
    }
    return cookies;
  } finally {
    await close();
  }
}

interface Learner {
  browser: PlainBrowser;
  csrf: string;
}

/** Each learner opens the lesson once, because the form's token is personal. */
async function openLesson(origin: string, cookies: string[]): Promise<Learner[]> {
  const opened: Learner[] = [];
  for (let first = 0; first < cookies.length; first += 8)
    opened.push(
      ...(await Promise.all(
        cookies.slice(first, first + 8).map(async (cookie) => {
          const browser = new PlainBrowser(origin);
          for (const one of cookie.split("; ")) await browser.jar.setCookie(one, origin);
          const page = await browser.get(`/trainingClass/exams/1`);
          return { browser, csrf: page.$('input[name="csrf"]').first().attr("value") ?? "" };
        }),
      )),
    );
  return opened;
}

/** Every learner saves each ten seconds, at different moments, until stopped. @returns the saved and the lost ones */
async function study(opened: Learner[], signal: AbortSignal): Promise<{ kept: number; lost: number }> {
  const counts = { kept: 0, lost: 0 };
  const save = async ({ browser, csrf }: Learner, second: number) => {
    const body = new URLSearchParams({ csrf, lesson: String(lesson), position: String(second % 60) });
    const answer = await browser.post("/study/position", body, { headers: { accept: "application/json" } });
    counts[answer.status === 200 ? "kept" : "lost"] += 1;
  };
  await Promise.all(
    opened.map(async (learner, index) => {
      await pause((1_000 * everySeconds * index) / opened.length);
      for (let second = 0; !signal.aborted; second += everySeconds) {
        const next = pause(1_000 * everySeconds, undefined, { signal }).catch(() => undefined);
        await save(learner, second).catch(() => {
          counts.lost += 1;
        });
        await next;
      }
    }),
  );
  return counts;
}

async function measureSaving(origin: string, cookies: string[], report: Report): Promise<void> {
  const { cookie } = await cookieOf(origin, "member");
  const opened = await openLesson(origin, cookies);
  await listTime(origin, cookie);
  const ratios: number[] = [];
  let [stored, lost, seconds] = [0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await listTime(origin, cookie);
    const end = new AbortController();
    const started = performance.now();
    const studying = study(opened, end.signal);
    // This waits for everybody's first save.
    await pause(1_000 * everySeconds);
    const busy = await listTime(origin, cookie);
    end.abort();
    const counts = await studying;
    [stored, lost] = [stored + counts.kept, lost + counts.lost];
    seconds += (performance.now() - started) / 1_000;
    ratios.push(busy / quiet);
  }
  report.figure(`${learners} 人在学，记住的播放位置`, stored / seconds, "次/秒", {
    atLeast: (0.8 * learners) / everySeconds,
  });
  report.figure("其中没有记住的", lost, "次", { exactly: 0 });
  const ratio = middle(ratios, (value) => value);
  report.figure("同时，会员的论坛列表的 p95 为安静时的", ratio, "倍", { atMost: 1.2 });
}

/**
 * Measures the training classes, on the embedded database unless stated otherwise: their pages, a thousand learners who
 * save their positions, and twenty who watch a lesson.
 */
export async function measureTraining(report: Report): Promise<void> {
  await measureQueries(report);
  const dataDir = await mkdtemp(join(tmpdir(), "portal-training-"));
  try {
    await copyDemoData(dataDir);
    const cookies = await addLearners(dataDir);
    const portal = await startPortal({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: "1000" });
    try {
      const { origin, pid } = portal;
      const { cookie } = await cookieOf(origin, "member");
      await measurePages(origin, pid, cookie, report);
      const page = await new PlainBrowser(origin).get(`/trainingClass/lessons/${lesson}`);
      const video = page.$("video source").attr("src")?.split("#")[0];
      if (!video) throw new Error("the lesson has no video");
      // A lesson of the demo has only 150 KB, so the start positions are close together.
      await compareWatched(origin, video, "一节课的视频", report, 4_096);
      await measureSaving(origin, cookies, report);
    } finally {
      await portal.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
