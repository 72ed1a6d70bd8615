import { eq } from "drizzle-orm";
import { type OpenDatabase, openPostgres } from "gateway/database/open";
import { posts } from "gateway/database/schema";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startCluster } from "../../scripts/postgres-cluster.mjs";
import { expectConsole } from "../support/console";
import { expectExactCounters } from "../support/counters";
import { type Member, submissionId, TestGateway } from "../support/test-gateway";
import { isWhole } from "../support/tier";

type Cluster = NonNullable<Awaited<ReturnType<typeof startCluster>>>;

const writers = 6;
const lostWarning = /数据库连接中断|数据库暂时没有回答/;

/** Killing and freezing needs a server of its own; PGlite has no connection to lose. */
describe.runIf(process.env.TEST_ENGINE === "postgres")("a lost database connection", () => {
  let cluster: Cluster;
  let open: OpenDatabase;
  let administrator: pg.Pool;

  beforeEach(async () => {
    const started = await startCluster();
    if (!started) throw new Error("these tests start PostgreSQL themselves: install its server programs");
    cluster = started;
    open = await openPostgres(cluster.url);
    administrator = connect();
  });
  afterEach(async () => {
    await open?.close();
    await administrator?.end();
    await cluster?.stop();
  });

  function connect(): pg.Pool {
    const pool = new pg.Pool({ connectionString: cluster.url, max: 1 });
    pool.on("error", () => undefined);
    pool.on("connect", (client) => client.on("error", () => undefined));
    return pool;
  }

  const others = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

  /**
   * Many people write while `harm` runs. Each repeats a write without an acknowledgement, as a person who presses the
   * button again.
   */
  async function writeDuring(harm: () => Promise<void>) {
    const gateway = new TestGateway(open.database);
    const [section, people] = [
      await gateway.section(),
      await Promise.all(Array.from({ length: writers }, () => gateway.member())),
    ];
    const { tid } = await gateway.topic(people[0] as Member, section);
    const acknowledged: { pid: number; content: string }[] = [];
    let refused = 0;
    let stop = false;
    const write = async (author: Member, writer: number) => {
      for (let count = 0; !stop; count += 1) {
        const request = { tid, content: `写者 ${writer} 第 ${count} 条`, submissionId: submissionId() };
        for (let attempt = 0; ; attempt += 1) {
          const { status, body } = await gateway.call("submitPost", request, author);
          if (status === 200) {
            acknowledged.push({ pid: (body as { pid: number }).pid, content: request.content });
            break;
          }
          refused += 1;
          expect({ status, body }).toMatchObject({ status: 503, body: { errorCode: "UNAVAILABLE" } });
          if (attempt > 200) throw new Error("the database does not come back");
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    };
    const writing = Promise.all(people.map(write));
    await Promise.race([writing, harm()]);
    stop = true;
    await writing;
    const rows = await open.database
      .select({ pid: posts.id, html: posts.html })
      .from(posts)
      .where(eq(posts.topicId, tid));
    const stored = rows.filter(({ html }) => html.includes("写者")).map(({ pid, html }) => `${pid} ${html}`);
    // Each write was repeated until it was acknowledged: the stored rows are exactly the acknowledged writes, once
    // each.
    expect(stored.sort()).toEqual(acknowledged.map(({ pid, content }) => `${pid} <p>${content}</p>`).sort());
    await expectExactCounters(open.database);
    return { acknowledged: acknowledged.length, refused };
  }

  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  it("by termination of every backend, again and again, costs some answers and no write", async () => {
    expectConsole("warn", lostWarning);
    const { acknowledged, refused } = await writeDuring(async () => {
      for (let round = 0; round < (isWhole ? 6 : 2); round += 1) {
        await pause(700);
        await administrator.query(`select pg_terminate_backend(pid) ${others}`);
      }
      await pause(700);
    });
    expect(acknowledged).toBeGreaterThan(writers);
    expect(refused).toBeGreaterThan(0);
  });

  it("by kill -9 of one backend, which makes PostgreSQL restart, costs no write either", async () => {
    expectConsole("warn", lostWarning);
    const { refused } = await writeDuring(async () => {
      await pause(500);
      const { rows } = await administrator.query(`select pid ${others} limit 1`);
      process.kill(rows[0].pid, "SIGKILL");
      await pause(2_000);
    });
    expect(refused).toBeGreaterThan(0);
  });

  it("by a restart leaves the gateway running, and health says 503 in between", async () => {
    expectConsole("warn", lostWarning);
    const gateway = new TestGateway(open.database);
    await writeDuring(async () => {
      await pause(300);
      cluster.down("fast");
      expect((await gateway.fetch("/gateway/healthz")).status).toBe(503);
      await pause(500);
      cluster.start();
      await pause(500);
    });
    expect((await gateway.fetch("/gateway/healthz")).status).toBe(200);
  });

  // Fifteen seconds of waiting for a frozen server.
  it.runIf(isWhole)(
    "by freezing is refused in time, more often than there are connections, and each is usable afterwards",
    async () => {
      expectConsole("warn", lostWarning);
      const gateway = new TestGateway(open.database);
      const { refused } = await writeDuring(async () => {
        await pause(300);
        cluster.freeze();
        try {
          const start = performance.now();
          expect((await gateway.fetch("/gateway/healthz")).status).toBe(503);
          expect(performance.now() - start).toBeLessThan(5_000);
          await pause(14_000);
        } finally {
          cluster.thaw();
        }
        await pause(500);
      });
      expect(refused).toBeGreaterThan(0);
      // More calls at once than there are connections: a transaction that never began holds none of them.
      const { database } = open;
      await Promise.all(
        Array.from({ length: 25 }, () =>
          database.transaction((inside) => inside.execute("select pg_sleep(0.05)")),
        ),
      );
    },
  );
});
