import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPglite } from "gateway/database/open";
import pg from "pg";
import { startCluster } from "../scripts/postgres-cluster.mjs";
import { type RunningPortal, startPortal } from "../tests/support/running-portal";
import type { Part, Report } from "./report";
import { type Tally, Writers } from "./writers";

type Cluster = NonNullable<Awaited<ReturnType<typeof startCluster>>>;

/** The time limit after the end of the harm. It includes opening a PGlite folder and loading the dictionary. */
const recoveryMaximum = 10_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** Counts the stored replies with each text of the writers. */
type Count = () => Promise<Map<string, number>>;
const query = `select html from posts where html like '<p>试写 %'`;
const counted = (rows: { html: string }[]) => {
  const counts = new Map<string, number>();
  for (const { html } of rows) counts.set(html, (counts.get(html) ?? 0) + 1);
  return counts;
};

/** The built portal at one address and with one data folder, for several starts. */
class Portal {
  private running: RunningPortal | undefined;

  constructor(private readonly environment: Record<string, string>) {}

  get origin(): string {
    return `http://127.0.0.1:${this.environment.PORT}`;
  }

  async start(): Promise<void> {
    this.running = await startPortal(this.environment);
  }

  async restartKilled(): Promise<void> {
    if (this.running) process.kill(this.running.pid, "SIGKILL");
    await this.running?.stop();
    await this.start();
  }

  isAlive(): number {
    try {
      process.kill(this.running?.pid ?? 0, 0);
      return 1;
    } catch {
      return 0;
    }
  }

  async stop(): Promise<void> {
    await this.running?.stop();
  }
}

async function portalOn(environment: Record<string, string>): Promise<{ portal: Portal; dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), "trial-"));
  const portal = new Portal({
    PORT: await freePort(),
    DATA_DIR: dataDir,
    DEMO: "1",
    RATE_LIMIT_SCALE: "1000",
    ...environment,
  });
  await portal.start();
  return { portal, dataDir };
}

/** Reports the acknowledged replies, and the time after the end of the harm in which nobody could write. */
async function account(
  report: Report,
  name: string,
  { tally, recovery }: { tally: Tally; recovery: number },
  count: Count | undefined,
) {
  report.figure(`${name}：已确认`, tally.acknowledged.length, "份", { atLeast: 10 });
  report.figure(`${name}：503`, tally.refused, "次");
  report.figure(`${name}：连接中断`, tally.broken, "次");
  report.figure(
    `${name}：其他回答 ${JSON.stringify(tally.others)}`,
    Object.values(tally.others).reduce((sum, one) => sum + one, 0),
    "次",
    { exactly: 0 },
  );
  report.figure(`${name}：文字没有还回`, tally.textLost, "次", { exactly: 0 });
  report.figure(`${name}：恢复写入`, recovery, "ms", { atMost: recoveryMaximum });
  if (count) accountTexts(report, name, tally.acknowledged, await count());
}

function accountTexts(
  report: Report,
  name: string,
  acknowledged: string[],
  counts: Map<string, number>,
): void {
  const times = acknowledged.map((text) => counts.get(`<p>${text}</p>`) ?? 0);
  report.figure(`${name}：已确认而丢失`, times.filter((one) => one === 0).length, "份", { exactly: 0 });
  report.figure(`${name}：重复`, [...counts.values()].filter((one) => one > 1).length, "份", { exactly: 0 });
}

const others = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

async function ask(cluster: Cluster, statement: string): Promise<{ rows: Record<string, unknown>[] }> {
  const client = new pg.Client({ connectionString: cluster.url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The harms to PostgreSQL while members write. */
const harms: [string, (cluster: Cluster) => Promise<void>][] = [
  [
    "断开全部连接 10 次",
    async (cluster) => {
      for (let round = 0; round < 10; round += 1) {
        await pause(500);
        await ask(cluster, `select pg_terminate_backend(pid) ${others}`);
      }
    },
  ],
  [
    "kill -9 一个后端 3 次",
    async (cluster) => {
      for (let round = 0; round < 3; round += 1) {
        await pause(1_000);
        const { rows } = await ask(cluster, `select pid ${others} limit 1`);
        process.kill(Number(rows[0]?.pid), "SIGKILL");
        await pause(1_500);
      }
    },
  ],
  [
    "快速重启",
    async (cluster) => {
      await pause(1_000);
      cluster.down("fast");
      cluster.start();
    },
  ],
  [
    "停 8 秒",
    async (cluster) => {
      await pause(1_000);
      cluster.down("fast");
      await pause(8_000);
      cluster.start();
    },
  ],
  [
    "冻结 15 秒",
    async (cluster) => {
      await pause(1_000);
      cluster.freeze();
      try {
        await pause(15_000);
      } finally {
        cluster.thaw();
      }
    },
  ],
];

async function tryPostgres(report: Report): Promise<void> {
  const cluster = await startCluster();
  if (!cluster) throw new Error("PostgreSQL is not installed");
  let opened: Awaited<ReturnType<typeof portalOn>> | undefined;
  try {
    opened = await portalOn({ DATABASE_URL: cluster.url });
    const { portal } = opened;
    const writers = await Writers.signIn(portal.origin);
    const count: Count = async () => counted((await ask(cluster, query)).rows as { html: string }[]);
    for (const [name, harm] of harms) {
      await account(report, name, await writers.during(() => harm(cluster)), count);
      report.figure(`${name}：进程活着`, portal.isAlive(), "个", { exactly: 1 });
    }
    await account(
      report,
      "PostgreSQL，kill -9 门户",
      await writers.during(() => pause(1_500).then(() => portal.restartKilled())),
      count,
    );
  } finally {
    await opened?.portal.stop();
    if (opened) await rm(opened.dataDir, { recursive: true, force: true });
    await cluster.stop();
  }
}

async function tryPglite(report: Report): Promise<void> {
  const { portal, dataDir } = await portalOn({});
  try {
    const writers = await Writers.signIn(portal.origin);
    const acknowledged: string[] = [];
    for (let round = 1; round <= 2; round += 1) {
      const result = await writers.during(() => pause(1_500).then(() => portal.restartKilled()));
      acknowledged.push(...result.tally.acknowledged);
      await account(report, `PGlite，kill -9 门户（第 ${round} 次）`, result, undefined);
    }
    await portal.stop();
    const { database, close } = await openPglite(join(dataDir, "database"));
    const { rows } = (await database.execute(query)) as unknown as { rows: { html: string }[] };
    await close();
    accountTexts(report, "PGlite", acknowledged, counted(rows));
  } finally {
    await portal.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const part: Part = {
  about:
    "写入时断开、杀死、重启、停掉、冻结数据库，杀死门户：已确认的表单一份不丢、一份不重，没收下的还给本人。",
  async run(report) {
    await tryPostgres(report);
    await tryPglite(report);
  },
};
