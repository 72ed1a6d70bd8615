import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLimits } from "gateway/server/limits";
import { openRedis } from "../server/redis";
import { demoAccounts } from "../tests/support/accounts";
import { type Page, PlainBrowser } from "../tests/support/plain-browser";
import { type RunningPortal, startPortal } from "../tests/support/running-portal";
import { signInWithPassword } from "../tests/support/sign-in";
import type { Part, Report } from "./report";

/** The paths of the server on common operating systems; REDIS_SERVER names another. */
const places = [
  process.env.REDIS_SERVER ?? "",
  "/usr/bin/redis-server",
  "/usr/local/bin/redis-server",
  "/opt/homebrew/bin/redis-server",
];
/** The number of requests of each kind under each condition. */
const rounds = 20;
/**
 * The time limit of an answer while Redis is unavailable. A command's own limit is 100 ms, and a request waits for only
 * one.
 */
const answerBound = 2_000;
const takeoverBound = 200;
/** The limit for requests that are running when Redis freezes: they wait once for the time limit of a command. */
const underWayBound = 1_300;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The server's program. Throws a sentence that says what to install. */
export function redisProgram(): string {
  const program = places.find((place) => place !== "" && existsSync(place));
  if (program) return program;
  throw new Error(
    "这一部分需要 redis-server：请安装它（如 apt-get install redis-server），或用 REDIS_SERVER 指定",
  );
}

/** A temporary Redis server without persistence. */
export class RedisServer {
  private child: ChildProcess | undefined;

  constructor(
    private readonly program: string,
    readonly port: number,
    private readonly folder: string,
  ) {}

  async start(): Promise<void> {
    const options = [
      "--port",
      String(this.port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
      "--dir",
      this.folder,
    ];
    const child = spawn(this.program, options, { stdio: ["ignore", "pipe", "inherit"] });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on("data", (text: Buffer) => {
        if (text.toString().includes("Ready to accept connections")) resolve();
      });
      child.once("exit", (code) => reject(new Error(`redis-server ended with ${code}`)));
    });
  }
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.child?.kill(signal);
  }
  async kill(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

const percentile = (times: number[], share: number) => {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Replies, searches and sign-ins, one after another. Each must succeed. */
async function everyday(
  portal: RunningPortal,
  report: Report,
  condition: string,
  bound: number | undefined,
): Promise<void> {
  const member = new PlainBrowser(portal.origin);
  await signInWithPassword(member, demoAccounts.member);
  const list = await member.get("/forum/all");
  const address = list.$('a[href*="/hsforum/thread-"]').first().attr("href") ?? "";
  const topic: Page = await member.get(address);
  const times: Record<string, number[]> = { 回帖: [], 搜索: [], 登录: [] };
  let failed = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const visitor = new PlainBrowser(portal.origin);
    const form = await visitor.get("/gateway/signin");
    const { account, password } = demoAccounts.member;
    const expect = async (status: number[], page: Promise<Page>) => {
      if (!status.includes((await page).status)) failed += 1;
    };
    const content = `第 ${round} 次回帖（${condition}）`;
    // Each reply uses a newly rendered form, like a person's.
    const fresh = round === 0 ? topic : await member.get(address);
    times.回帖?.push(
      await timed(() =>
        expect([302, 303], member.submit(fresh, { intent: "reply" }, { content }, { follow: false })),
      ),
    );
    times.搜索?.push(
      await timed(() => expect([200], visitor.get(`/search?q=${encodeURIComponent(`串口 ${round}`)}`))),
    );
    const entered = () =>
      expect(
        [302, 303],
        visitor.submit(form, { intent: "submit" }, { account, password }, { follow: false }),
      );
    times.登录?.push(await timed(entered));
    // The first request of each kind loads code, so it does not count.
    if (round === 0) for (const all of Object.values(times)) all.length = 0;
  }
  report.figure(`${condition}：失败的请求`, failed, "次", { exactly: 0 });
  for (const [what, all] of Object.entries(times)) {
    report.figure(`${condition}：${what} p50`, percentile(all, 0.5), "ms");
    report.figure(
      `${condition}：${what} p99`,
      percentile(all, 0.99),
      "ms",
      bound === undefined ? undefined : { atMost: bound },
    );
  }
}

async function readiness(portal: RunningPortal): Promise<{ status: number; redis: string }> {
  const response = await fetch(`${portal.origin}/readyz`);
  const { redis } = (await response.json()) as { redis: string };
  return { status: response.status, redis };
}

/**
 * The milliseconds until /readyz reports this state; NaN after 15 s. It must answer 200 all the time.
 */
async function until(portal: RunningPortal, state: string): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < 300; count += 1) {
    const { status, redis } = await readiness(portal);
    if (status !== 200) return Number.NaN;
    if (redis === state) return performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return Number.NaN;
}

/**
 * Tests the limiter alone: the waiting time of commands during and after the start of a freeze, and whether the count
 * stays right.
 */
async function takeover(server: RedisServer, report: Report): Promise<void> {
  const redis = openRedis(`redis://127.0.0.1:${server.port}`, { without: "自己计数", again: "一起计数" });
  const limits = createLimits(redis);
  for (let count = 0; count < 200 && (await limits.shared()) !== "ok"; count += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  server.signal("SIGSTOP");
  const first = await Promise.all(
    Array.from({ length: 50 }, () => timed(() => limits.take("press", "trial"))),
  );
  const later: number[] = [];
  let successes = 0;
  for (let count = 0; count < 300; count += 1) {
    later.push(
      await timed(async () => {
        if (await limits.take("signInPerAddress", "trial")) successes += 1;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  server.signal("SIGCONT");
  report.figure("冻结：正在途中的 50 次计数，最长", Math.max(...first), "ms", {
    atMost: underWayBound,
  });
  report.figure("冻结：之后 3 秒内的 300 次计数，p99", percentile(later, 0.99), "ms", {
    atMost: takeoverBound,
  });
  report.figure("冻结：之后 3 秒内的 300 次计数，最长", Math.max(...later), "ms", { atMost: takeoverBound });
  report.figure("冻结：上限 60 的窗口放过", successes, "次", { exactly: 60 });
  redis.disconnect();
}

async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "trial-redis-"));
  const server = new RedisServer(redisProgram(), await freePort(), folder);
  let portal: RunningPortal | undefined;
  try {
    portal = await startPortal({ REDIS_URL: `redis://127.0.0.1:${server.port}`, RATE_LIMIT_SCALE: "1000" });
    report.figure("没有 Redis 时启动，/readyz", (await readiness(portal)).status, "", { exactly: 200 });
    await everyday(portal, report, "从未有过 Redis", answerBound);
    await server.start();
    report.figure("Redis 来了，多久用上", await until(portal, "ok"), "ms", { atMost: 5_000 });
    await everyday(portal, report, "Redis 正常", undefined);
    server.signal("SIGSTOP");
    await everyday(portal, report, "Redis 冻结", answerBound);
    report.figure("冻结后 /readyz 说出来", await until(portal, "unavailable"), "ms", { atMost: 3_000 });
    server.signal("SIGCONT");
    report.figure("解冻后多久用上", await until(portal, "ok"), "ms", { atMost: 5_000 });
    await server.kill();
    await everyday(portal, report, "Redis 被杀", answerBound);
    await server.start();
    report.figure("重启后多久用上", await until(portal, "ok"), "ms", { atMost: 5_000 });
    await takeover(server, report);
  } finally {
    await portal?.stop();
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

export const part: Part = {
  about: "Redis 起初不在、来了、冻结、被杀、重启：发帖、搜索、登录照常，频率限制仍然有效",
  run,
};
