import { pageSizeKind } from "../addresses/new-address";
import { OldDatabaseProblem } from "../read/mysql-tables";
import { batchesOf, numberOf, type OldRow, type OldTables, textOf, timeOf } from "../read/old-tables";
import { importArticles } from "./articles";
import { importDeeds } from "./deeds";
import { type ImportContext, importedOf, isBefore, keepNumber } from "./import-context";
import { importMessages } from "./messages";
import { isSince, planIds, postTables, topicTables } from "./plan-ids";
import { archiveSection, importSections } from "./sections";
import { nameAdministrators } from "./staff";
import { ghostAccount, importMembers } from "./write-members";
import { importMovedTopics, importTopics } from "./write-topics";

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

/** How many rows of a table are not here yet, at most: those with a row of this kind are. */
async function countWaiting(
  context: ImportContext,
  { table, key, kind, name }: { table: string; key: string; kind: string; name: string },
  isWanted: (row: OldRow) => boolean = () => true,
): Promise<void> {
  const { services, options, report } = context;
  for await (const rows of batchesOf(context.tables, table, key, 1_000)) {
    const wanted = rows.filter((row) => isBefore(context, row) && isWanted(row));
    const known = await importedOf(
      services.database,
      options.source,
      kind,
      wanted.map((row) => numberOf(row[key])),
    );
    report.add(name, wanted.filter((row) => !known.get(numberOf(row[key]))?.written).length);
  }
}

async function dryRun(context: ImportContext): Promise<void> {
  const { since } = context.options;
  const isNew = (row: OldRow) => since === null || timeOf(row.dateline) >= since;
  await importMembers(context);
  await importSections(context);
  for (const table of await topicTables(context.tables))
    await countWaiting(context, { table, key: "tid", kind: "topic", name: "主题" }, (row) =>
      isSince(context, row),
    );
  // With --since at least these: older posts of topics that come for the first time come too.
  const posts = since === null ? "帖子" : "帖子（新主题里更早的另计）";
  for (const table of await postTables(context.tables))
    await countWaiting(context, { table, key: "pid", kind: "post", name: posts }, isNew);
  for (let number = 0; number < 10; number += 1) {
    const table = `forum_attachment_${number}`;
    await countWaiting(context, { table, key: "aid", kind: "file", name: "附件" }, isNew);
    const messages = `ucenter_pm_messages_${number}`;
    if (await context.tables.has(messages))
      context.report.add("私信（连同已有的）", await context.tables.count(messages));
  }
  await nameAdministrators(context);
}

/**
 * Brings a board into the portal: what is not here yet. Each step writes small transactions and notes in them what it
 * wrote, so that a run that was cut off goes on where it stopped, and one more run changes nothing. Throws
 * OldDatabaseProblem.
 */
export async function runImport(given: Omit<ImportContext, "until">): Promise<void> {
  const { services, options, tables } = given;
  await checkTables(tables);
  const context: ImportContext = { ...given, until: await tables.now() };
  const settings = await settingsOf(context);
  options.hosts.push(...hostOf(settings.get("siteurl") ?? ""));
  if (options.isDryRun) return dryRun(context);
  const pageSize = numberOf(settings.get("postperpage"));
  if (pageSize > 0 && pageSize < 1_000)
    await keepNumber(services.database, options.source, pageSizeKind, pageSize);
  await importMembers(context);
  await importSections(context);
  await planIds(context);
  await importTopics(context, {
    ghost: await ghostAccount(context),
    archive: () => archiveSection(context),
  });
  await importMovedTopics(context);
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
