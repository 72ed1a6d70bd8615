import { restoreBackup } from "gateway/backup/restore-backup";
import { takeBackup } from "gateway/backup/take-backup";
import { files } from "gateway/database/schema";
import { moveFiles } from "gateway/files/moving/move-files";
import { describe, expect, it } from "vitest";
import { cloneDatabase } from "../support/database";
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
