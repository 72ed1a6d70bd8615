import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { type OpenDatabase, openPostgres } from "gateway/database/open";
import { fromReplica } from "gateway/database/replica";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startPgbouncer } from "../../scripts/pgbouncer.mjs";
import { startCluster } from "../../scripts/postgres-cluster.mjs";
import { expectConsole } from "../support/console";
import { expectExactCounters } from "../support/counters";
import { type Member, submissionId, TestGateway } from "../support/test-gateway";

type Cluster = NonNullable<Awaited<ReturnType<typeof startCluster>>>;
type Pooler = Awaited<ReturnType<typeof startPgbouncer>>;

const ignoring =
  "ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout";
/** A statement timeout, as an operator's role has it. */
const limited = "set statement_timeout = '10s'";
const withoutLimits = /事务之外的语句只有角色自己的时限/;

type Asked = Pick<OpenDatabase["database"], "execute">;
const rowOf = async (database: Asked, query: ReturnType<typeof sql>) =>
  ((await database.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows[0];

/** A pooler in transaction mode reuses connections; PGlite has one connection. */
describe.runIf(process.env.TEST_ENGINE === "postgres")("behind PgBouncer in transaction mode", () => {
  let cluster: Cluster;
  let pooler: Pooler | undefined;
  let open: OpenDatabase | undefined;

  beforeAll(async () => {
    const started = await startCluster();
    if (!started) throw new Error("these tests start PostgreSQL themselves: install its server programs");
    cluster = started;
  });
  afterEach(async () => {
    await open?.close();
    await pooler?.stop();
    [open, pooler] = [undefined, undefined];
  });
  afterAll(() => cluster?.stop());

  async function openBehind(
    bouncer: Parameters<typeof startPgbouncer>[1],
    settings: Parameters<typeof openPostgres>[1] = {},
  ): Promise<OpenDatabase> {
    pooler = await startPgbouncer(cluster.url, bouncer);
    open = await openPostgres(pooler.url, settings);
    return open;
  }

  /**
   * Many members read and write at once, more than the pooler has connections.
   * @returns the refusals
   */
  async function manyAtOnce({ database }: OpenDatabase): Promise<unknown[]> {
    const gateway = new TestGateway(database);
    const section = await gateway.section();
    const members = await Promise.all(Array.from({ length: 16 }, () => gateway.member()));
    const { tid } = await gateway.topic(members[0] as Member, section);
    const answers = await Promise.all(
      Array.from({ length: 96 }, (_, number) => {
        const member = members[number % members.length];
        return number % 3 === 0
          ? gateway.call(
              "submitPost",
              { tid, content: `第 ${number} 条回帖`, submissionId: submissionId() },
              member,
            )
          : gateway.call("topicDetail", { tid }, member);
      }),
    );
    await expectExactCounters(database);
    return answers.filter(({ status }) => status !== 200);
  }

  it.each<[string, string[]]>([
    ["that refuses parameters of a connection's start", []],
    ["that drops them", [ignoring]],
  ])("%s, 96 requests at once are all answered", async (_, settings) => {
    expect(await manyAtOnce(await openBehind({ settings, query: limited }))).toEqual([]);
  });

  it("statements are not prepared any more after the first lost one", async () => {
    const log = vi.spyOn(console, "info").mockImplementation(() => undefined);
    const opened = await openBehind({ query: limited }, { prepared: "1" });
    const rows = await Promise.all(
      Array.from({ length: 96 }, () => rowOf(opened.database, sql`select 1 as one`)),
    );
    expect(rows.every((row) => row?.one === 1)).toBe(true);
    expect(await manyAtOnce(opened)).toEqual([]);
    const lines = log.mock.calls.flat().filter((line) => String(line).includes("预备语句"));
    expect(lines).toHaveLength(1);
  });

  it("each transaction sets its limits, and leaves none on the connection for the next user", async () => {
    const patience = {
      statement: 300,
      lock: 200,
      idleInTransaction: 5_000,
      answer: 5_000,
      connection: 5_000,
    };
    const { database, work } = await openBehind({ query: limited }, { patience });
    const slow = database.transaction((inside) => inside.execute(sql`select pg_sleep(4)`));
    await expect(slow).rejects.toMatchObject({ cause: { code: "57014" } });
    const limit = async (of: Asked) => (await rowOf(of, sql`show statement_timeout`))?.statement_timeout;
    expect(await database.transaction(limit)).toBe("300ms");
    expect(await limit(database)).toBe("10s");
    // A background transaction may take longer than the role's limit for visitors' statements.
    expect(await limit(work)).toBe("5min");
    expect(await limit(database)).toBe("10s");
  });

  it("a replica's server is asked in the transaction of the statement that it answers", async () => {
    pooler = await startPgbouncer(cluster.url, { query: limited });
    const opened = await openPostgres(cluster.url, { replicaUrl: pooler.url });
    open = opened;
    await opened.replica?.look();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        fromReplica(() => rowOf(opened.database, sql`select ${number}::int as number`)),
      ),
    );
    expect(answers.map((row) => row?.number)).toEqual(Array.from({ length: 20 }, (_, number) => number));
    expect(opened.replica?.counted).toEqual({ replica: 20, primary: 0 });
    // A failed statement leaves no transaction behind.
    await expect(fromReplica(() => rowOf(opened.database, sql`select 1 / 0 as one`))).rejects.toThrow();
    expect(await fromReplica(() => rowOf(opened.database, sql`select 2 as two`))).toEqual({ two: 2 });
    expect(opened.replica?.counted).toEqual({ replica: 21, primary: 0 });
  });

  it("the start warns about a role without limits, with the statements that set them", async () => {
    expectConsole("warn", withoutLimits);
    const warned = vi.spyOn(console, "warn");
    await openBehind({});
    expect(warned.mock.calls.flat().join("\n")).toContain(
      "alter role postgres set statement_timeout = 10000;",
    );
  });

  /** Connects to PostgreSQL itself, without the pooler. */
  async function administer<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    return work(client).finally(() => client.end());
  }

  it("a process that is killed while it migrates does not block others from starting", async () => {
    pooler = await startPgbouncer(cluster.url, { query: limited });
    await (await openPostgres(pooler.url)).close();
    const program = ["--import", "tsx", "tests/support/slow-migration.ts", pooler.url, "100"];
    const child = spawn(process.execPath, program, { stdio: ["ignore", "inherit", "inherit"] });
    const locks = () =>
      administer(async (client) => {
        const { rowCount } = await client.query("select 1 from pg_locks where locktype = 'advisory'");
        return rowCount;
      });
    try {
      await expect.poll(locks, { timeout: 120_000 }).toBe(1);
    } finally {
      child.kill("SIGKILL");
    }
    await once(child, "exit");
    // The server ends the lost connection, although its statement would run for a hundred seconds more.
    await expect.poll(locks, { timeout: 120_000 }).toBe(0);
    open = await openPostgres(pooler.url);
  });

  it("migrations can connect to PostgreSQL itself", async () => {
    await administer((client) => client.query("create database direct"));
    const own = (address: string) => Object.assign(new URL(address), { pathname: "/direct" }).href;
    pooler = await startPgbouncer(cluster.url, { query: limited });
    open = await openPostgres(own(pooler.url), { directUrl: own(cluster.url) });
    expect(await manyAtOnce(open)).toEqual([]);
  });
});
