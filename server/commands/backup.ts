import { stat } from "node:fs/promises";
import { logInfo } from "contract/base/log";
import { writeBackupFile } from "../backup/backup-file";
import { askForBackup, backupLines } from "../backup/backup-socket";
import { isDataFolderHeld } from "../data/data-folder-lock";
import { openDatabase } from "../data/database";
import { requireDatabase } from "../data/require-database";
import { type Environment, readEnvironment } from "../environment";
import { openFileStores, recogniseFileStores } from "../files/open-stores";
import { endSafelyOnUncaught } from "../last-words";
import { failWith } from "../start-error";

async function take(file: string, environment: Environment): Promise<void> {
  const { databaseUrl, dataDir } = environment;
  requireDatabase(environment, "existing");
  if (!databaseUrl && isDataFolderHeld(dataDir)) {
    await writeBackupFile(file, () => askForBackup(dataDir));
    return;
  }
  // No migration: a backup before an upgrade must have the old schema.
  const database = { ...environment.database, migrate: false, anyEncoding: true };
  const open = await openDatabase({ ...environment, database });
  try {
    const stores = await openFileStores(environment);
    await recogniseFileStores(open.work, stores, { marks: false });
    await writeBackupFile(file, () => backupLines(open, stores));
  } finally {
    await open.close();
  }
}

/**
 * `npm run backup -- FILE`: writes all data of the database that a start with the same environment would open, also
 * while it is in use.
 */
async function main(): Promise<number> {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) {
    logInfo("用法：npm run backup -- 文件");
    return 2;
  }
  await take(file, readEnvironment("command"));
  logInfo(`已备份到 ${file}（${((await stat(file)).size / 1024 / 1024).toFixed(1)} MB）。`);
  return 0;
}

endSafelyOnUncaught();
main().then((code) => process.exit(code), failWith("没有备份"));
