import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPgbouncer } from "../../scripts/pgbouncer.mjs";
import { startCluster } from "../../scripts/postgres-cluster.mjs";
import { startProcess } from "../support/processes";

const started = /已启动：(http:\/\/\S+)/;

/**
 * The programs as an operator runs them, with PostgreSQL behind PgBouncer; the embedded database cannot show these
 * faults.
 */
describe.runIf(process.env.TEST_DATABASE_URL)(
  "programs on PostgreSQL behind PgBouncer",
  { timeout: 240_000 },
  () => {
    let cluster: NonNullable<Awaited<ReturnType<typeof startCluster>>>;
    let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
    let dataDir: string;

    beforeAll(async () => {
      const made = await startCluster();
      if (!made) throw new Error("these tests start PostgreSQL themselves: install its server programs");
      cluster = made;
      pooler = await startPgbouncer(cluster.url, { query: "set statement_timeout = '10s'" });
      dataDir = await mkdtemp(join(tmpdir(), "postgres-programs-"));
    });
    afterAll(async () => {
      await pooler?.stop();
      await cluster?.stop();
      await rm(dataDir, { recursive: true, force: true });
    });

    const settings = () => ({
      DATABASE_URL: pooler.url,
      DATA_DIR: dataDir,
      SESSION_SECRET: "a-secret-of-at-least-32-characters!",
      PORT: "0",
      RATE_LIMIT_SCALE: "1000",
    });

    test("a portal with two threads answers 96 pages at once", async () => {
      const portal = await startProcess(["build/main.js"], { ...settings(), WORKERS: "2" }, started);
      try {
        const pages = await Promise.all(
          Array.from({ length: 96 }, (_, number) =>
            fetch(`${portal.found[1]}/search?q=${number}`).then(async (page) => {
              await page.text();
              return page.status;
            }),
          ),
        );
        expect(pages).toEqual(pages.map(() => 200));
      } finally {
        expect(await portal.stop()).toBe(0);
      }
    });

    test("a gateway with JOBS=0 leaves waiting jobs to a gateway that runs jobs", async () => {
      const administrator = new pg.Client({ connectionString: cluster.url });
      await administrator.connect();
      const left = async () => (await administrator.query("select 1 from jobs")).rowCount;
      const gateway = (jobs: string) =>
        startProcess(["build/gateway.js"], { ...settings(), JOBS: jobs, DEMO: "0" }, started);
      const running = [await gateway("0")];
      try {
        // A message to somebody, which the job sends to the outbox.
        await administrator.query(
          `insert into jobs (kind, payload, run_at, created_at) values ('contact-message', '{"channel":"email","recipient":"a@example.com","subject":"通知","text":"通知"}', now(), now())`,
        );
        // A gateway that starts first runs the waiting jobs.
        running.push(await gateway("0"));
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        expect(await left()).toBe(1);
        running.push(await gateway("1"));
        await expect.poll(left, { timeout: 120_000 }).toBe(0);
      } finally {
        await Promise.all(running.map((one) => one.stop()));
        await administrator.end();
      }
    });
  },
);
