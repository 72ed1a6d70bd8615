import { pageSizeKind } from "../addresses/new-address";
import { importDeeds } from "../deeds/import-deeds";
import { OldDatabaseProblem } from "../read/mysql-tables";
import { numberOf, type OldTables, textOf } from "../read/old-tables";
import { importArticles } from "../write/articles";
import { countTopics } from "../write/count-topics";
import { type ImportContext, keepNumber } from "../write/import-context";
import { importMessages } from "../write/messages";
import { planIds } from "../write/plan-ids";
import { archiveSection, importSections } from "../write/sections";
import { nameAdministrators } from "../write/staff";
import { ghostAccount, importMembers } from "../write/write-members";
import { importMovedTopics, importTopics } from "../write/write-topics";

/** Settings of the board that the import uses, by name. */
async function settingsOf({ tables }: ImportContext): Promise<Map<string, string>> {
  if (!(await tables.has("common_setting"))) return new Map();
  const rows = await tables.where("common_setting", "skey", ["postperpage", "siteurl"]);
  return new Map(rows.map((row) => [textOf(row.skey), textOf(row.svalue)]));
}

function hostOf(address: string): string[] {
  try {
    return [new URL(address).host.toLowerCase()];
  } catch {
    return [];
  }
}

/** Without these there is no board to read. */
const needed = ["common_member", "forum_forum", "forum_thread", "forum_post", "ucenter_members"];

/** Throws OldDatabaseProblem for a database without a board's tables. */
export async function checkTables(tables: OldTables): Promise<void> {
  const present = await Promise.all(needed.map((table) => tables.has(table)));
  const missing = needed.filter((_, at) => !present[at]);
  if (missing.length > 0)
    throw new OldDatabaseProblem(
      `旧论坛的数据库里没有这些表：${missing.join("、")}；请检查地址里的 prefix（表名前缀）和 ucenter，什么都没有写入`,
    );
}

/**
 * Brings a board into the portal: what is not here yet. Each step writes small transactions and notes in them what it
 * wrote, so that a run that was cut off goes on where it stopped, and one more run changes nothing. A dry run takes the
 * same steps and counts what they would write. Throws OldDatabaseProblem.
 */
export async function runImport(given: Omit<ImportContext, "until">): Promise<void> {
  const { services, options, tables } = given;
  await checkTables(tables);
  const context: ImportContext = { ...given, until: await tables.now() };
  const settings = await settingsOf(context);
  options.hosts.push(...hostOf(settings.get("siteurl") ?? ""));
  const pageSize = numberOf(settings.get("postperpage"));
  if (!options.isDryRun && pageSize > 0 && pageSize < 1_000)
    await keepNumber(services.database, options.source, pageSizeKind, pageSize);
  await importMembers(context);
  await importSections(context);
  await planIds(context);
  if (options.isDryRun) await countTopics(context);
  else {
    await importTopics(context, {
      ghost: await ghostAccount(context),
      archive: () => archiveSection(context),
    });
    await importMovedTopics(context);
  }
  await importArticles(context);
  await importDeeds(context);
  await importMessages(context);
  await nameAdministrators(context);
  for (const [table, name] of Object.entries(leftBehind))
    if (await tables.has(table)) {
      const count = await tables.count(table);
      if (count > 0) context.report.leave(`${name}没有带来`, table, count);
    }
}

/** Tables whose rows have no place here. */
const leftBehind: Record<string, string> = {
  home_notification: "提醒",
  forum_postcomment: "点评",
  forum_ratelog: "评分",
  home_blog: "日志",
  home_album: "相册",
  home_doing: "记录",
  forum_collection: "淘帖专辑",
  forum_typeoptionvar: "分类信息的字段",
  common_member_medal: "勋章",
};
