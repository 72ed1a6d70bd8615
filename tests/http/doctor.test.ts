import { lchownSync, lstatSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPgbouncer } from "../../scripts/pgbouncer.mjs";
import { freePort, startCluster, startStandby } from "../../scripts/postgres-cluster.mjs";
import type { Finding } from "../../server/doctor/finding";
import { runProcess } from "../support/processes";
import { startPortal } from "../support/running-portal";

/** `npm run doctor`, as an operator runs it: beside a portal, and on PostgreSQL with and without PgBouncer. */
const secret = "Vq3yZk8Lw1nR7tXb5cJd2fHg9mPs4uAe";

async function doctor(variables: Record<string, string>) {
  const { code, output } = await runProcess(["scripts/run.mjs", "doctor", "--json"], {
    DEMO: "0",
    SESSION_SECRET: secret,
    ...variables,
  });
  expect(output).not.toContain(secret);
  const from = output.indexOf("{\n");
  expect(from, output).toBeGreaterThanOrEqual(0);
  const { ok, findings } = JSON.parse(output.slice(from)) as { ok: boolean; findings: Finding[] };
  expect(code).toBe(ok ? 0 : 1);
  return findings;
}
const finding = (part: string, level: Finding["level"], message: RegExp) =>
  expect.objectContaining({ part, level, message: expect.stringMatching(message) });

describe("npm run doctor", { timeout: 240_000 }, () => {
  test("beside a running portal, and on its folder afterwards", async () => {
    const port = String(await freePort());
    const site = `http://127.0.0.1:${port}`;
    const portal = await startPortal({ PORT: port, SITE_URL: site, DEMO: "1", SESSION_SECRET: secret });
    const variables = { DATA_DIR: portal.dataDir, PORT: port, SITE_URL: site };
    try {
      const beside = await doctor(variables);
      expect(beside.filter(({ level }) => level === "error")).toEqual([]);
      expect(beside).toContainEqual(finding("数据库", "ok", /正由运行中的进程使用/));
      expect(beside).toContainEqual(finding("站点地址", "ok", /由本站的门户回答/));
      expect(beside).toContainEqual(finding("时钟", "ok", /门户进程/));
      const text = await runProcess(["scripts/run.mjs", "doctor"], { ...variables, DEMO: "0" });
      expect(text.output).toMatch(/\[警告\] 邮件：.*\n {7}→ .*[\s\S]*共 \d+ 项/);
      const usage = await runProcess(["scripts/run.mjs", "doctor", "--mail", "nobody"], variables);
      expect([usage.code, usage.output]).toEqual([1, expect.stringContaining("用法：npm run doctor")]);
    } finally {
      await portal.stop();
    }
  });

  test("on a data folder that no process uses", async () => {
    const made = await mkdtemp(join(tmpdir(), "doctor-data-"));
    try {
      const portal = await startPortal({ DATA_DIR: join(made, "data"), DEMO: "0" });
      await portal.stop();
      const after = await doctor({ DATA_DIR: join(made, "data") });
      expect(after).toContainEqual(finding("数据库", "ok", /打得开/));
      expect(after).toContainEqual(finding("数据库结构", "ok", /已是最新/));
      expect(after).toContainEqual(finding("协议", "error", /没有用户协议/));
      expect(after).toContainEqual(finding("文件", "ok", /都完整/));
      // An operator is root, the portal is not: what the doctor wrote into the folder is its owner's.
      if (process.getuid?.() !== 0) return;
      const inside = () =>
        readdirSync(made, { recursive: true, encoding: "utf8" })
          .filter((name) => name.startsWith("data"))
          .map((name) => join(made, name));
      for (const path of inside()) lchownSync(path, 12_345, 12_345);
      await doctor({ DATA_DIR: join(made, "data") });
      expect(inside().filter((path) => lstatSync(path).uid !== 12_345)).toEqual([]);
    } finally {
      await rm(made, { recursive: true, force: true });
    }
  });
});

describe.runIf(process.env.TEST_DATABASE_URL)("npm run doctor on PostgreSQL", { timeout: 240_000 }, () => {
  let cluster: NonNullable<Awaited<ReturnType<typeof startCluster>>>;
  let administrator: pg.Client;
  beforeAll(async () => {
    const made = await startCluster();
    if (!made) throw new Error("these tests start PostgreSQL themselves: install its server programs");
    cluster = made;
    administrator = new pg.Client({ connectionString: cluster.url });
    await administrator.connect();
  });
  afterAll(async () => {
    await administrator?.end();
    await cluster?.stop();
  });
  const on = (change: (url: URL) => void) => {
    const url = new URL(cluster.url);
    change(url);
    return url.href;
  };

  test("reports what exists, and what a start would do", async () => {
    const empty = await doctor({ DATABASE_URL: cluster.url });
    expect(empty).toContainEqual(finding("数据库", "ok", /PostgreSQL 1\d\S* .*UTF8，可写/));
    expect(empty).toContainEqual(finding("数据库结构", "warn", /空库/));
    expect(empty).toContainEqual(finding("Redis", "warn", /没有 REDIS_URL/));
    const waits = await doctor({ DATABASE_URL: cluster.url, MIGRATE: "0" });
    expect(waits).toContainEqual(finding("数据库结构", "error", /MIGRATE=0/));
    const migrated = await runProcess(["scripts/run.mjs", "migrate"], { DATABASE_URL: cluster.url });
    expect(migrated.code, migrated.output).toBe(0);
    const after = await doctor({ DATABASE_URL: cluster.url });
    expect(after).toContainEqual(finding("数据库结构", "ok", /已是最新/));
    expect(after).toContainEqual(finding("时钟", "ok", /与数据库一致/));
    // A file without its pieces.
    await administrator.query(
      "insert into files (name, type, content, bytes) values ('lost.bin', 'application/octet-stream', '', 5)",
    );
    expect(await doctor({ DATABASE_URL: cluster.url })).toContainEqual(finding("文件", "error", /1 个文件/));
    // Its content is outside of the database.
    await administrator.query("update files set location = 'folder:files/ab/lost' where name = 'lost.bin'");
    expect(await doctor({ DATABASE_URL: cluster.url })).toContainEqual(finding("文件", "ok", /1 个在库外/));
    await administrator.query("delete from files where name = 'lost.bin'");
    // The policies of the registration, without those of the footer.
    await administrator.query(
      "insert into policies (id, title, version, source, html) select id, id, 'V1', '', '' from unnest(array['userPolicy', 'privacyPolicy']) as id",
    );
    expect(await doctor({ DATABASE_URL: cluster.url })).toContainEqual(
      finding("协议", "warn", /没有法律声明、Cookie 政策/),
    );
    await administrator.query("delete from policies");
  });

  test("explains each reason why a database cannot be used", async () => {
    await administrator.query("create database latin encoding 'LATIN1' locale 'C' template template0");
    await administrator.query("create role reader login");
    await administrator.query("create role writer login");
    const latin = await doctor({
      DATABASE_URL: on((url) => {
        url.pathname = "/latin";
      }),
    });
    expect(latin).toContainEqual(finding("数据库", "error", /编码是 LATIN1/));
    for (const program of ["migrate", "admin"]) {
      const { code, output } = await runProcess(
        ["scripts/run.mjs", program, "list"].slice(0, program === "admin" ? 3 : 2),
        {
          DATABASE_URL: on((url) => {
            url.pathname = "/latin";
          }),
        },
      );
      expect([code, output]).toEqual([1, expect.stringContaining("编码是 LATIN1，存不下中文")]);
    }
    const nowhere = await doctor({
      DATABASE_URL: on((url) => {
        url.pathname = "/none";
      }),
    });
    expect(nowhere).toContainEqual(finding("数据库", "error", /连接不上/));
    const closed = await doctor({
      DATABASE_URL: on((url) => {
        url.username = "reader";
      }),
    });
    expect(closed).toContainEqual(finding("数据库权限", "error", /不能升级数据库结构/));
    await administrator.query("create table if not exists of_others (id int)");
    const without = await doctor({
      DATABASE_URL: on((url) => {
        url.username = "writer";
      }),
      MIGRATE: "0",
    });
    expect(without).toContainEqual(finding("数据库权限", "error", /没有全部读写权限/));
    await administrator.query("drop table of_others");
    const many = await doctor({ DATABASE_URL: cluster.url, DATABASE_POOL: "900" });
    expect(many).toContainEqual(finding("数据库", "error", /只允许/));
    const reads = on((url) => url.searchParams.set("options", "-c default_transaction_read_only=on"));
    expect(await doctor({ DATABASE_URL: reads })).toContainEqual(finding("数据库", "error", /只读/));
  });

  test("checks a replica", async () => {
    const standby = await startStandby(cluster);
    try {
      const beside = (url: string) => doctor({ DATABASE_URL: cluster.url, DATABASE_REPLICA_URL: url });
      expect(await beside(standby.url)).toContainEqual(finding("只读副本", "ok", /是备库/));
      expect(await beside(standby.url)).toContainEqual(finding("复制", "ok", /落后 0\.\d 秒/));
      expect(await beside(cluster.url)).toContainEqual(finding("只读副本", "warn", /可写的库/));
      const onStandby = new pg.Client({ connectionString: standby.url });
      await onStandby.connect();
      await onStandby.query("select pg_wal_replay_pause()");
      expect(await beside(standby.url)).toContainEqual(finding("只读副本", "warn", /停止了回放/));
      await onStandby.query("select pg_wal_replay_resume()");
      await onStandby.end();
      standby.down("fast");
      expect(await beside(standby.url)).toContainEqual(finding("只读副本", "warn", /连接不上/));
      expect(await doctor({ DATABASE_URL: standby.url })).toContainEqual(
        finding("数据库", "error", /连接不上/),
      );
    } finally {
      await standby.stop();
    }
  });

  test("finds the mode of a PgBouncer", async () => {
    for (const [mode, level, message] of [
      ["transaction", "ok", /事务模式/],
      ["statement", "error", /语句模式/],
    ] as const) {
      const pooler = await startPgbouncer(cluster.url, { settings: [`pool_mode = ${mode}`] });
      try {
        const found = await doctor({ DATABASE_URL: pooler.url });
        expect(found).toContainEqual(finding("连接池", level, message));
        if (mode === "statement") continue;
        expect(found).toContainEqual(finding("连接池", "warn", /没有时限/));
        expect(found).toContainEqual(finding("连接池", "warn", /DATABASE_DIRECT_URL/));
        const twice = await doctor({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: pooler.url });
        expect(twice).toContainEqual(finding("数据库", "error", /也指向连接池/));
      } finally {
        await pooler.stop();
      }
    }
  });

  test("says that a pool in session mode is used up, and nothing of its mode", async () => {
    const pooler = await startPgbouncer(cluster.url, {
      settings: ["pool_mode = session", "default_pool_size = 2", "reserve_pool_size = 0"],
    });
    const reader = new pg.Client({ connectionString: pooler.url });
    try {
      await reader.connect();
      await reader.query("select 1");
      const found = await doctor({ DATABASE_URL: pooler.url });
      expect(found).toContainEqual(finding("连接池", "error", /没有给出两个连接/));
    } finally {
      await reader.end();
      await pooler.stop();
    }
  });
});
