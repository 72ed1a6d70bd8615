import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { getTableName, sql } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import type { Database, OpenDatabase } from "gateway/database/open";
import {
  accounts,
  activityKeys,
  activitySignups,
  authenticators,
  contentPieces,
  dailyPosts,
  recoveryCodes,
  sessions,
  tagSkills,
  topicCounts,
  verificationCodes,
} from "gateway/database/schema";
import { checkExport } from "gateway/export/check-export";
import { keyOf } from "gateway/export/describe";
import { exportFiles } from "gateway/export/files";
import { type ExportSource, openExportFolder } from "gateway/export/folder";
import { importExport } from "gateway/export/import-export";
import { lineSchemaOf } from "gateway/export/line-schema";
import { databaseOnly } from "gateway/files/stores/file-stores";
import { verifyLog } from "gateway/moderation/verify-log";
import { writeLog } from "gateway/moderation/write-log";
import { backfillDocuments } from "gateway/search/index/backfill";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { cloneDatabase } from "../support/database";
import { openTemplate } from "../support/database-template";
import { startOwnDemo } from "../support/demo-gateway";
import { addLine, editFile, exportFolders, exportTo, importFrom, textsOf } from "../support/export-folders";
import { startGateway } from "../support/gateway";
import { setScene } from "../support/scene";
import { submissionId, TestGateway } from "../support/test-gateway";
import { texts } from "../support/texts";
import { isWhole, sampleOf } from "../support/tier";

/** The community: a scene with something of everything, and in a whole run the demo. */
const source = isWhole ? startOwnDemo() : startGateway();
const engine = process.env.TEST_ENGINE === "postgres" ? "postgres" : "pglite";
const exported = () => ({ database: source().database, work: source().database, engine }) as const;

/** Whoever knows a value of these opens something with it. */
const secretColumns = [
  activityKeys.privateKey,
  activitySignups.declineKey,
  activitySignups.proofKey,
  authenticators.secret,
  contentPieces.previewKey,
  recoveryCodes.codeHash,
  sessions.csrfToken,
  sessions.tokenHash,
  verificationCodes.codeHash,
];

let folders: Awaited<ReturnType<typeof exportFolders>>;
let number = 0;
/** An export of its own. */
const fresh = async (options?: { withPasswords: boolean }) => {
  number += 1;
  const folder = folders.at(`export-${number}`);
  await exportTo(folder, exported(), options);
  return folder;
};
const opened: OpenDatabase[] = [];
async function opening(open: Promise<OpenDatabase>): Promise<OpenDatabase> {
  opened.push(await open);
  return open;
}

beforeAll(async () => {
  folders = await exportFolders();
  if (!isWhole) await setScene(source(), "member");
  else
    await writeLog(source().database, {
      at: new Date(),
      operatorId: 1,
      action: "warn",
      targetKind: "person",
      targetId: 2,
      personId: 2,
    });
}, 240_000);
afterEach(async () => {
  for (const open of opened.splice(0)) await open.close();
});
afterAll(() => folders.remove());

async function rowsOf<Row>(database: Database, statement: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await database.execute(statement)) as unknown as { rows: Row[] }).rows;
}

/** What an export leaves out because the import makes it again, by table. */
async function madeAgain(database: Database): Promise<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  for (const file of exportFiles) {
    const columns = file.leftOut.filter(({ why }) => /again/.test(why)).map(({ column }) => column.name);
    const shown = columns.filter((name) => name !== "search");
    if (shown.length === 0) continue;
    const names = [...keyOf(file), ...shown].map((name) => sql.identifier(name));
    const order = keyOf(file).map((name) => sql`${sql.identifier(name)}::text collate "C"`);
    made[file.name] = await rowsOf(
      database,
      sql`select ${sql.join(names, sql`, `)} from ${file.table} order by ${sql.join(order, sql`, `)}`,
    );
  }
  for (const [table, counts] of [
    [topicCounts, sql`topics <> 0`],
    [tagSkills, sql`posts <> 0 or accepted <> 0`],
    [dailyPosts, sql`posts <> 0`],
  ] as const)
    made[getTableName(table)] = await rowsOf(
      database,
      sql`select t::text from ${table} t where ${counts} order by 1`,
    );
  return made;
}

/** The same without the last ids, which are behind the rows of a scene that chose ids itself. */
async function thingsOf(folder: string): Promise<Record<string, unknown>> {
  const { "manifest.json": manifest = "", ...things } = await textsOf(folder);
  return { ...things, manifest: { ...JSON.parse(manifest), lastIds: {} } };
}

const isEmpty = async ({ database }: Pick<OpenDatabase, "database">) => {
  for (const { table } of exportFiles) if ((await database.$count(table)) > 0) return false;
  return true;
};

/** Documents that an export leaves behind: the key of second factors, the fingerprint of the words. A new one is decided here. */
const ofTheProgram = ["data-keys", "sensitiveWords"];

describe("a community", { timeout: 240_000 }, () => {
  it("goes to the other engine and back, and is the same: exports by their bytes, counters by their values", async () => {
    const first = await fresh();
    const away = await opening(openTemplate());
    await importFrom(first, away);
    const second = folders.at("away");
    await exportTo(second, away);
    expect(await thingsOf(second)).toEqual(await thingsOf(first));
    expect(await madeAgain(away.database)).toEqual(await madeAgain(source().database));
    await expectExactCounters(away.database);
    expect((await verifyLog(away.database)).broken).toEqual([]);

    const back = await opening(cloneDatabase());
    await importFrom(second, back);
    const third = folders.at("back");
    await exportTo(third, back);
    expect(await textsOf(third)).toEqual(await textsOf(second));
  });

  it("has every document but the program's own", async () => {
    const all = await textsOf(await fresh());
    const taken = (all["site-texts.jsonl"] ?? "").split("\n").filter(Boolean);
    const keys = new Set(taken.map((line) => (JSON.parse(line) as { key: string }).key));
    const there = await rowsOf<{ key: string }>(
      source().database,
      sql`select key from documents order by key`,
    );
    expect(
      there.map(({ key }) => key).filter((key) => !keys.has(key) && !ofTheProgram.includes(key)),
    ).toEqual([]);
  });

  it("has something in most files, each line as its schema says", async () => {
    const all = await textsOf(await fresh());
    const empty: string[] = [];
    for (const file of exportFiles) {
      const lines = (all[file.name] ?? "").split("\n").filter(Boolean);
      if (lines.length === 0) empty.push(file.name);
      const schema = lineSchemaOf(file).required();
      for (const line of lines) schema.parse(JSON.parse(line));
    }
    expect(empty.length, empty.join(" ")).toBeLessThan(exportFiles.length / 2);
  });

  it("can be written to at once: ids go on, texts are found, and counters stay exact", async () => {
    const { work, database } = await opening(cloneDatabase());
    await importFrom(await fresh(), { work, database, engine });
    await backfillDocuments({ database, texts, now: () => new Date() });
    const [unfound] = await rowsOf<{ count: number }>(
      database,
      sql`select count(*)::int as count from topics where search is null and listed`,
    );
    expect(unfound?.count).toBe(0);
    const gateway = new TestGateway(database);
    const member = await gateway.member();
    for (const privacyId of isWhole ? (["UserHidev", "HiDeveloper"] as const) : [])
      await gateway.ok("userSigned", { privacyId }, member);
    const { tid } = await gateway.topic(member, await gateway.section());
    const form = { tid, content: "搬来以后写的", submissionId: submissionId() };
    await gateway.ok("submitPost", form, member);
    await expectExactCounters(database);
  });

  it.runIf(isWhole)("is left as it is by the content pack that it was loaded from", async () => {
    const open = await opening(openTemplate());
    await importFrom(await fresh(), open);
    const before = folders.at("unloaded");
    await exportTo(before, open);
    await loadContentPack({ database: open.database, texts, now: () => new Date() }, "content/demo", {
      demo: true,
    });
    const after = folders.at("loaded");
    await exportTo(after, open);
    // The demo's searches are always of the last days.
    const told = ["content-loads.jsonl", "manifest.json", "searches.jsonl"];
    const things = Object.entries(await textsOf(after)).filter(([name]) => !told.includes(name));
    expect(await textsOf(before)).toMatchObject(Object.fromEntries(things));
  });

  it("leaves passwords behind unless they are asked for, and secrets always", async () => {
    const all = await textsOf(await fresh({ withPasswords: false }));
    const members = (all["members.jsonl"] ?? "").split("\n").filter(Boolean);
    expect(
      members.every((line) => (JSON.parse(line) as { passwordHash: unknown }).passwordHash === null),
    ).toBe(true);
    expect(JSON.parse(all["manifest.json"] ?? "")).toMatchObject({ withPasswords: false });
    const text = Object.values(all).join("\n");
    let asked = 0;
    for (const column of secretColumns) {
      const rows = await source().database.select({ secret: column }).from(column.table);
      const secrets = rows.map(({ secret }) => secret as string | null).filter(Boolean) as string[];
      asked += secrets.length;
      expect(
        secrets.filter((secret) => text.includes(secret)),
        column.name,
      ).toEqual([]);
    }
    expect(asked).toBeGreaterThan(2);
  });
});

describe("an export with mistakes is refused, and leaves nothing behind:", () => {
  let whole: string;
  beforeAll(async () => {
    whole = await fresh();
  });
  /** Some member's line. */
  const memberLine = async () => (await textsOf(whole))["members.jsonl"]?.split("\n")[0] ?? "";

  const cases: [string, (folder: string) => Promise<unknown>, RegExp][] = [
    ["one that is not whole", (folder) => rm(join(folder, "manifest.json")), /导出没有写完/],
    ["another program's", (folder) => editFile(folder, "manifest.json", () => "{}"), /不是本程序的导出/],
    [
      "a newer one",
      (folder) => editFile(folder, "manifest.json", (text) => text.replace('"version":1', '"version":2')),
      /格式是第 2 版/,
    ],
    [
      "damaged lines, all at once",
      async (folder) => {
        await editFile(folder, "members.jsonl", (text) => `{"uid":"x"${text}`);
        await editFile(folder, "topics.jsonl", (text) =>
          text.replace(/"title":"[^"]*"/, '"title":5,"colour":"red"'),
        );
      },
      /members\.jsonl:1：不是一行 JSON\n(?:.*\n)*topics\.jsonl:1：title .*\ntopics\.jsonl:1：.*colour/,
    ],
    ["a missing file", (folder) => rm(join(folder, "posts.jsonl")), /posts\.jsonl：没有这个文件/],
    [
      "a file of another name",
      (folder) => addLine(folder, "extra.jsonl", "{}"),
      /extra\.jsonl：格式里没有这个文件/,
    ],
    [
      "lines too few",
      (folder) => editFile(folder, "posts.jsonl", (text) => text.slice(text.indexOf("\n") + 1)),
      /posts\.jsonl：有 \d+ 行，manifest\.json 里写的是 \d+ 行/,
    ],
    [
      "a character that no database keeps",
      (folder) => editFile(folder, "topics.jsonl", (text) => text.replace('"title":"', '"title":"\\u0000')),
      /topics\.jsonl:1：有数据库存不了的字符/,
    ],
    [
      "a missing content",
      async (folder) => rm(join(folder, "files"), { recursive: true, force: true }),
      /files\.jsonl:1：没有文件 files\//,
    ],
    [
      "a member twice",
      async (folder) => addLine(folder, "members.jsonl", await memberLine()),
      /members\.jsonl：Key/,
    ],
    [
      "a follower who is not there",
      (folder) =>
        addLine(
          folder,
          "follows.jsonl",
          '{"uid":999999,"kind":"tag","targetId":1,"createdAt":"2026-01-01T00:00:00.000Z"}',
        ),
      /follows\.jsonl：Key \(account_id\)=\(999999\)/,
    ],
    [
      "a log that was changed",
      (folder) =>
        editFile(folder, "moderation-log.jsonl", (text) =>
          text.replace('"previousHash":"', '"previousHash":"0'),
        ),
      /管理日志与写入时不同/,
    ],
  ];
  /** A copy of it, which a test may change. */
  const copied = async () => {
    number += 1;
    const folder = folders.at(`copy-${number}`);
    await cp(whole, folder, { recursive: true });
    return folder;
  };
  it.each(sampleOf(cases, 5, ([name]) => name))("%s", async (_, change, reason) => {
    const folder = await copied();
    await change(folder);
    const open = await opening(cloneDatabase());
    await expect(importFrom(folder, open)).rejects.toThrow(reason);
    expect(await isEmpty(open)).toBe(true);
  });

  it("a kill on the way, after which the same export comes whole", async () => {
    const folder = await copied();
    const open = await opening(cloneDatabase());
    const real = await openExportFolder(folder);
    const cut: ExportSource = {
      ...real,
      async *lines(file) {
        if (file === "posts.jsonl") throw new Error("killed");
        yield* real.lines(file);
      },
    };
    await expect(importExport(open.work, cut, await checkExport(real), databaseOnly)).rejects.toThrow(
      "killed",
    );
    expect(await isEmpty(open)).toBe(true);
    await importFrom(folder, open);
    expect(await open.database.$count(accounts)).toBe(await source().database.$count(accounts));
  });

  it("a portal that has members is no place for it, and a folder with something in it neither", async () => {
    const open = await opening(cloneDatabase());
    await new TestGateway(open.database).member();
    await expect(importFrom(whole, open)).rejects.toThrow(
      /数据库不是空的（accounts.*已有数据），只能导入到空的数据库/,
    );
    await expect(exportTo(whole, exported())).rejects.toThrow(/不是空的：导出不覆盖任何文件/);
    await expect(openExportFolder(folders.at("nowhere"))).rejects.toThrow(/没有文件夹/);
  });
});
