import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, type SQL, sql } from "drizzle-orm";
import { openPglite } from "gateway/database/open";
import { accounts } from "gateway/database/schema";
import { writeLog } from "gateway/moderation/write-log";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { runProcess } from "../support/processes";

/** Runs `npm run audit:verify` as an operator does, beside a stopped portal. */
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "audit-"));
  await copyDemoData(dataDir);
  await onDisk(async (database) => {
    const account = eq(accounts.phone, demoAccounts.admin.account);
    const [admin] = await database.select({ id: accounts.id }).from(accounts).where(account);
    for (const targetId of [1, 2, 3])
      await writeLog(database, {
        at: new Date(),
        operatorId: admin?.id ?? null,
        action: "raise",
        sectionId: 1,
        targetKind: "topic",
        targetId,
      });
  });
}, 240_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

type Database = Awaited<ReturnType<typeof openPglite>>["database"];
async function onDisk(work: (database: Database) => Promise<unknown>): Promise<void> {
  const { database, close } = await openPglite(join(dataDir, "database"));
  await work(database).finally(close);
}

/** Changes the log as somebody with access to the database can: it first drops the trigger that refuses changes. */
const tamper = (change: SQL) =>
  onDisk(async (database) => {
    for (const log of ["moderation_log", "moderation_log_checkpoints"])
      await database.execute(sql.raw(`alter table ${log} disable trigger user`));
    await database.execute(change);
    for (const log of ["moderation_log", "moderation_log_checkpoints"])
      await database.execute(sql.raw(`alter table ${log} enable trigger user`));
  });

const verify = (...words: string[]) =>
  runProcess(["scripts/run.mjs", "audit-verify", ...words], { DATA_DIR: dataDir });

test("audit:verify prints the head of an intact log, and names the chain that was cut off or changed", async () => {
  const whole = await verify();
  expect(whole.code, whole.output).toBe(0);
  expect(whole.output).toContain("首尾相连，没有改动");
  const head = /最后一条的摘要：(\S+)/.exec(whole.output)?.[1] ?? "";
  expect(head).toMatch(/^[0-9a-f]{64}$/);
  expect((await verify(head)).code).toBe(0);

  const last = sql`(select max(id) from moderation_log where chain = 1)`;
  await tamper(sql`delete from moderation_log where id = ${last}`);
  const cut = await verify();
  expect([cut.code, cut.output]).toEqual([1, expect.stringMatching(/版块 1 的管理日志缺了第 \d+ 条/)]);

  await tamper(sql`delete from moderation_log_checkpoints`);
  // Without the checkpoints only an earlier digest shows that rows were cut off.
  const forgotten = await verify(head);
  expect([forgotten.code, forgotten.output.includes(`之前记下的摘要 ${head} 已经不在日志里`)]).toEqual([
    1,
    true,
  ]);
  expect((await verify()).code).toBe(0);

  await tamper(sql`update moderation_log set target_id = 9 where id = ${last}`);
  const edited = await verify();
  expect(edited.code).toBe(1);
  expect(edited.output).toMatch(/版块 1 的管理日志从第 \d+ 条起与写入时不同/);
});
