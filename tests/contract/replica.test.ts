import { sql } from "drizzle-orm";
import { type OpenDatabase, openPostgres } from "gateway/database/open";
import { fromReplica } from "gateway/database/replica";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCluster, startStandby } from "../../scripts/postgres-cluster.mjs";
import { expectConsole } from "../support/console";
import { TestGateway } from "../support/test-gateway";
import { isWhole } from "../support/tier";

const onPostgres = process.env.TEST_ENGINE === "postgres";

/** Which calls go where: the replica is another database, which says of itself who it is. */
describe.runIf(onPostgres)("a replica for readers: which calls it answers", () => {
  const names = ["primary", "replica"].map((name) => `replica_test_${process.pid}_${name}`) as [
    string,
    string,
  ];
  const urls = names.map((name) => {
    const url = new URL(process.env.TEST_DATABASE_URL ?? "");
    url.pathname = `/${name}`;
    return url.href;
  }) as [string, string];
  let open: OpenDatabase;
  let gateway: TestGateway;

  async function asAdministrator(statements: string[], url = process.env.TEST_DATABASE_URL): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }
  beforeAll(async () => {
    await asAdministrator(names.map((name) => `create database ${name} encoding 'UTF8' template template0`));
    for (const url of urls) await (await openPostgres(url)).close();
    await asAdministrator(["insert into documents (key, value) values ('who', '\"replica\"')"], urls[1]);
    open = await openPostgres(urls[0], { replicaUrl: urls[1] });
    await open.replica?.look();
    gateway = new TestGateway(open.database);
    gateway.services.readPrimary = () => open.replica?.needNow();
  });
  afterAll(async () => {
    await open?.close();
    await asAdministrator(names.map((name) => `drop database if exists ${name} with (force)`));
  });

  const counted = () => ({ ...open.replica?.counted });
  /** How many statements of a call each answered. */
  async function by(call: () => Promise<unknown>) {
    await open.replica?.look();
    const before = counted();
    expect(await call()).toMatchObject({ status: expect.any(Number) });
    const after = counted();
    return {
      replica: (after.replica ?? 0) - (before.replica ?? 0),
      primary: (after.primary ?? 0) - (before.primary ?? 0),
    };
  }

  it("visitors' calls that read, and a search by visitors; nothing of members or of what writes", async () => {
    const member = await gateway.member();
    const admin = await gateway.member({ admin: true });
    const list = { fid: 1 };
    expect((await by(() => gateway.call("sectionTopicList", list))).replica).toBeGreaterThan(0);
    expect((await by(() => gateway.call("fullTextSearch", { text: "串口 乱码" }))).replica).toBeGreaterThan(
      0,
    );
    expect(await by(() => gateway.call("sectionTopicList", list, member))).toEqual({
      replica: 0,
      primary: 0,
    });
    expect(await by(() => gateway.call("fullTextSearch", { text: "串口 乱码" }, member))).toEqual({
      replica: 0,
      primary: 0,
    });
    // A report counts over days.
    expect((await by(() => gateway.call("moderationStatistics", {}, admin))).replica).toBeGreaterThan(0);
    const request = { key: "x".repeat(43) };
    expect(await by(() => gateway.call("activitySeatOffer", request))).toEqual({
      replica: 0,
      primary: 0,
    });
  });

  it("writes nothing there, whoever asks", async () => {
    const write = () =>
      open.database.execute(sql`insert into documents (key, value) values ('written', '1')`);
    await fromReplica(async () => void (await write()));
    const there = await fromReplica(() =>
      open.database.execute(sql`select 1 from documents where key = 'written'`),
    );
    expect((there as unknown as pg.QueryResult).rowCount).toBe(0);
  });

  it("nothing after something was taken out of sight, until it has that too", async () => {
    await open.replica?.look();
    open.replica?.needNow();
    const who = async () =>
      (await fromReplica(() =>
        open.database.execute(sql`select value from documents where key = 'who'`),
      )) as unknown as pg.QueryResult;
    expect((await who()).rowCount).toBe(0);
    await open.replica?.look();
    expect((await who()).rowCount).toBe(1);
  });
});

describe.runIf(onPostgres && isWhole)("a streaming replica", () => {
  type Cluster = NonNullable<Awaited<ReturnType<typeof startCluster>>>;
  let primary: Cluster;
  let standby: Awaited<ReturnType<typeof startStandby>>;
  let open: OpenDatabase;
  beforeAll(async () => {
    const made = await startCluster();
    if (!made) throw new Error("these tests start PostgreSQL themselves: install its server programs");
    primary = made;
    await (await openPostgres(primary.url)).close();
    standby = await startStandby(primary);
    open = await openPostgres(primary.url, { replicaUrl: standby.url, replicaLag: 1_000 });
  });
  afterAll(async () => {
    await open?.close();
    await standby?.stop();
    await primary?.stop();
  });
  const port = async () =>
    Number(
      (
        (await fromReplica(() =>
          open.database.execute(sql`select current_setting('port') as port`),
        )) as unknown as pg.QueryResult
      ).rows[0].port,
    );
  const portOf = (url: string) => Number(new URL(url).port);
  const answeredBy = (url: string) =>
    expect
      .poll(
        async () => {
          await open.replica?.look();
          return port();
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(portOf(url));

  it("answers; stopped, frozen in its replay, or ended, it is passed over, and comes back", async () => {
    await answeredBy(standby.url);
    const before = open.replica?.lagSeconds ?? 9;
    expect(before).toBeLessThan(1);
    // What is written is there before it is shown from there.
    await open.database.execute(sql`insert into documents (key, value) values ('one', '1')`);
    open.replica?.needNow();
    await answeredBy(standby.url);
    const found = await fromReplica(() =>
      open.database.execute(sql`select 1 from documents where key = 'one'`),
    );
    expect((found as unknown as pg.QueryResult).rowCount).toBe(1);

    expectConsole("warn", /落后太多/);
    await standby.pauseReplay();
    const writing = setInterval(
      () =>
        void open.database
          .execute(sql`update documents set value = '2' where key = 'one'`)
          .catch(() => undefined),
      50,
    );
    try {
      await answeredBy(primary.url);
    } finally {
      clearInterval(writing);
    }
    await standby.resumeReplay();
    await answeredBy(standby.url);

    expectConsole("warn", /连不上|数据库连接中断/);
    standby.down("immediate");
    expect(await port()).toBe(portOf(primary.url));
    standby.start();
    await answeredBy(standby.url);
  });
});
