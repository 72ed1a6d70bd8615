import { existsSync } from "node:fs";
import { join } from "node:path";
import { logInfo, logWarning } from "contract/base/log";
import { checkEmptyBefore } from "gateway/backup/empty-database";
import type { OpenDatabase } from "gateway/database/open";
import { type CheckedExport, checkExport } from "gateway/export/check-export";
import { type ExportSource, openExportFolder } from "gateway/export/folder";
import { emptyOnly, importExport } from "gateway/export/import-export";
import type { FileStores } from "gateway/files/stores/file-stores";
import { backfillDocuments } from "gateway/search/index/backfill";
import { createTextWorkers } from "gateway/workers/text-workers";
import { openDatabase, withMigrations } from "../data/database";
import { requireDatabase } from "../data/require-database";
import { type Environment, readEnvironment } from "../environment";
import { openFileStores, recogniseFileStores } from "../files/open-stores";
import { endSafelyOnUncaught } from "../last-words";
import { textWorker } from "../paths";
import { failWith } from "../start-error";
import { readFolderArguments } from "./folder-arguments";

const usage = `用法：npm run import -- 文件夹 [--dry-run]
  文件夹     npm run export 写的
  --dry-run  只检查，说会带来什么，不写入任何内容`;

const saysOf = ({ lines, contents }: CheckedExport): string => {
  const parts = Object.entries(lines)
    .filter(([, count]) => count > 0)
    .map(([file, count]) => `${file.replace(".jsonl", "")} ${count}`);
  return [...parts, `files/ ${contents}`].join("，");
};

/**
 * Throws BackupProblem for a database that has rows. It is not migrated, so that a portal that was named by mistake stays
 * as it is; one that is not there yet is not made.
 */
async function checkTarget(environment: Environment): Promise<void> {
  const { databaseUrl, dataDir } = environment;
  if (!databaseUrl && !existsSync(join(dataDir, "database"))) return;
  await withMigrations(environment, true, (database) => checkEmptyBefore(database, emptyOnly));
}

/** Afterwards everything is there: what fails here is done at the portal's start. */
async function finish(open: OpenDatabase, stores: FileStores): Promise<void> {
  logInfo("内容都已写入，正在写搜索索引；现在中断也不要紧，门户启动后会接着写。");
  const texts = createTextWorkers(textWorker);
  try {
    await recogniseFileStores(open.work, stores);
    await backfillDocuments({ database: open.work, texts, now: () => new Date() });
  } catch (error) {
    logWarning("内容都已写入，不用再导入；余下的没有做完，门户启动时会接着做：", error);
  } finally {
    await texts.close();
  }
}

async function write(source: ExportSource, checked: CheckedExport, environment: Environment): Promise<void> {
  const stores = await openFileStores(environment);
  // One statement may go over every post.
  const { database } = environment;
  const open = await openDatabase({ ...environment, database: { ...database, waitsForWork: true } });
  try {
    await importExport(open.work, source, checked, stores);
    await finish(open, stores);
  } finally {
    await open.close();
  }
}

/**
 * `npm run import -- DIR`: writes an export into the empty database that a start with the same environment would open or
 * create (docs/export.md).
 */
async function main(): Promise<number> {
  const given = readFolderArguments("dry-run");
  if (!given) {
    logInfo(usage);
    return 2;
  }
  const environment = readEnvironment("command");
  requireDatabase(environment, "named");
  const source = await openExportFolder(given.folder);
  await checkTarget(environment);
  // The whole export is checked first, so that one with mistakes does not create a database.
  const checked = await checkExport(source);
  if (given.isFlagged) {
    logInfo(`检查通过，没有写入任何内容。会带来：${saysOf(checked)}。`);
    return 0;
  }
  await write(source, checked, environment);
  const passwords = checked.manifest.withPasswords ? "" : "导出里没有密码：成员用“忘记密码”设一个新的。";
  logInfo(`已导入 ${checked.manifest.exportedAt} 的导出：${saysOf(checked)}。${passwords}`);
  return 0;
}

endSafelyOnUncaught();
main().then((code) => process.exit(code), failWith("没有导入"));
