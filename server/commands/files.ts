import { parseArgs } from "node:util";
import { checkFiles, type FileCheck, removeOrphans } from "gateway/files/moving/check-files";
import { askAboutFiles } from "../backup/backup-socket";
import { confirm } from "../confirm";
import { isDataFolderHeld } from "../data/data-folder-lock";
import { openDatabase } from "../data/database";
import { requireDatabase } from "../data/require-database";
import { type Environment, readEnvironment } from "../environment";
import { openFileStores, recogniseFileStores } from "../files/open-stores";
import { endSafelyOnUncaught } from "../last-words";
import { failWith } from "../start-error";

const usage = `用法：npm run files -- check [--delete] [--yes]
  check     对照数据库的记录和文件夹、存储桶里的文件
  --delete  删除没有记录的文件（24 小时内写入的除外），先问一次；--yes 不问`;
const maxLines = 20;
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** The operations on a site's files: check them, and remove those without a row. */
interface Files {
  check(): Promise<FileCheck>;
  remove(): Promise<number>;
  close(): Promise<void>;
}

/** The operations, done by the process that has the data folder, or else by this process. */
async function filesOf(environment: Environment): Promise<Files> {
  const { databaseUrl, dataDir } = environment;
  if (!databaseUrl && isDataFolderHeld(dataDir))
    return {
      check: () => askAboutFiles<FileCheck>(dataDir, "GET"),
      remove: () => askAboutFiles<number>(dataDir, "DELETE"),
      close: () => Promise.resolve(),
    };
  const files = await openFileStores(environment);
  const open = await openDatabase({ ...environment, database: { ...environment.database, migrate: false } });
  await recogniseFileStores(open.work, files, { marks: false });
  const checking = { database: open.work, files, now: () => new Date() };
  return {
    check: () => checkFiles(checking),
    remove: () => removeOrphans(checking),
    close: () => open.close(),
  };
}

function tell(title: string, locations: string[]): void {
  say(`${title}：${locations.length} 个`);
  for (const location of locations.slice(0, maxLines)) say(`  ${location}`);
  if (locations.length > maxLines) say(`  ……`);
}

/** `npm run files -- check`: checks the database and the stores that a start with the same environment would open. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { delete: { type: "boolean", default: false }, yes: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (positionals.join() !== "check") {
    say(usage);
    return 2;
  }
  const environment = readEnvironment("command");
  requireDatabase(environment, "existing");
  const files = await filesOf(environment);
  try {
    const { places, orphans, missing } = await files.check();
    for (const [place, count] of Object.entries(places)) say(`${place}：${count} 个文件`);
    tell("没有记录的文件", orphans);
    tell("文件不见了的记录", missing);
    if (missing.length > 0) say("不见了的文件要从备份里找回来。");
    if (orphans.length > 0 && values.delete) {
      if (values.yes || (await confirm(`要删除没有记录的 ${orphans.length} 个文件吗？删除后找不回来。`)))
        say(`已删除 ${await files.remove()} 个。`);
      else say("没有删除。");
    }
    return missing.length > 0 ? 1 : 0;
  } finally {
    await files.close();
  }
}

endSafelyOnUncaught();
main().then((code) => process.exit(code), failWith("没有检查"));
