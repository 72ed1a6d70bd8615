import { pageSizeKind } from "../addresses/new-address";
import { batchesOf, numberOf, textOf } from "../read/old-tables";
import { importArticles } from "./articles";
import { importDeeds } from "./deeds";
import { type ImportContext, importedOf, keepNumber } from "./import-context";
import { importMessages } from "./messages";
import { planIds, postTables } from "./plan-ids";
import { archiveSection, importSections } from "./sections";
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

/** How many rows of a table are not here yet, at most: those with a row of this kind are. */
async function countWaiting(
  context: ImportContext,
  table: string,
  key: string,
  kind: string,
  name: string,
): Promise<void> {
  const { services, options, report } = context;
  for await (const rows of batchesOf(context.tables, table, key, 1_000)) {
    const known = await importedOf(
      services.database,
      options.source,
      kind,
      rows.map((row) => numberOf(row[key])),
    );
    report.add(name, rows.filter((row) => !known.get(numberOf(row[key]))?.written).length);
  }
}

async function dryRun(context: ImportContext): Promise<void> {
  await importMembers(context);
  await importSections(context);
  await countWaiting(context, "forum_thread", "tid", "topic", "主题");
  for (const table of await postTables(context.tables))
    await countWaiting(context, table, "pid", "post", "帖子");
  for (let number = 0; number < 10; number += 1) {
    await countWaiting(context, `forum_attachment_${number}`, "aid", "file", "附件");
    const messages = `ucenter_pm_messages_${number}`;
    if (await context.tables.has(messages))
      context.report.add("私信（连同已有的）", await context.tables.count(messages));
  }
}

/**
 * Brings a board into the portal: what is not here yet. Each step writes small transactions and notes in them what it
 * wrote, so that a run that was cut off goes on where it stopped, and one more run changes nothing.
 */
export async function runImport(context: ImportContext): Promise<void> {
  const { services, options, tables } = context;
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
};
