import { type AddressInfo, connect, createServer, type Socket } from "node:net";
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

/** Which calls use the replica. Here it is a separate database with a row that identifies it. */
describe.runIf(onPostgres)("a replica for readers: which calls it answers", () => {
  const names = ["primary", "replica"].map((name) => `replica_test_${process.pid}_${name}`) as [
    string,
    string,
  ];
  let urls: [string, string];
  let open: OpenDatabase;
  let gateway: TestGateway;

  async function asAdministrator(statements: string[], url = process.env.TEST_DATABASE_URL): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }
  beforeAll(async () => {
    urls = names.map((name) => {
      const url = new URL(process.env.TEST_DATABASE_URL ?? "");
      url.pathname = `/${name}`;
      return url.href;
    }) as [string, string];
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
  /** How many statements of a call the replica and the primary answered. */
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

  it("visitors' reading calls and searches, but no calls of members and no writing calls", async () => {
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
    // A report sums up several days.
    expect((await by(() => gateway.call("moderationStatistics", {}, admin))).replica).toBeGreaterThan(0);
    const request = { key: "x".repeat(43) };
    expect(await by(() => gateway.call("activitySeatOffer", request))).toEqual({
      replica: 0,
      primary: 0,
    });
  });

  it("no writes, whoever makes the call", async () => {
    const write = () =>
      open.database.execute(sql`insert into documents (key, value) values ('written', '1')`);
    await fromReplica(async () => void (await write()));
    const there = await fromReplica(() =>
      open.database.execute(sql`select 1 from documents where key = 'written'`),
    );
    expect((there as unknown as pg.QueryResult).rowCount).toBe(0);
  });

  it("nothing after content was hidden, until it has replayed that", async () => {
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
        { timeout: 120_000, interval: 100 },
      )
      .toBe(portOf(url));

  it("answers; it is skipped while it is stopped, lags or has ended, and then used again", async () => {
    await answeredBy(standby.url);
    const before = open.replica?.lagSeconds ?? 9;
    expect(before).toBeLessThan(1);
    // After a write, the replica is used only once it has replayed the write.
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
      // The log says so once no server has been good enough for as long as the largest lag.
      const lag = async () => {
        await open.replica?.look();
        return open.replica?.lagSeconds;
      };
      await expect.poll(lag, { timeout: 120_000 }).toBeGreaterThan(2.5);
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

  it("is judged on each connection, because a proxy spreads them over several standbys", async () => {
    const late = await startStandby(primary);
    const proxy = await startBalancer([standby.url, late.url].map(portOf));
    const both = await openPostgres(primary.url, { replicaUrl: proxy.url, replicaLag: 60_000, pool: 4 });
    const read = () =>
      fromReplica(() =>
        both.database.execute(
          sql`select current_setting('port')::int as port, (select value from documents where key = 'two') as value, pg_sleep(0.05)`,
        ),
      ) as unknown as Promise<pg.QueryResult<{ port: number; value: unknown }>>;
    /** What several connections answer at once. */
    const answers = async () => {
      await both.replica?.look();
      return (await Promise.all([1, 2, 3, 4].map(read))).flatMap(({ rows }) => rows);
    };
    const portsSeen = async () => new Set((await answers()).map(({ port }) => port));
    try {
      await expect
        .poll(portsSeen, { timeout: 120_000 })
        .toEqual(new Set([portOf(standby.url), portOf(late.url)]));
      await late.pauseReplay();
      await both.database.execute(sql`insert into documents (key, value) values ('two', '2')`);
      both.replica?.needNow();
      await expect.poll(portsSeen, { timeout: 120_000 }).toContain(portOf(standby.url));
      const seen = await answers();
      expect(seen.map(({ value }) => value)).toEqual([2, 2, 2, 2]);
      expect(seen.map(({ port }) => port)).not.toContain(portOf(late.url));
    } finally {
      await both.close();
      await proxy.close();
      await late.stop();
    }
  });
});

/** A proxy that gives each connection the next server in turn. */
async function startBalancer(ports: number[]): Promise<{ url: string; close(): Promise<void> }> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(ports[count++ % ports.length] ?? 0, "127.0.0.1");
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => sockets.delete(one));
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
