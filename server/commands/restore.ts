import { logInfo } from "contract/base/log";
import { readManifest } from "gateway/backup/archive";
import { restoreBackup } from "gateway/backup/restore-backup";
import { forgetMarks } from "gateway/files/moving/recognise-stores";
import { backupFileLines } from "../backup/backup-file";
import { openDatabase } from "../data/database";
import { readEnvironment } from "../environment";
import { openFileStores, recogniseFileStores } from "../files/open-stores";
import { endSafelyOnUncaught } from "../last-words";
import { failWith } from "../start-error";

/**
 * `npm run restore -- FILE`: restores into the empty database that a start with the same environment would open or
 * create.
 */
async function main(): Promise<number> {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) {
    logInfo("用法：npm run restore -- 文件");
    return 2;
  }
  const environment = readEnvironment("command");
  // Check the file first, so that a file that is no backup does not create a database.
  for await (const line of backupFileLines(file)) {
    readManifest(line);
    break;
  }
  const stores = await openFileStores(environment);
  // At its end one statement checks a reference of every row.
  const { database } = environment;
  const open = await openDatabase({ ...environment, database: { ...database, waitsForWork: true } });
  try {
    const { tables, rows, files, takenAt } = await restoreBackup(open.work, backupFileLines(file), stores);
    await forgetMarks(open.work);
    await recogniseFileStores(open.work, stores);
    const withFiles = files > 0 ? `，${files} 个数据库之外的文件` : "";
    const place = environment.databaseUrl ? "DATABASE_URL 的数据库" : `数据文件夹 ${environment.dataDir}`;
    logInfo(`已恢复 ${takenAt} 的备份：${tables} 张表，${rows} 行${withFiles}，写进了${place}。`);
    logInfo("SESSION_SECRET 不在备份里：用原来的那一个，已发出的链接才继续有效。");
    return 0;
  } finally {
    await open.close();
  }
}

endSafelyOnUncaught();
main().then((code) => process.exit(code), failWith("没有恢复"));
