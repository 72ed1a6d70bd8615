import { eq } from "drizzle-orm";
import { restoreBackup } from "gateway/backup/restore-backup";
import { takeBackup } from "gateway/backup/take-backup";
import { files } from "gateway/database/schema";
import { moveFiles } from "gateway/files/moving/move-files";
import { describe, expect, it } from "vitest";
import { expectConsole } from "../support/console";
import { cloneDatabase } from "../support/database";
import { exportFolders, exportTo, importFrom, textsOf } from "../support/export-folders";
import { expectAll, fill } from "../support/file-contents";
import { storesForEach } from "../support/stores-for-each";

const given = storesForEach();

const fast = 1e12;

describe("a backup", () => {
  it.each([
    ["s3", "folder"],
    ["folder", "database"],
    ["database", "s3"],
  ] as const)("of files in %s is restored into %s", async (from, to) => {
    const filled = await fill(given.open.database, given.stores, from);
    await moveFiles(given.gatewayOn(from).services, fast);
    const lines: string[] = [];
    const taken = await takeBackup(
      given.open,
      new Date(),
      async (line) => void lines.push(line),
      given.stores.target(from),
    );
    expect(taken.files).toBe(from === "database" ? 0 : 5);
    const restored = await cloneDatabase();
    try {
      async function* inTurn() {
        yield* lines;
      }
      await restoreBackup(restored.work, inTurn(), given.stores.target(to));
      if (from === "database") await moveFiles(given.gatewayOn(to, restored.database).services, fast);
      expect(await expectAll(restored.database, given.stores, filled, to)).toEqual(Array(5).fill(to));
      const cut = lines.filter((line, at) => !(line.startsWith('"') && lines[at + 1]?.startsWith('"')));
      if (from !== "database") {
        const other = await cloneDatabase();
        const again = (async function* () {
          yield* cut;
        })();
        await expect(restoreBackup(other.work, again, given.stores.target(to))).rejects.toThrow("备份已损坏");
        expect(await other.database.$count(files)).toBe(0);
        await other.close();
      }
    } finally {
      await restored.close();
    }
  });
});

describe("an export", () => {
  it.each([
    ["s3", "folder"],
    ["folder", "database"],
    ["database", "s3"],
  ] as const)("of files in %s is imported into %s, where a lost one is lost too", async (from, to) => {
    const filled = await fill(given.open.database, given.stores, from);
    await moveFiles(given.gatewayOn(from).services, fast);
    const folders = await exportFolders();
    const imported = await cloneDatabase();
    try {
      const counts = await exportTo(folders.at("whole"), given.open, { stores: given.stores.target(from) });
      expect(counts.contents).toBe(4);
      await importFrom(folders.at("whole"), imported, given.stores.target(to));
      if (from === "database") await moveFiles(given.gatewayOn(to, imported.database).services, fast);
      expect(await expectAll(imported.database, given.stores, filled, to)).toEqual(Array(4).fill(to));
      if (from === "database") return;

      const [row] = await given.open.database.select().from(files).where(eq(files.name, filled.video));
      await given.stores.target(from).drop(row?.location ?? "");
      expectConsole("warn", /导出里缺一个文件/);
      await exportTo(folders.at("lacking"), given.open, { stores: given.stores.target(from) });
      const lines = (await textsOf(folders.at("lacking")))["files.jsonl"] ?? "";
      expect(lines).toContain('"content":null,"contentBytes":0}');
      const other = await cloneDatabase();
      await importFrom(folders.at("lacking"), other, given.stores.target(to));
      expect(await other.database.$count(files)).toBe(3);
      await other.close();
    } finally {
      await imported.close();
      await folders.remove();
    }
  });
});
