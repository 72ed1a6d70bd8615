import { logInfo } from "contract/base/log";
import { FolderSink } from "gateway/export/folder";
import { type ExportSink, writeExport } from "gateway/export/write-export";
import { askForExport } from "../backup/backup-socket";
import { receiveExport } from "../backup/export-stream";
import { isDataFolderHeld } from "../data/data-folder-lock";
import { openDatabase } from "../data/database";
import { requireDatabase } from "../data/require-database";
import { type Environment, readEnvironment } from "../environment";
import { openFileStores, recogniseFileStores } from "../files/open-stores";
import { endSafelyOnUncaught } from "../last-words";
import { failWith } from "../start-error";
import { readFolderArguments } from "./folder-arguments";

const usage = `用法：npm run export -- 文件夹 [--with-passwords]
  文件夹            新建的，或者空的
  --with-passwords  连同密码的散列；不写，成员到新门户要用“忘记密码”重设密码`;

async function write(sink: ExportSink, environment: Environment, withPasswords: boolean): Promise<void> {
  const { databaseUrl, dataDir } = environment;
  if (!databaseUrl && isDataFolderHeld(dataDir)) {
    await receiveExport(await askForExport(dataDir, withPasswords), sink);
    return;
  }
  // No migration: an export reads what is there.
  const database = { ...environment.database, migrate: false, anyEncoding: true };
  const open = await openDatabase({ ...environment, database });
  try {
    const stores = await openFileStores(environment);
    await recogniseFileStores(open.work, stores, { marks: false });
    await writeExport(open, stores, sink, { withPasswords, now: new Date() });
  } finally {
    await open.close();
  }
}

/**
 * `npm run export -- DIR`: writes the whole community of the database that a start with the same environment would open,
 * also while it is in use (docs/export.md).
 */
async function main(): Promise<number> {
  const given = readFolderArguments("with-passwords");
  if (!given) {
    logInfo(usage);
    return 2;
  }
  const environment = readEnvironment("command");
  requireDatabase(environment, "existing");
  const sink = await FolderSink.make(given.folder);
  let count = 0;
  try {
    const counting: ExportSink = {
      content: (parts) => sink.content(parts),
      line(file, line) {
        count += 1;
        return sink.line(file, line);
      },
    };
    await write(counting, environment, given.isFlagged);
    await sink.end();
  } catch (error) {
    await sink.remove();
    throw error;
  }
  const passwords = given.isFlagged ? "，有密码的散列：请像数据库一样保护它" : "，没有密码";
  logInfo(`已导出到 ${given.folder}：${count - 1} 条${passwords}。`);
  return 0;
}

endSafelyOnUncaught();
main().then((code) => process.exit(code), failWith("没有导出"));
