import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openPglite } from "gateway/database/open";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runProcess, startProcess } from "../support/processes";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "migrate-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const database = () => join(dataDir, "database");
const migrate = (...options: string[]) =>
  runProcess(["build/migrate.js", ...options], { DATA_DIR: dataDir, DEMO: "0" });
const gateway = ["build/gateway.js"];
const settings = () => ({ DATA_DIR: dataDir, DEMO: "0", PORT: "0", MIGRATE: "0" });

describe("npm run migrate", { timeout: 240_000 }, () => {
  test("shows what would run and makes nothing; a start that may not migrate says what to do", async () => {
    const shown = await migrate("--dry-run");
    expect(shown).toMatchObject({ code: 0, output: expect.stringContaining('CREATE TABLE "accounts"') });
    expect(shown.output).toMatch(/将运行 \d+ 次升级/);
    expect(existsSync(database())).toBe(false);
    const refused = await runProcess(gateway, settings());
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("npm run migrate") });
  });

  test("brings the schema up to date, once; then that start goes well", async () => {
    expect(await migrate()).toMatchObject({ code: 0, output: expect.stringContaining("0000_schema") });
    expect(await migrate()).toMatchObject({ code: 0, output: expect.stringContaining("已是最新") });
    const running = await startProcess(gateway, settings(), /已启动/);
    expect(await running.stop()).toBe(0);
  });

  test("refuses, as a start does, a schema that a later release made", async () => {
    const open = await openPglite(database());
    await open.database.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at, needs) values ('later', 1, '0009_later')`,
    );
    await open.close();
    const refused = { code: 1, output: expect.stringContaining("更新的版本") };
    expect(await migrate()).toMatchObject(refused);
    expect(await runProcess(gateway, settings())).toMatchObject(refused);
  });

  test.each(["--fast", "--lock-seconds=0", "--statement-minutes=x"])(
    "explains itself for %s",
    async (option) => {
      expect(await migrate(option)).toMatchObject({ code: 1, output: expect.stringContaining("用法") });
    },
  );
});
