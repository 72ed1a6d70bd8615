import { parseArgs } from "node:util";
import { logInfo } from "contract/base/log";
import { migrationPatience, pendingMigrations, runMigrations } from "gateway/database/migrate";
import { type Migration, migrationsFolder, readMigrations } from "gateway/database/migration-files";
import { withMigrations } from "../data/database";
import { requireDatabase } from "../data/require-database";
import { readEnvironment } from "../environment";
import { endSafelyOnUncaught } from "../last-words";
import { failToStart, StartError } from "../start-error";

const usage =
  "用法：npm run migrate -- [--dry-run] [--lock-seconds 等一张表的秒数] [--statement-minutes 一条语句的分钟数]";

function readArguments() {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(2),
      options: {
        "dry-run": { type: "boolean", default: false },
        "lock-seconds": { type: "string", default: String(migrationPatience.lock / 1_000) },
        "statement-minutes": { type: "string", default: String(migrationPatience.statement / 60_000) },
      },
    });
    const [lock, statement] = [values["lock-seconds"], values["statement-minutes"]];
    if (![lock, statement].every((value) => /^[1-9]\d{0,5}$/.test(value))) throw new StartError(usage);
    return {
      isDryRun: values["dry-run"],
      patience: { ...migrationPatience, lock: Number(lock) * 1_000, statement: Number(statement) * 60_000 },
    };
  } catch {
    throw new StartError(usage);
  }
}

const describeMigration = ({ tag, isOutside, statements }: Migration) =>
  `-- ${tag}${isOutside ? "（逐条运行，在事务之外）" : "（在一个事务里）"}\n${statements.join("\n")}`;

/**
 * `npm run migrate`: migrates the database that a start with the same environment would open, or shows the statements
 * that would run.
 */
async function main(): Promise<void> {
  const { isDryRun, patience } = readArguments();
  const migrations = readMigrations(migrationsFolder());
  const environment = readEnvironment("command");
  requireDatabase(environment, "named");
  await withMigrations(environment, isDryRun, async (database) => {
    if (!isDryRun) {
      const done = await runMigrations(database, migrations, patience);
      logInfo(done.length > 0 ? `已升级数据库结构：${done.join("、")}` : "数据库结构已是最新。");
      return;
    }
    const pending = await pendingMigrations(database.ask, migrations);
    logInfo(
      pending.length > 0
        ? `将运行 ${pending.length} 次升级：\n${pending.map(describeMigration).join("\n")}`
        : "数据库结构已是最新，没有要运行的。",
    );
  });
}

endSafelyOnUncaught();
main().then(() => process.exit(0), failToStart);
