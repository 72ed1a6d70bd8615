import { existsSync } from "node:fs";
import { join } from "node:path";
import { logInfo } from "contract/base/log";
import { type MigrationDatabase, SchemaProblem } from "gateway/database/migrate";
import {
  createPglite,
  migrationsOnPglite,
  type OpenDatabase,
  openPglite,
  openPostgres,
} from "gateway/database/open";
import { openForMigrations, refuseOtherEncoding } from "gateway/database/postgres";
import { giveAllAtExit } from "gateway/files/stores/folder-owner";
import type { Environment } from "../environment";
import { StartError } from "../start-error";
import { makeDataFolder } from "./data-folder";
import { lockDataFolder } from "./data-folder-lock";
import { copyPreparedDemo, removeUnfinished } from "./prepared-demo";

/** Throws the reason why PostgreSQL cannot be used, as a sentence for people. */
function whyNotPostgres(error: NodeJS.ErrnoException): never {
  if (error instanceof SchemaProblem) throw new StartError(error.message);
  throw new StartError(`连接不上 DATABASE_URL 指定的 PostgreSQL：${error.message || error.code}`);
}

/**
 * Runs `use` with the data folder locked. `use` gets the function that unlocks it, and unlocks it when it closes the
 * database.
 */
async function inDataFolder<Result>(
  dataDir: string,
  use: (folder: string, unlock: () => void) => Promise<Result>,
): Promise<Result> {
  makeDataFolder(dataDir);
  giveAllAtExit(dataDir);
  const unlock = lockDataFolder(dataDir);
  try {
    return await use(join(dataDir, "database"), unlock);
  } catch (error) {
    unlock();
    throw error instanceof SchemaProblem ? new StartError(error.message) : error;
  }
}

/**
 * Opens the database that the environment names; creates and migrates it if needed. Throws StartError with the reason.
 * @param demo the demo pack and its prepared database, if a new embedded database is to begin with it
 */
export async function openDatabase(
  environment: Environment,
  demo?: { prepared: string; pack: string },
): Promise<OpenDatabase> {
  const { databaseUrl, database: settings, dataDir } = environment;
  if (databaseUrl) return openPostgres(databaseUrl, settings).catch(whyNotPostgres);
  return inDataFolder(dataDir, async (folder, unlock) => {
    await removeUnfinished(folder);
    if (!existsSync(folder)) {
      if (demo && (await copyPreparedDemo(demo, folder))) logInfo("第一次启动：用上了构建时备好的演示数据。");
      else logInfo("第一次启动：正在创建数据库，请稍候……");
    }
    const open = await openPglite(folder, settings);
    return { ...open, close: () => open.close().finally(unlock) };
  });
}

/**
 * Runs `work` on the database that the environment names, without migrating it first; on PostgreSQL through
 * DATABASE_DIRECT_URL. A dry run creates no folder: it uses an empty database in memory when there is none. Throws
 * StartError with the reason.
 */
export async function withMigrations<Result>(
  { databaseUrl, database: { directUrl }, dataDir }: Environment,
  onlyLooks: boolean,
  work: (database: MigrationDatabase) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) {
    const { database, client } = await openForMigrations(directUrl ?? databaseUrl).catch(whyNotPostgres);
    return refuseOtherEncoding(database.ask)
      .then(() => work(database))
      .catch(whyNotPostgres)
      .finally(() => client.end());
  }
  return inDataFolder(dataDir, async (folder, unlock) => {
    const client = await createPglite(onlyLooks && !existsSync(folder) ? undefined : folder);
    try {
      return await work(migrationsOnPglite(client));
    } finally {
      await client.close();
      unlock();
    }
  });
}
