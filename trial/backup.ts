import { randomBytes } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { type OpenDatabase, openPglite, openPostgres } from "gateway/database/open";
import { storePieces } from "gateway/files/storage/store";
import { databaseOnly } from "gateway/files/stores/file-stores";
import pg from "pg";
import { startCluster } from "../scripts/postgres-cluster.mjs";
import { runProcess } from "../tests/support/processes";
import { startPortal } from "../tests/support/running-portal";
import { Doers, drafting, findTopic, newcomers, replying } from "./deeds";
import type { Part, Report } from "./report";

/** The size of the database. `TRIAL_POSTS` and `TRIAL_MEGABYTES` can make it smaller. */
const posts = Number(process.env.TRIAL_POSTS ?? 100_000);
const megabytes = Number(process.env.TRIAL_MEGABYTES ?? 1_024);
const megabytesEach = 8;
const repliesEach = 100;

async function rowsOf(open: OpenDatabase, statement: SQL): Promise<Record<string, unknown>[]> {
  return ((await open.work.execute(statement)) as unknown as { rows: Record<string, unknown>[] }).rows;
}

/** Adds topics with replies, and files that cannot be compressed. */
async function fill(open: OpenDatabase): Promise<void> {
  const topics = Math.max(1, Math.round(posts / repliesEach));
  await open.work.execute(sql`
    with made as (
      insert into topics (section_id, author_id, title, last_floor, replies)
      select (select min(section_id) from topics), (select min(author_id) from topics), '备份的主题 ' || n, ${repliesEach}, ${repliesEach - 1}
      from generate_series(1, ${topics}) as n returning id, author_id)
    insert into posts (topic_id, author_id, floor, source, html)
    select id, author_id, floor, text, '<p>' || text || '</p>' from made, generate_series(1, ${repliesEach}) as floor,
      lateral (select '先量一下供电，再看晶振。' || repeat(md5((id * 31 + floor)::text), 6) as text) as written`);
  for (let stored = 0; stored < megabytes; stored += megabytesEach)
    await storePieces(
      { database: open.work, files: databaseOnly },
      {
        content: randomBytes(megabytesEach * 1024 * 1024),
        type: "application/octet-stream",
      },
    );
}

/**
 * A digest of each table: the number of its rows and a sum over their contents, which does not depend on their order.
 */
async function digests(open: OpenDatabase): Promise<Map<string, string>> {
  const tables = await rowsOf(
    open,
    sql`select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await rowsOf(
      open,
      sql`select count(*)::text as count, coalesce(sum(('x' || substr(md5(to_json(t)::text), 1, 15))::bit(60)::bigint), 0)::text as sum
        from ${sql.identifier(String(name))} as t`,
    );
    found.set(String(name), `${row?.count} ${row?.sum}`);
  }
  return found;
}

const differing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  [...new Set([...one.keys(), ...other.keys()])].filter((table) => one.get(table) !== other.get(table));

/** The number of writes to each table of the site so far. */
async function writesOf(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; writes: string }>(
      "select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::text as writes from pg_stat_user_tables where schemaname = 'public'",
    );
    return new Map(rows.map(({ name, writes }) => [name, writes]));
  } finally {
    await client.end();
  }
}

/** The number of acknowledged replies that a database does not have. */
async function lacking(open: OpenDatabase, texts: readonly string[]): Promise<number> {
  const rows = await rowsOf(open, sql`select html from posts where html like '<p>试写 %'`);
  const there = new Set(rows.map(({ html }) => String(html).replace(/<\/?p>/g, "")));
  return texts.filter((text) => !there.has(text)).length;
}

async function command(name: "backup" | "restore", file: string, environment: Record<string, string>) {
  const began = performance.now();
  const { code, output } = await runProcess([`build/${name}.js`, file], { ...environment, DEMO: "0" });
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`);
  return (performance.now() - began) / 1_000;
}

async function withDatabase(open: OpenDatabase, work: (open: OpenDatabase) => Promise<void>): Promise<void> {
  try {
    await work(open);
  } finally {
    await open.close();
  }
}

async function run(report: Report): Promise<void> {
  const cluster = await startCluster();
  if (!cluster) throw new Error("install Debian's package postgresql");
  const at = await mkdtemp(join(tmpdir(), "trial-backup-"));
  const file = join(at, "site.backup");
  let portal: Awaited<ReturnType<typeof startPortal>> | undefined;
  try {
    const administrator = new pg.Client({ connectionString: cluster.url });
    await administrator.connect();
    for (const name of ["site", "restored"]) await administrator.query(`create database ${name}`);
    // Rows are compared as texts, so all times must be in the same time zone.
    for (const name of ["site", "restored"])
      await administrator.query(`alter database ${name} set timezone = 'UTC'`);
    await administrator.end();
    const urlOf = (name: string) => cluster.url.replace(/\/postgres$/, `/${name}`);
    portal = await startPortal({ DATABASE_URL: urlOf("site"), DEMO: "1", RATE_LIMIT_SCALE: "1000" });
    const { origin } = portal;
    await withDatabase(await openPostgres(urlOf("site")), fill);
    const [a, b, c] = await newcomers(origin, origin, 3);
    if (!a || !b || !c) throw new Error("nobody");
    const topic = await findTopic(a);
    const doers = new Doers([replying(a, topic), replying(b, topic), drafting(c)]);
    let writesBefore = new Map<string, string>();
    let [before, seconds]: [string[], number] = [[], Number.NaN];
    const quiet = await doers.during(() => pause(10_000));
    const waitedQuiet = Math.max(...[...quiet.values()].map(({ longest }) => longest));
    for (const tally of quiet.values()) tally.longest = 0;
    const tallies = await doers.during(async () => {
      writesBefore = await writesOf(urlOf("site"));
      before = [...(quiet.get("回复")?.done ?? [])];
      seconds = await command("backup", file, { DATABASE_URL: urlOf("site") });
    });
    const waited = Math.max(...[...tallies.values()].map(({ longest }) => longest));
    const failed = [...tallies.values()].reduce(
      (sum, one) => sum + one.refused + one.broken + one.others.length,
      0,
    );
    const replies = (tallies.get("回复")?.done.length ?? 0) - before.length;
    report.figure("条内容", posts, "条");
    report.figure("文件", megabytes, "MB");
    report.figure("备份用了", seconds, "s");
    report.figure("备份的大小", (await stat(file)).size / 1024 / 1024, "MB");
    report.figure("备份期间写下的回复", replies, "条", { atLeast: 5 });
    report.figure("写的人最久等了：平时", waitedQuiet, "ms");
    report.figure("写的人最久等了：备份期间", waited, "ms", { atMost: 5_000 });
    report.figure("没有收下的表单", failed, "份", { exactly: 0 });
    await portal.stop();
    portal = undefined;
    const writesAfter = await writesOf(urlOf("site"));

    report.figure(
      "恢复到 PostgreSQL 用了",
      await command("restore", file, { DATABASE_URL: urlOf("restored") }),
      "s",
    );
    const dataDir = join(at, "data");
    report.figure("恢复到 PGlite 用了", await command("restore", file, { DATA_DIR: dataDir }), "s");
    const found: Map<string, string>[] = [];
    await withDatabase(await openPostgres(urlOf("site")), async (open) => {
      found.push(await digests(open));
    });
    for (const open of [() => openPostgres(urlOf("restored")), () => openPglite(join(dataDir, "database"))])
      await withDatabase(await open(), async (restored) => {
        report.figure(
          `恢复到 ${restored.engine}：备份之前确认过而没有的`,
          await lacking(restored, before),
          "条",
          {
            exactly: 0,
          },
        );
        await restored.database.execute(sql`set timezone = 'UTC'`);
        found.push(await digests(restored));
      });
    const [site, postgres, pglite] = found as [Map<string, string>, Map<string, string>, Map<string, string>];
    const between = differing(postgres, pglite);
    report.figure("表", postgres.size, "张", { atLeast: 50 });
    report.figure("两种数据库里不相同的表", between.length, "张", { exactly: 0 });
    if (between.length > 0) console.error(between);
    const touched = differing(writesBefore, writesAfter);
    const untouched = [...site.keys()].filter((table) => !touched.includes(table));
    const away = differing(site, postgres).filter((table) => untouched.includes(table));
    report.figure("备份以来没人写过的表", untouched.length, "张", { atLeast: 30 });
    report.figure("其中与站点不同的", away.length, "张", { exactly: 0 });
    if (away.length > 0) console.error(away);
  } finally {
    await portal?.stop();
    await cluster.stop();
    await rm(at, { recursive: true, force: true });
  }
}

/** Makes a backup while people write, and restores it into both kinds of database. */
export const part: Part = {
  about: `${posts} 条内容、${megabytes} MB 文件，写入时备份，恢复到两种数据库，逐表相同`,
  run,
};
