import { PGlite } from "@electric-sql/pglite";
import {
  type MigrationDatabase,
  migrationPatience,
  refuseOutdated,
  runMigrations,
  SchemaProblem,
} from "gateway/database/migrate";
import { type Migration, migrationOf } from "gateway/database/migration-files";
import { migrationsOnPglite } from "gateway/database/open";
import { openForMigrations, refuseOtherEncoding } from "gateway/database/postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startCluster } from "../../scripts/postgres-cluster.mjs";
import { expectConsole } from "../support/console";

const onPostgres = process.env.TEST_ENGINE === "postgres";

/** Releases of a small schema: each has the migrations of the earlier ones. */
const first = migrationOf("0000_first", 1, "create table things (id int)");
const second = migrationOf(
  "0001_second",
  2,
  "-- needs: 0000_first\nalter table things add column name text;\n--> statement-breakpoint\ncreate table more (id int)",
);
const indexed = migrationOf(
  "0002_indexed",
  3,
  "-- needs: 0001_second\n-- outside of a transaction\ndrop index concurrently if exists things_name;\n--> statement-breakpoint\ncreate index concurrently things_name on things (name)",
);

let cluster: Awaited<ReturnType<typeof startCluster>>;
let url = "";
let database: MigrationDatabase;
let close: () => Promise<void>;
let pglite: PGlite;

beforeAll(async () => {
  if (!onPostgres) {
    pglite = await PGlite.create();
    return;
  }
  cluster = await startCluster();
  if (!cluster) throw new Error("these tests start PostgreSQL themselves: install its server programs");
});
afterAll(async () => {
  await pglite?.close();
  await cluster?.stop();
});

async function administer<Result>(work: (client: pg.Client) => Promise<Result>, at = url): Promise<Result> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** An empty database. */
beforeEach(async () => {
  if (cluster) {
    const name = `upgrading_${Date.now().toString(36)}`;
    await administer((client) => client.query(`create database ${name}`), cluster.url);
    url = Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href;
    const opened = await openForMigrations(url);
    database = opened.database;
    close = () => opened.client.end();
  } else {
    await pglite.exec(
      "drop schema if exists drizzle cascade; drop schema public cascade; create schema public",
    );
    database = migrationsOnPglite(pglite);
    close = () => Promise.resolve();
  }
});
afterEach(() => close());

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "",
    (error: unknown) => {
      expect(error).toBeInstanceOf(SchemaProblem);
      return (error as Error).message;
    },
  );
const tables = async () => {
  const { rows } = await database.ask(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
};

describe("an older schema", () => {
  it("is migrated, one transaction for each migration; a failed one changes nothing and is retried", async () => {
    const wrong = migrationOf(
      "0001_second",
      2,
      "create table more (id int);\n--> statement-breakpoint\nselect 1 / 0",
    );
    expect(await refusal(runMigrations(database, [first, wrong]))).toMatch(/0001_second 失败：.*zero/);
    expect(await tables()).toEqual(["things"]);
    expect(await runMigrations(database, [first, second])).toEqual(["0001_second"]);
    expect(await runMigrations(database, [first, second])).toEqual([]);
    expect(await tables()).toEqual(["more", "things"]);
  });

  it("is migrated with indexes that are created outside of a transaction", async () => {
    await runMigrations(database, [first, second]);
    expect(await runMigrations(database, [first, second, indexed])).toEqual(["0002_indexed"]);
    const { rows } = await database.ask(
      "select indisvalid as valid from pg_index where indexrelid = 'things_name'::regclass",
    );
    expect(rows).toEqual([{ valid: true }]);
  });

  it("is refused, with the command to run, if a start may not migrate", async () => {
    expect(await refusal(refuseOutdated(database.ask, [first]))).toContain("npm run migrate");
    await runMigrations(database, [first]);
    await refuseOutdated(database.ask, [first]);
    expect(await refusal(refuseOutdated(database.ask, [first, second]))).toContain("npm run migrate");
  });
});

describe("an encoding without every character", () => {
  it("is refused with what to do, before anything is made", async () => {
    await refuseOtherEncoding(database.ask);
    const ask = () => Promise.resolve({ rows: [{ encoding: "SQL_ASCII" }] });
    expect(await refusal(refuseOtherEncoding(ask))).toMatch(/SQL_ASCII.*create database .* encoding 'UTF8'/);
  });
});

describe("a newer schema, or another", () => {
  it("is accepted by the release before, and refused by the one before that", async () => {
    await runMigrations(database, [first, second]);
    expect(await runMigrations(database, [first])).toEqual([]);
    await runMigrations(database, [first, second, indexed]);
    expect(await runMigrations(database, [first, second])).toEqual([]);
    for (const start of [
      runMigrations,
      (on: MigrationDatabase, all: Migration[]) => refuseOutdated(on.ask, all),
    ])
      expect(await refusal(start(database, [first]))).toContain("更新的版本");
  });

  it("is refused if a migration did not name the releases that run on it", async () => {
    await runMigrations(database, [first, migrationOf("0001_silent", 2, "create table more (id int)")]);
    expect(await refusal(runMigrations(database, [first]))).toContain("更新的版本");
  });

  it("is refused if other migrations made it", async () => {
    await runMigrations(database, [first, second]);
    const other = migrationOf("0000_other", 1, "create table others (id int)");
    expect(await refusal(runMigrations(database, [other, second]))).toContain("不能升级");
    expect(await refusal(runMigrations(database, [first, other]))).toContain("0000_other");
  });

  it("is recognised in an earlier journal, which has no column for it", async () => {
    await database.ask("create schema drizzle");
    await database.ask(
      "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
    await database.ask("create table things (id int)");
    await database.ask("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, 1)", [
      first.hash,
    ]);
    expect(await runMigrations(database, [first, second])).toEqual(["0001_second"]);
  });
});

describe.runIf(onPostgres)("beside other processes", () => {
  const short = { ...migrationPatience, others: 1_500, lock: 200, tries: 2, pause: 100 };

  it("each migration runs once, however many start at the same time", async () => {
    const all = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const opened = await openForMigrations(url);
        return runMigrations(opened.database, [first, second, indexed]).finally(() => opened.client.end());
      }),
    );
    expect(all.flat().sort()).toEqual([first, second, indexed].map(({ tag }) => tag));
  });

  it("a lock that another process holds is waited for with a line in the log, and not forever", async () => {
    const said = vi.spyOn(console, "info").mockImplementation(() => undefined);
    await administer(async (other) => {
      // The lock as earlier releases took it.
      await other.query("select pg_advisory_lock(7261001)");
      expect(await refusal(runMigrations(database, [first], short))).toContain("7261001");
      await other.query("select pg_advisory_unlock_all()");
    });
    expect(said.mock.calls.flat().filter((line) => String(line).includes("另一个进程"))).toHaveLength(1);
    expect(await runMigrations(database, [first], short)).toEqual(["0000_first"]);
  });

  it("a busy table is retried, others can use it in between, and in the end the failure is reported", async () => {
    expectConsole("warn", /正被占用/);
    await runMigrations(database, [first]);
    await administer(async (other) => {
      await other.query("begin");
      await other.query("select * from things");
      expect(await refusal(runMigrations(database, [first, second], short))).toContain("试了 2 次");
      await other.query("commit");
    });
    expect(await runMigrations(database, [first, second], short)).toEqual(["0001_second"]);
  });

  it("a statement has a time limit", async () => {
    const slow = migrationOf("0000_first", 1, "select pg_sleep(20)");
    expect(await refusal(runMigrations(database, [slow], { ...short, statement: 200 }))).toMatch(/timeout/);
  });
});
