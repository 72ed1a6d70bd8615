import { sql } from "drizzle-orm";
import { LinesDigest } from "gateway/backup/archive";
import { restoreBackup } from "gateway/backup/restore-backup";
import { takeBackup } from "gateway/backup/take-backup";
import type { Database, OpenDatabase } from "gateway/database/open";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { cloneDatabase } from "../support/database";
import { openTemplate } from "../support/database-template";
import { startDemo } from "../support/demo-gateway";
import { startGateway } from "../support/gateway";
import { setScene } from "../support/scene";
import { submissionId, TestGateway } from "../support/test-gateway";
import { isWhole } from "../support/tier";

/** The data to back up: a scene with data for every call, and in a whole run the demo. */
const source = isWhole ? startDemo() : startGateway();
beforeAll(async () => {
  if (!isWhole) await setScene(source(), "member");
});
const engine = process.env.TEST_ENGINE === "postgres" ? "postgres" : "pglite";

const opened: OpenDatabase[] = [];
async function opening(open: Promise<OpenDatabase>): Promise<OpenDatabase> {
  opened.push(await open);
  return open;
}
afterEach(async () => {
  for (const open of opened.splice(0)) await open.close();
});

async function linesOf(open: Pick<OpenDatabase, "database" | "work" | "engine">): Promise<string[]> {
  const lines: string[] = [];
  await takeBackup(open, new Date("2026-01-02T03:04:05Z"), async (line) => void lines.push(line));
  return lines;
}
/** Its backup, made once: no test changes it. */
let taken: Promise<string[]> | undefined;
const sourceLines = () => {
  taken ??= linesOf({ database: source().database, work: source().database, engine });
  return taken;
};
async function* inTurn(lines: string[]): AsyncGenerator<string> {
  yield* lines;
}

/** A digest of each table's rows, as PostgreSQL prints them, by the table's name. */
async function digests(database: Database): Promise<Record<string, unknown>> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`set local timezone = 'UTC'`);
    const all = async <Row>(statement: ReturnType<typeof sql>) =>
      ((await transaction.execute(statement)) as unknown as { rows: Row[] }).rows;
    const tables = await all<{ name: string }>(
      sql`select relname::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    const found: Record<string, unknown> = {};
    for (const { name } of tables) {
      const [row] = await all<{ rows: string; digest: string }>(
        sql`select count(*)::text as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest
          from ${sql.identifier(name)} t`,
      );
      found[name] = row;
    }
    return found;
  });
}

/** The rules of the database for its rows: enabled triggers, and foreign keys. */
async function rulesOf(database: Database): Promise<unknown> {
  const { rows } = (await database.execute(sql`
    select tgrelid::regclass::text as table, tgname as name, tgenabled::text as state from pg_trigger where not tgisinternal
    union all select conrelid::regclass::text, conname, convalidated::text from pg_constraint where contype = 'f' and conparentid = 0
    order by 1, 2`)) as unknown as { rows: unknown[] };
  return rows;
}

/** The same lines with a new digest at their end, as an attacker who knows the format can write them. */
function sealed(lines: string[], end: Record<string, unknown> = {}): string[] {
  const digest = new LinesDigest();
  for (const line of lines.slice(0, -1)) digest.add(line);
  const { end: last } = JSON.parse(lines.at(-1) ?? "") as { end: object };
  return [...lines.slice(0, -1), JSON.stringify({ end: { ...last, ...end, sha256: digest.end() } })];
}
const firstRow = (lines: string[]) => lines.findIndex((line) => line.startsWith("["));
const edited = (lines: string[], at: number, edit: (line: string) => string) =>
  lines.map((line, index) => (index === at ? edit(line) : line));

describe("a backup", { timeout: 240_000 }, () => {
  it.runIf(isWhole)(
    "restores from one engine to the other and back: each table is the same, and so are its rules",
    async () => {
      const before = await digests(source().database);
      const rules = await rulesOf(source().database);
      const away = await opening(openTemplate());
      const first = await restoreBackup(away.work, inTurn(await sourceLines()));
      expect(first.takenAt).toBe("2026-01-02T03:04:05.000Z");
      expect(first.tables).toBe(Object.keys(before).length);
      expect(await digests(away.database)).toEqual(before);

      const back = await opening(cloneDatabase());
      await restoreBackup(back.work, inTurn(await linesOf(away)));
      expect(await digests(back.database)).toEqual(before);
      expect(await rulesOf(back.database)).toEqual(rules);
    },
  );

  it("gives a database that people can write to at once: ids go on, and counters stay exact", async () => {
    const { work, database } = await opening(cloneDatabase());
    await restoreBackup(work, inTurn(await sourceLines()));
    const gateway = new TestGateway(database);
    const member = await gateway.member();
    // The demo has policies, which a member must accept before writing.
    for (const privacyId of isWhole ? (["UserHidev", "HiDeveloper"] as const) : [])
      await gateway.ok("userSigned", { privacyId }, member);
    const section = await gateway.section();
    const { tid } = await gateway.topic(member, section);
    const answered = await gateway.call(
      "submitPost",
      { tid, content: "恢复以后写的", submissionId: submissionId() },
      member,
    );
    expect(answered.status).toBe(200);
    await expectExactCounters(database);
  });

  it("contains one moment's data, whatever is written meanwhile", async () => {
    const open = await opening(cloneDatabase());
    const gateway = new TestGateway(open.database);
    const [member, section] = [await gateway.member(), await gateway.section()];
    const lines: string[] = [];
    let writing: Promise<unknown> | undefined;
    await takeBackup(open, new Date(), async (line) => {
      // Writes while the first lines are written; PGlite lets it wait until the backup is complete.
      writing ??= gateway.topic(member, section);
      lines.push(line);
      if (engine === "postgres" && lines.length === 2) await writing;
    });
    await writing;
    const { end } = JSON.parse(lines.at(-1) ?? "") as { end: { rows: Record<string, number> } };
    expect([end.rows.accounts, end.rows.topics, end.rows.posts]).toEqual([1, 0, 0]);
    const restored = await opening(openTemplate());
    await restoreBackup(restored.work, inTurn(lines));
    await expectExactCounters(restored.database);
  });

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ["nothing", () => [], /不是本程序的备份/],
    ["another program's", () => ["PGDMP"], /不是本程序的备份/],
    [
      "a newer form",
      (lines) => edited(lines, 0, (line) => line.replace('"version":1', '"version":3')),
      /格式是第 3 版/,
    ],
    [
      "a newer schema",
      (lines) => sealed(edited(lines, 0, (line) => line.replace('"],"engine"', '","later"],"engine"'))),
      /由更新的版本制作/,
    ],
    [
      "an older schema",
      (lines) => sealed(edited(lines, 0, (line) => line.replace(/"schema":\[[^\]]*\]/, '"schema":[]'))),
      /由较早的版本制作/,
    ],
    [
      "a foreign schema",
      (lines) => sealed(edited(lines, 0, (line) => line.replace(/"schema":\["/, '"schema":["0'))),
      /另一种数据库结构/,
    ],
    ["one that was cut off", (lines) => lines.slice(0, -40), /已损坏（不完整）/],
    [
      "a row that was changed",
      (lines) => edited(lines, firstRow(lines), (line) => line.replace(/"(\d)/, '"9$1')),
      /已损坏/,
    ],
    ["a row too few", (lines) => sealed(lines.toSpliced(firstRow(lines), 1)), /已损坏/],
    [
      "a table too few",
      (lines) =>
        sealed(
          lines
            .slice(0, 1)
            .concat(lines.slice(lines.findIndex((line, at) => at > 1 && line.startsWith('{"table"')))),
        ),
      /已损坏/,
    ],
    [
      "a table of other columns",
      (lines) => sealed(edited(lines, 1, (line) => line.replace('"columns":["', '"columns":["odd","'))),
      /已损坏/,
    ],
  ])("is refused with a sentence, and leaves nothing behind: %s", async (_, change, reason) => {
    const { work, database } = await opening(cloneDatabase());
    const lines = change(await sourceLines());
    const rules = await rulesOf(database);
    await expect(restoreBackup(work, inTurn(lines))).rejects.toThrow(reason);
    for (const [table, row] of Object.entries(await digests(database)))
      expect(row, table).toMatchObject({ rows: "0" });
    expect(await rulesOf(database)).toEqual(rules);
  });

  it("cannot be restored into a database with rows", async () => {
    const open = await opening(cloneDatabase());
    const member = await new TestGateway(open.database).member();
    await expect(restoreBackup(open.work, inTurn(await sourceLines()))).rejects.toThrow(
      /数据库不是空的（accounts/,
    );
    expect((await digests(open.database)).accounts).toMatchObject({ rows: "1" });
    expect(member.id).toBeGreaterThan(0);
  });
});
