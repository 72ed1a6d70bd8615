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
  test("shows pending migrations without running them, migrates once, and says why it cannot", async () => {
    const dryRun = await migrate("--dry-run");
    expect(dryRun).toMatchObject({ code: 0, output: expect.stringContaining('CREATE TABLE "accounts"') });
    expect(dryRun.output).toMatch(/将运行 \d+ 次升级/);
    expect(existsSync(database())).toBe(false);
    // A start that may not migrate tells the operator what to do; after the migration it works.
    const outdated = await runProcess(gateway, settings());
    expect(outdated).toMatchObject({ code: 1, output: expect.stringContaining("npm run migrate") });
    expect(await migrate()).toMatchObject({ code: 0, output: expect.stringContaining("0000_schema") });
    expect(await migrate()).toMatchObject({ code: 0, output: expect.stringContaining("已是最新") });
    const running = await startProcess(gateway, settings(), /已启动/);
    expect(await running.stop()).toBe(0);
    // A later release has migrated this database, which this release cannot know.
    const open = await openPglite(database());
    await open.database.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at, needs) values ('later', 1, '0009_later')`,
    );
    await open.close();
    const newer = { code: 1, output: expect.stringContaining("更新的版本") };
    expect(await migrate()).toMatchObject(newer);
    expect(await runProcess(gateway, settings())).toMatchObject(newer);
  });

  test.each(["--fast", "--lock-seconds=0", "--statement-minutes=x"])(
    "explains itself for %s",
    async (option) => {
      expect(await migrate(option)).toMatchObject({ code: 1, output: expect.stringContaining("用法") });
    },
  );
});
