import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openPglite } from "gateway/database/open";
import pg from "pg";
import { startCluster } from "../../scripts/postgres-cluster.mjs";
import { copyDemoData } from "../../tests/support/demo-data";
import { startPortal } from "../../tests/support/running-portal";
import { mountSmallDisk, type SmallDisk } from "../../tests/support/small-disk";
import { watchPages } from "../deeds";
import type { Report } from "../report";
import { type Tally, Writers } from "../writers";

const fullMilliseconds = 15_000;
/** Includes the start of a server that ended because its log found no room. */
const recoveryMaximum = 60_000;
const query = "select html, count(*)::int as times from posts where html like '<p>试写 %' group by html";
type Row = { html: string; times: number };

/** Lets members write while the disk fills up and is full, and until it has room again. */
async function fill(report: Report, name: string, disk: SmallDisk, origin: string, restart: () => void) {
  const writers = await Writers.signIn(origin);
  const watch = watchPages(origin, ["/home", "/forum/all"]);
  let state = "";
  const { tally, recovery } = await writers.during(async () => {
    await pause(2_000);
    disk.fill();
    await pause(fullMilliseconds);
    const ready = await fetch(`${origin}/readyz`);
    state = `${ready.status} ${await ready.text()}`;
    disk.empty();
    restart();
  });
  const { looked, failed } = await watch.stop();
  // PostgreSQL is ready until its smallest write fails, so this has no bound (docs/decisions/failures.md).
  report.figure(
    `${name}：满的时候 /readyz（${state.slice(0, 90).trim()}）`,
    Number(state.startsWith("503")),
    "",
  );
  report.figure(`${name}：收下的回帖`, tally.acknowledged.length, "份", { atLeast: 1 });
  report.figure(`${name}：503`, tally.refused, "次");
  report.figure(`${name}：文字没有还回`, tally.textLost, "次", { exactly: 0 });
  const others = Object.values(tally.others).reduce((sum, one) => sum + one, 0);
  report.figure(`${name}：其他回答 ${JSON.stringify(tally.others)}`, others, "次", { exactly: 0 });
  report.figure(
    `${name}：访客看了 ${looked} 页，不是 200（${[...new Set(failed)].join("；")}）`,
    failed.length,
    "页",
    {
      exactly: 0,
    },
  );
  report.figure(`${name}：有空间后恢复写入`, recovery, "ms", { atMost: recoveryMaximum });
  report.figure(`${name}：最后 /healthz`, (await fetch(`${origin}/healthz`)).status, "", { exactly: 200 });
  return tally;
}

function account(report: Report, name: string, { acknowledged }: Tally, rows: Row[]): void {
  const counts = new Map(rows.map(({ html, times }) => [html, times]));
  const lost = acknowledged.filter((text) => !counts.has(`<p>${text}</p>`));
  report.figure(`${name}：收下而丢失`, lost.length, "份", { exactly: 0 });
  report.figure(`${name}：重复`, rows.filter(({ times }) => times > 1).length, "份", { exactly: 0 });
}

async function onDisk(megabytes: number, use: (disk: SmallDisk) => Promise<void>): Promise<void> {
  const disk = mountSmallDisk(megabytes);
  if (!disk) throw new Error("这一部分要挂载一个小的文件系统：请用 root 运行");
  try {
    await use(disk);
  } finally {
    disk.unmount();
  }
}

const usual = { DEMO: "1", RATE_LIMIT_SCALE: "1000" };

/** A disk that fills up under each database while members write. */
export async function tryDisks(report: Report): Promise<void> {
  await onDisk(400, async (disk) => {
    const name = "满盘，PGlite";
    const dataDir = join(disk.folder, "data");
    await copyDemoData(dataDir);
    const portal = await startPortal({ ...usual, DATA_DIR: dataDir });
    let tally: Tally;
    try {
      tally = await fill(report, name, disk, portal.origin, () => undefined);
    } finally {
      await portal.stop();
    }
    const { database, close } = await openPglite(join(dataDir, "database"));
    const { rows } = (await database.execute(query)) as unknown as { rows: Row[] };
    await close();
    account(report, name, tally, rows);
  });
  await onDisk(600, async (disk) => {
    const name = "满盘，PostgreSQL";
    const cluster = await startCluster({ under: disk.folder });
    if (!cluster) throw new Error("PostgreSQL is not installed");
    const portal = await startPortal({ ...usual, DATABASE_URL: cluster.url });
    try {
      // The server may have ended, because there was no room for its write-ahead log.
      const restart = () => (cluster.isRunning() ? undefined : cluster.start());
      const tally = await fill(report, name, disk, portal.origin, restart);
      const client = new pg.Client({ connectionString: cluster.url });
      await client.connect();
      const { rows } = await client.query<Row>(query);
      await client.end();
      account(report, name, tally, rows);
    } finally {
      await portal.stop();
      await cluster.stop();
    }
  });
}
