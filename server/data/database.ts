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
import { openForMigrations } from "gateway/database/postgres";
import type { Environment } from "../environment";
import { StartError } from "../start-error";
import { makeDataFolder } from "./data-folder";
import { lockDataFolder } from "./data-folder-lock";

/** Why PostgreSQL cannot be used, as a sentence for people. */
function whyNotPostgres(error: NodeJS.ErrnoException): never {
  if (error instanceof SchemaProblem) throw new StartError(error.message);
  throw new StartError(`连接不上 DATABASE_URL 指定的 PostgreSQL：${error.message || error.code}`);
}

/** Has the data folder's database to itself; `use` answers with how it is closed besides its result. */
async function inDataFolder<Result>(
  dataDir: string,
  use: (folder: string, unlock: () => void) => Promise<Result>,
): Promise<Result> {
  makeDataFolder(dataDir);
  const unlock = lockDataFolder(dataDir);
  try {
    return await use(join(dataDir, "database"), unlock);
  } catch (error) {
    unlock();
    throw error instanceof SchemaProblem ? new StartError(error.message) : error;
  }
}

/**
 * Opens the database that the environment names, created and brought up to date where that is needed. Throws StartError
 * with the reason.
 */
export async function openDatabase(environment: Environment): Promise<OpenDatabase> {
  const { databaseUrl, database: settings, dataDir } = environment;
  if (databaseUrl) return openPostgres(databaseUrl, settings).catch(whyNotPostgres);
  return inDataFolder(dataDir, async (folder, unlock) => {
    if (!existsSync(folder)) logInfo("第一次启动：正在创建数据库，请稍候……");
    const open = await openPglite(folder, settings);
    return { ...open, close: () => open.close().finally(unlock) };
  });
}

/**
 * Gives `work` the database that the environment names as it is, for migrations; on PostgreSQL by DATABASE_DIRECT_URL.
 * Who only looks makes no folder: an empty database in memory stands for one that is not there. Throws StartError with
 * the reason.
 */
export async function withMigrations<Result>(
  { databaseUrl, database: { directUrl }, dataDir }: Environment,
  onlyLooks: boolean,
  work: (database: MigrationDatabase) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) {
    const { database, client } = await openForMigrations(directUrl ?? databaseUrl).catch(whyNotPostgres);
    return work(database)
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
