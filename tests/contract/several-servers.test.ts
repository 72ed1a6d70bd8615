import { sql } from "drizzle-orm";
import { isDatabaseAway } from "gateway/database/failures";
import { type OpenDatabase, openPostgres } from "gateway/database/open";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freePort, startCluster } from "../../scripts/postgres-cluster.mjs";
import { expectConsole } from "../support/console";

type Cluster = NonNullable<Awaited<ReturnType<typeof startCluster>>>;

const authorityOf = ({ url }: Cluster) => new URL(url).host;

/** A cluster's primary moves from server to server; PGlite has one place. */
describe.runIf(process.env.TEST_ENGINE === "postgres")(
  "a database address that names several servers",
  () => {
    let one: Cluster;
    let other: Cluster;
    let open: OpenDatabase | undefined;

    async function cluster(): Promise<Cluster> {
      const started = await startCluster();
      if (!started) throw new Error("these tests start PostgreSQL themselves: install its server programs");
      return started;
    }
    beforeAll(async () => {
      one = await cluster();
      other = await cluster();
      // Both have the schema, as a standby has.
      for (const { url } of [one, other]) await (await openPostgres(url)).close();
    });
    afterEach(async () => {
      await open?.close();
      open = undefined;
      await onlyReads(one, false);
      await onlyReads(other, false);
    });
    afterAll(async () => {
      await one?.stop();
      await other?.stop();
    });

    /** Makes a server read-only, as a standby or a demoted primary is. */
    async function onlyReads({ url }: Cluster, on: boolean): Promise<void> {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("set default_transaction_read_only = off");
      await client.query(`alter system set default_transaction_read_only = ${on ? "on" : "off"}`);
      await client.query("select pg_reload_conf()");
      await expect
        .poll(async () => {
          const fresh = new pg.Client({ connectionString: url });
          await fresh.connect();
          const { rows } = await fresh.query("show default_transaction_read_only");
          await fresh.end();
          return rows[0].default_transaction_read_only;
        })
        .toBe(on ? "on" : "off");
      await client.end();
    }

    const portOf = async ({ database }: OpenDatabase) => {
      const { rows } = (await database.execute(sql`select inet_server_port() as port`)) as unknown as {
        rows: { port: number }[];
      };
      return String(rows[0]?.port);
    };

    it("uses the first that accepts writes, past one that is down and one that is read-only", async () => {
      const down = `127.0.0.1:${await freePort()}`;
      await onlyReads(one, true);
      const hosts = [down, authorityOf(one), authorityOf(other)].join(",");
      open = await openPostgres(`postgresql://postgres@${hosts}/postgres?target_session_attrs=read-write`);
      expect(await portOf(open)).toBe(new URL(other.url).port);
    });

    it("goes to another server when its server refuses writes, and says 503 in between", async () => {
      expectConsole("warn", /数据库连接中断/);
      await onlyReads(other, true);
      open = await openPostgres(`postgresql://postgres@${authorityOf(one)},${authorityOf(other)}/postgres`);
      const { database } = open;
      expect(await portOf(open)).toBe(new URL(one.url).port);
      const write = () =>
        database.execute(
          sql`insert into schedules (name, next_at) values ('test', now()) on conflict (name) do update set next_at = now()`,
        );
      await write();
      one.down("fast");
      try {
        // Waits until the idle connections notice the change.
        await new Promise((resolve) => setTimeout(resolve, 500));
        const refused = await write().catch((error: unknown) => error);
        expect(isDatabaseAway(refused)).toBe(true);
        await onlyReads(other, false);
        await write();
        expect(await portOf(open)).toBe(new URL(other.url).port);
      } finally {
        one.start();
      }
    });

    it("may name a socket", async () => {
      open = await openPostgres(one.socketUrl);
      const { rows } = (await open.database.execute(sql`select inet_server_port() as port`)) as unknown as {
        rows: unknown[];
      };
      expect(rows).toEqual([{ port: null }]);
    });

    it("opens as many connections as configured", async () => {
      open = await openPostgres(one.url, { pool: 4, workPool: 2 });
      const { database, work } = open;
      const busy = (on: OpenDatabase["database"]) =>
        Array.from({ length: 12 }, () => on.execute(sql`select pg_backend_pid() as pid, pg_sleep(0.05)`));
      const pids = async (on: OpenDatabase["database"]) => {
        const answers = (await Promise.all(busy(on))) as unknown as { rows: { pid: number }[] }[];
        return new Set(answers.map(({ rows }) => rows[0]?.pid)).size;
      };
      expect([await pids(database), await pids(work)]).toEqual([4, 2]);
    });
  },
);
