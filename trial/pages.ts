import { mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, startCluster } from "../scripts/postgres-cluster.mjs";
import { demoAccounts } from "../tests/support/accounts";
import { PlainBrowser } from "../tests/support/plain-browser";
import { type RunningPortal, startPortal } from "../tests/support/running-portal";
import { signInWithPassword } from "../tests/support/sign-in";
import { submissionId } from "../tests/support/test-gateway";
import { newcomers, replying } from "./deeds";
import { prepareNginx } from "./deploy-files";
import { programs, type RunningServer, startServer } from "./programs";
import { RedisServer, redisProgram } from "./redis";
import type { Part, Report } from "./report";

const topics = 6;
const burst = 60;
/** How long the processes may take to tell each other of a write. */
const told = 300;
const membersLooks = 20;

/** One of the two portals, with its metrics. */
class Portal {
  private constructor(
    readonly running: RunningPortal,
    private readonly metrics: number,
  ) {}

  static async start(port: number, environment: Record<string, string>): Promise<Portal> {
    const metrics = await freePort();
    const ports = { PORT: String(port), METRICS_PORT: String(metrics) };
    return new Portal(await startPortal({ ...environment, ...ports }), metrics);
  }

  /** The sum of a counter over the lines with these labels. */
  async count(name: string, labels = ""): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.metrics}/metrics`)).text();
    const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) && line.includes(labels));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
  }
}

/** How often a topic's page was made, in all portals together. */
async function made(portals: Portal[]): Promise<number> {
  const calls = portals.map((portal) => portal.count("portal_gateway_calls_total", 'call="topicDetail"'));
  return (await Promise.all(calls)).reduce((sum, count) => sum + count, 0);
}

/** Visitors who all ask for a page at the same time. @returns how many did not get it */
async function askAll(origins: string[], path: string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: burst }, async (_, turn) => {
      const response = await fetch((origins[turn % origins.length] ?? "") + path);
      await response.arrayBuffer();
      return response.status;
    }),
  );
  return answers.filter((status) => status !== 200).length;
}

/** Hides a topic in the moderators' list. */
async function hide(site: string, tid: number): Promise<void> {
  const admin = new PlainBrowser(site);
  await signInWithPassword(admin, demoAccounts.admin);
  const csrf = (await admin.get("/moderator/theme"))
    .$("form:has([name=operation]) [name=csrf]")
    .attr("value");
  const form = new URLSearchParams({
    csrf: csrf ?? "",
    submissionId: submissionId(),
    intent: "operate",
    operation: "hide",
    ids: String(tid),
    reason: "试一试",
  });
  const { status } = await admin.post("/moderator/theme", form);
  if (status >= 400) throw new Error(`hiding a topic was answered ${status}`);
}

async function measure(report: Report, site: string, portals: Portal[]): Promise<void> {
  const [first] = portals;
  const [member] = await newcomers(site, first?.running.origin ?? "", 1);
  if (!member) throw new Error("nobody registered");
  const list = await member.get("/forum/all?order=new");
  const paths = new Set(
    list
      .$("h2 a[href^='/hsforum/']")
      .toArray()
      .map((link) => list.$(link).attr("href") ?? ""),
  );
  const open: string[] = [];
  for (const path of paths)
    if (open.length < topics && (await member.get(path)).$("textarea[name=content]").length > 0)
      open.push(path);
  const own = portals.map(({ running }) => running.origin);
  const perPage = new Map<string, number[]>();
  let failed = 0;
  for (const [name, origins] of [
    ["轮流问两个门户", own],
    ["经过 nginx", [site]],
  ] as const)
    for (const path of open) {
      const deed = replying(member, path);
      await deed.send(await deed.open(), `试写 ${name} ${path}`);
      await pause(told);
      const before = await made(portals);
      failed += await askAll([...origins], path);
      perPage.set(name, [...(perPage.get(name) ?? []), (await made(portals)) - before]);
    }
  for (const [name, counts] of perPage) {
    const sum = counts.reduce((total, count) => total + count, 0);
    const bound = name === "经过 nginx" ? { bound: { exactly: 1 } } : {};
    report.figure(
      `回复之后 ${burst} 位访客同时打开，${name}：每个页面做了`,
      sum / counts.length,
      "次",
      bound.bound,
    );
  }
  report.figure("访客没有得到的页面", failed, "个", { exactly: 0 });

  const requests = () => Promise.all(portals.map((portal) => portal.count("portal_http_requests_total")));
  const before = await requests();
  for (let look = 0; look < membersLooks; look += 1) await member.get(open[0] ?? "");
  const after = await requests();
  const least = Math.min(...after.map((count, at) => count - (before[at] ?? 0)));
  report.figure(`会员的 ${membersLooks} 个页面：做得较少的门户做了`, least, "个", {
    atLeast: membersLooks / 4,
  });

  const gone = open[1] ?? "";
  for (const origins of [own, [site]]) await askAll(origins, gone);
  await hide(site, Number(/thread-(\d+)/.exec(gone)?.[1]));
  const hidden = performance.now();
  let seen = 0;
  while (performance.now() - hidden < 3_000) {
    const response = await fetch(site + gone);
    await response.arrayBuffer();
    if (response.status === 200) seen = performance.now() - hidden;
  }
  report.figure("隐藏的主题还看得见", seen, "ms", { atMost: 1_000 });
}

async function run(report: Report): Promise<void> {
  const cluster = await startCluster();
  if (!cluster) throw new Error("install Debian's package postgresql");
  const at = mkdtempSync(join(tmpdir(), "trial-pages-"));
  const [http, https, one, two, redisPort] = (await Promise.all(Array.from({ length: 5 }, freePort))) as [
    ...[number, number, number, number, number],
  ];
  const redis = new RedisServer(redisProgram(), redisPort, at);
  const site = `https://127.0.0.1:${https}`;
  const portals: Portal[] = [];
  let nginx: RunningServer | undefined;
  // The certificate is one that nobody has signed.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  try {
    await redis.start();
    for (const port of [one, two])
      portals.push(
        await Portal.start(port, {
          DEMO: "1",
          DATABASE_URL: cluster.url,
          REDIS_URL: `redis://127.0.0.1:${redisPort}`,
          SITE_URL: site,
          TRUST_PROXY: "1",
          RATE_LIMIT_SCALE: "1000",
          DATA_DIR: join(at, "data"),
        }),
      );
    const place = join(at, "nginx");
    await mkdir(place);
    const ports = { http, https, portals: [one, two], gateways: [one, two] } satisfies Parameters<
      typeof prepareNginx
    >[1];
    nginx = await startServer(programs.nginx, ["-g", "daemon off;", ...prepareNginx(place, ports)], {
      log: join(at, "nginx.log"),
      asOwn: true,
      isReady: () => fetch(`${site}/readyz`).then(({ ok }) => ok),
    });
    await measure(report, site, portals);
  } finally {
    await nginx?.stop();
    for (const { running } of portals) await running.stop();
    await redis.kill();
    await cluster.stop();
    rmSync(at, { recursive: true, force: true });
  }
}

export const part: Part = { about: "两个门户在 nginx 之后：访客的每个页面只由其中一个做一次", run };
