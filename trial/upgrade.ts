import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freePort, startCluster } from "../scripts/postgres-cluster.mjs";
import { type RunningProcess, runProcess, startProcess } from "../tests/support/processes";
import {
  cancelled,
  Doers,
  drafting,
  findTopic,
  newcomers,
  replying,
  signingUp,
  type Tally,
  watchPages,
} from "./deeds";
import { prepareNginx } from "./deploy-files";
import { errorLines } from "./log";
import { programs, type RunningServer, startServer } from "./programs";
import type { Part, Report } from "./report";

/** The number of releases. `TRIAL_ROUNDS` can make it smaller. */
const rounds = Number(process.env.TRIAL_ROUNDS ?? 5);
/** How long nginx skips a portal that was away, as in the file in deploy/nginx. */
const nginxForgets = 10_000;
/** From the demo pack: an open day with 200 seats for visitors. */
const [activity, category] = [12, "visitor"];

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/**
 * Makes a folder like that of a next release: the built one with two more migrations (a column, and an index that is
 * created outside of a transaction) and one more file among its assets.
 */
function makeRelease(from: string, to: string, round: number): void {
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  symlinkSync(resolve("node_modules"), join(to, "node_modules"));
  const place = join(to, "migrations/meta/_journal.json");
  const journal = JSON.parse(readFileSync(place, "utf8")) as Journal;
  const last = journal.entries.at(-1);
  if (!last) throw new Error("no migrations");
  const texts = [
    `-- needs: ${last.tag}\nALTER TABLE "posts" ADD COLUMN "trial_${round}" text DEFAULT '' NOT NULL;`,
    `-- needs: ${last.tag}\n-- outside of a transaction\ndrop index concurrently if exists "posts_trial_${round}";\n--> statement-breakpoint\ncreate index concurrently "posts_trial_${round}" on "posts" ("trial_${round}");`,
  ];
  for (const [at, text] of texts.entries()) {
    const idx = last.idx + 1 + at;
    const tag = `${String(idx).padStart(4, "0")}_trial_${round}_${at}`;
    writeFileSync(join(to, "migrations", `${tag}.sql`), text);
    journal.entries.push({ ...last, idx, tag, when: last.when + 1 + at });
  }
  writeFileSync(place, JSON.stringify(journal));
  writeFileSync(join(to, `client/assets/release-${round}.txt`), `release ${round}`);
}

/** A portal or a gateway at one port, which runs one release after the other. */
class Process {
  private running: RunningProcess | undefined;
  /** The log lines about errors of all releases at this port. */
  readonly said: string[] = [];
  readonly origin: string;

  constructor(
    private readonly program: "main" | "gateway",
    port: number,
    private readonly environment: Record<string, string>,
  ) {
    this.origin = `http://127.0.0.1:${port}`;
    this.environment = { ...environment, PORT: String(port) };
  }

  async start(folder: string): Promise<void> {
    const file = join(folder, `${this.program}.js`);
    this.running = await startProcess([file], this.environment, /已启动：/);
    const ready = this.origin + (this.program === "main" ? "/readyz" : "/gateway/readyz");
    for (const deadline = Date.now() + 60_000; (await fetch(ready)).status !== 200; await pause(100))
      if (Date.now() > deadline) throw new Error(`${ready} is not ready:\n${this.running.output()}`);
  }

  /** @returns its exit code */
  async stop(): Promise<number | null> {
    const { running } = this;
    if (!running) return 0;
    this.running = undefined;
    const code = await running.stop();
    this.said.push(...errorLines(running.output()));
    return code;
  }
}

/** Reports which acknowledged forms the database does not have, or has twice. */
async function account(report: Report, database: pg.Client, tallies: ReadonlyMap<string, Tally>) {
  const rowsOf = async (text: string) => {
    const counts = new Map<string, number>();
    for (const { key } of (await database.query<{ key: string }>(text)).rows)
      counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
  const compare = (name: string, done: readonly string[], counts: ReadonlyMap<string, number>) => {
    report.figure(`${name}：已确认`, done.length, "份", { atLeast: 20 });
    report.figure(`${name}：已确认而丢失`, done.filter((key) => !counts.has(key)).length, "份", {
      exactly: 0,
    });
    const twice = [...counts.values()].filter((count) => count > 1).length;
    report.figure(`${name}：重复`, twice, "份", { exactly: 0 });
  };
  const doneOf = (name: string) => tallies.get(name)?.done ?? [];
  compare(
    "回复",
    doneOf("回复"),
    await rowsOf(
      "select regexp_replace(html, '</?p>', '', 'g') as key from posts where html like '<p>试写 %'",
    ),
  );
  const signups = doneOf("报名").filter((key) => key !== cancelled);
  compare(
    "报名",
    signups,
    await rowsOf("select name as key from activity_signups where name ~ '^[0-9a-f]{8}-[0-9a-f]{4}$'"),
  );
  const { rows } = await database.query<{ away: number }>(
    `select c.taken - count(s.id)::int as away from activity_categories as c left join activity_signups as s
       on s.activity_id = c.activity_id and s.category = c.key and s.state in ('pending', 'accepted', 'more')
     where c.activity_id = $1 group by c.activity_id, c.key, c.taken`,
    [activity],
  );
  const away = rows.reduce((sum, row) => sum + Math.abs(row.away), 0);
  report.figure("报名：名额的计数与报名之差", away, "个", { exactly: 0 });
  const saved = await database.query<{ content: string; revision: number }>(
    "select content, revision from drafts where content like '试写 %'",
  );
  const drafts = doneOf("草稿");
  const revisions = saved.rows.reduce((sum, { revision }) => sum + revision, 0);
  report.figure("草稿：已确认", drafts.length, "次", { atLeast: 20 });
  report.figure(
    "草稿：最后一次确认的还在",
    saved.rows.filter(({ content }) => drafts.includes(content)).length,
    "份",
    {
      exactly: saved.rows.length,
    },
  );
  report.figure("草稿：保存的次数与确认的次数之差", revisions - drafts.length, "次", { exactly: 0 });
}

/** Requests a file of the new release while one portal is still old. Returns the number of wrong answers. */
async function missingAssets(site: string, round: number): Promise<number> {
  let missing = 0;
  for (let turn = 0; turn < 10; turn += 1) {
    const answer = await fetch(`${site}/assets/release-${round}.txt`);
    if (answer.status !== 200 || (await answer.text()) !== `release ${round}`) missing += 1;
  }
  return missing;
}

async function run(report: Report): Promise<void> {
  const cluster = await startCluster();
  if (!cluster) throw new Error("install Debian's package postgresql");
  const at = mkdtempSync(join(tmpdir(), "trial-upgrade-"));
  const [http, https, one, two, first, second] = await Promise.all(Array.from({ length: 6 }, freePort));
  const ports = { http, https, portals: [one, two], gateways: [first, second] } as Parameters<
    typeof prepareNginx
  >[1];
  const site = `https://127.0.0.1:${https}`;
  const common = {
    SESSION_SECRET: "one-secret-for-all-processes-of-the-trial",
    SITE_URL: site,
    TRUST_PROXY: "1",
    DRAIN_SECONDS: "2",
    RATE_LIMIT_SCALE: "1000",
    SESSIONS_PER_ACCOUNT: "100",
    DEMO: "1",
    REGISTER_CONFIG: "1",
    DATA_DIR: join(at, "data"),
  };
  const gateways = ports.gateways.map(
    (port) => new Process("gateway", port, { ...common, DATABASE_URL: cluster.url, MIGRATE: "0" }),
  );
  const urls = gateways.map(({ origin }) => origin).join(",");
  const portals = ports.portals.map((port) => new Process("main", port, { ...common, GATEWAY_URL: urls }));
  let nginx: RunningServer | undefined;
  // The certificate is self-signed.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  const database = new pg.Client({ connectionString: cluster.url });
  try {
    mkdirSync(join(at, "nginx"));
    const migrate = async (folder: string) => {
      const { code, output } = await runProcess([join(folder, "migrate.js")], {
        ...common,
        DATABASE_URL: cluster.url,
      });
      if (code !== 0) throw new Error(output);
    };
    let release = resolve("build");
    await migrate(release);
    for (const process of [...gateways, ...portals]) await process.start(release);
    nginx = await startServer(
      programs.nginx,
      ["-g", "daemon off;", ...prepareNginx(join(at, "nginx"), ports)],
      {
        log: join(at, "nginx.log"),
        asOwn: true,
        isReady: () => fetch(`${site}/readyz`).then(({ ok }) => ok),
      },
    );
    await database.connect();
    const people = await newcomers(site, gateways[0]?.origin ?? "", 6);
    const [a, b, c, d, e, f] = people as [...typeof people] &
      Record<0 | 1 | 2 | 3 | 4 | 5, (typeof people)[number]>;
    const topic = await findTopic(a);
    const doers = new Doers([
      ...[a, b].map((browser) => replying(browser, topic)),
      ...[c, d].map((browser) => drafting(browser)),
      ...[e, f].map((browser) => signingUp(browser, activity, category)),
    ]);
    const visitor = watchPages(site, ["/home", "/forum/all", topic, "/active", "/eventActivities/index"]);
    const codes: (number | null)[] = [];
    let missing = 0;
    const tallies = await doers.during(async () => {
      await pause(3_000);
      for (let round = 1; round <= rounds; round += 1) {
        const next = join(at, `release-${round}`);
        makeRelease(release, next, round);
        release = next;
        await migrate(release);
        for (const process of [...gateways, ...portals]) {
          codes.push(await process.stop());
          await process.start(release);
          await pause(nginxForgets);
          if (process === portals[0]) missing += await missingAssets(site, round);
        }
        console.info(`第 ${round} 次升级完成`);
      }
    });
    const { looked, failed } = await visitor.stop();
    report.figure("升级", rounds, "次");
    report.figure("重启的进程", codes.length, "个");
    report.figure("停止时没有正常结束", codes.filter((code) => code !== 0).length, "个", { exactly: 0 });
    report.figure("访客的页面", looked, "个", { atLeast: 100 });
    report.figure("访客的页面：失败", failed.length, "个", { exactly: 0 });
    report.figure("新旧并存时得不到新版本的文件", missing, "次", { exactly: 0 });
    if (failed.length > 0) console.error(failed.slice(0, 20));
    for (const [name, { refused, broken, others, pages }] of tallies) {
      report.figure(`${name}：没有收下的表单`, refused + broken + others.length, "份", { exactly: 0 });
      report.figure(`${name}：打不开的页面`, pages.length, "个", { exactly: 0 });
      if (others.length + pages.length + broken > 0) console.error(name, { broken, others, pages });
    }
    await account(report, database, tallies);
  } finally {
    await nginx?.stop();
    for (const process of [...portals, ...gateways]) {
      await process.stop();
      if (process.said.length > 0) console.error(process.origin, process.said.slice(0, 20).join("\n"));
    }
    await database.end();
    await cluster.stop();
    if (process.env.TRIAL_KEEP !== "1") rmSync(at, { recursive: true, force: true });
  }
}

/** Replaces the running release by a new one, process by process, while members write. */
export const part: Part = {
  about: `两个门户、两个网关在 nginx 后面滚动升级 ${rounds} 次，每次有数据库升级，成员不停写`,
  run,
};
