import { existsSync } from "node:fs";
import { join } from "node:path";
import { pendingMigrations, SchemaProblem } from "gateway/database/migrate";
import { migrationsFolder, readMigrations } from "gateway/database/migration-files";
import { isDataFolderHeld } from "../data/data-folder-lock";
import { withMigrations } from "../data/database";
import type { Environment } from "../environment";
import { StartError } from "../start-error";
import { type Finding, findingsOf, reasonOf } from "./finding";
import type { AskDatabase } from "./postgres";

const database = findingsOf("数据库");
const schema = findingsOf("数据库结构");
const milliseconds = 5_000;

/** Asks the process that has the data folder for its readiness. */
async function askRunning({ host, port }: Environment): Promise<Finding> {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const address = `http://${name}:${port}/gateway/readyz`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(milliseconds) });
    const body = (await response.json()) as { ready?: boolean; database?: string; disk?: string };
    return body.ready
      ? database.ok("内嵌数据库正由运行中的进程使用，它说可以读写；表和文件要停下它才能细查")
      : database.error(
          `运行中的进程说数据库${body.disk === "full" ? "写不进去，磁盘满了" : "不能用"}`,
          "腾出磁盘空间，再看进程的日志。",
        );
  } catch (error) {
    return database.warn(
      `数据文件夹正由一个进程使用，但 ${address} 没有回答：${reasonOf(error)}`,
      "它若用别的 HOST 或 PORT 启动，请用同样的变量运行本命令；否则看它的日志。",
    );
  }
}

/** Checks the embedded database without changing it; a running process is asked instead. */
export async function examineEmbedded(environment: Environment, more: AskDatabase): Promise<Finding[]> {
  const { dataDir } = environment;
  if (!existsSync(join(dataDir, "database")))
    return [database.ok(`还没有内嵌数据库，第一次启动会建在 ${dataDir}`)];
  if (isDataFolderHeld(dataDir)) return [await askRunning(environment)];
  try {
    return await withMigrations(environment, true, async ({ ask }) => {
      const all = readMigrations(migrationsFolder());
      const pending = await pendingMigrations(ask, all);
      const { rows } = await ask("select current_setting('server_version') as version");
      return [
        database.ok(`内嵌数据库打得开（PGlite，PostgreSQL ${rows[0]?.version}）`),
        pending.length === 0
          ? schema.ok(`已是最新（${all.length} 次升级）`)
          : schema.warn(`还有 ${pending.length} 次升级没有运行`, "下次启动会自动运行。"),
        ...(await more(ask)),
      ];
    });
  } catch (error) {
    if (error instanceof StartError || error instanceof SchemaProblem)
      return [schema.error(error.message, "见 docs/upgrading.md。")];
    return [
      database.error(
        `内嵌数据库打不开：${reasonOf(error)}`,
        "可能已损坏：把数据文件夹另存一份，再用 npm run restore 从备份恢复到新的 DATA_DIR。",
      ),
    ];
  }
}
