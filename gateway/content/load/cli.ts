import { parseArgs } from "node:util";
import { logInfo } from "contract/base/log";
import type { Services } from "../../server/context";
import { ContentPackError } from "../pack/problems";
import { namedChanges } from "./change-names";
import { loadContentPack, loadPreviousPack } from "./load-pack";
import type { LoadResult } from "./load-result";
import type { ChangesByKind } from "./rows/changes";

const usage = [
  "用法：npm run content:load -- 文件夹 [--demo] [--dry-run]",
  "      npm run content:load -- --previous [--dry-run]",
  "  --demo     同时装载演示成员、帖子和回复（含公开的演示密码，不要用在正式环境）",
  "  --previous 恢复上一个内容包：装载当前内容之前的那一个，原样装回来（它的文件夹改了、删了也可以）",
  "  --dry-run  只检查，并说出会改变什么；不写入任何内容",
].join("\n");

/** The changes of a load, one line for each kind. */
export function describeChanges(changes: ChangesByKind): string[] {
  return namedChanges(changes).map(({ name, added, changed, delisted }) => {
    const parts = [
      added > 0 ? `新增 ${added}` : "",
      changed > 0 ? `修改 ${changed}` : "",
      delisted > 0 ? `下架 ${delisted}` : "",
    ];
    return `${name}：${parts.filter(Boolean).join("，")}`;
  });
}

/** The result of a load as text. @param demo null for a load of the previous pack */
export function describeLoad(folder: string, result: LoadResult, demo: boolean | null): string {
  const lines = [
    `内容包 ${folder} 已装载：版块 ${result.sections} 个，版主 ${result.moderators} 人次，政策 ${result.policies} 份，图片 ${result.pictures} 张。`,
    ...(demo
      ? [
          `新增演示成员 ${result.members} 人，主题 ${result.topics} 个，帖子 ${result.posts} 条；已有的保持不变。`,
        ]
      : []),
    ...(demo === false ? ["没有装载演示成员和帖子（需要时加 --demo）。"] : []),
  ];
  const changes = describeChanges(result.changes);
  const removed = Object.values(result.changes).reduce((sum, { delisted }) => sum + delisted, 0);
  return [
    ...lines,
    ...(changes.length > 0 ? changes : ["各类内容没有改变。"]),
    ...(removed > 0 ? [`下架了 ${removed} 项。要回到装载之前：npm run content:load -- --previous`] : []),
    ...result.notices.map((notice) => `提醒：${notice}`),
  ].join("\n");
}

/** The result of a dry run as text. */
export function describeDryRun(folder: string, result: LoadResult): string {
  const changes = describeChanges(result.changes);
  const inserted = result.members + result.topics + result.posts;
  return [
    `内容包 ${folder} 检查通过，没有写入任何内容。`,
    ...(changes.length > 0 ? ["装载它会改变：", ...changes] : []),
    ...(inserted > 0
      ? [`新增演示成员 ${result.members} 人，主题 ${result.topics} 个，帖子 ${result.posts} 条`]
      : []),
    ...(changes.length === 0 && inserted === 0 ? ["装载它不会改变任何内容。"] : []),
    ...result.notices.map((notice) => `提醒：${notice}`),
  ].join("\n");
}

/**
 * `npm run content:load`: loads one content pack.
 * @param argv the words after `--`: the folder, `--demo` and `--dry-run`.
 * @returns the exit code: 0, or 1 after it logged the problems.
 */
export async function main(
  argv: string[],
  services: Pick<Services, "database" | "texts" | "now">,
  log: (line: string) => void = logInfo,
): Promise<number> {
  let folder: string | undefined;
  let demo = false;
  let dryRun = false;
  let previous = false;
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      options: {
        demo: { type: "boolean", default: false },
        "dry-run": { type: "boolean", default: false },
        previous: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    demo = values.demo;
    dryRun = values["dry-run"];
    // `--demo` makes no sense with `--previous`: the members and topics of the previous pack still exist.
    previous = values.previous && !demo && positionals.length === 0;
    if (positionals.length === 1 && !values.previous) folder = positionals[0];
  } catch {
    // For an unknown option the command prints the usage.
  }
  if (!folder && !previous) {
    log(usage);
    return 1;
  }
  try {
    if (!folder) {
      const { pack, ...result } = await loadPreviousPack(services, { dryRun });
      log(dryRun ? describeDryRun(pack, result) : describeLoad(pack, result, null));
      return 0;
    }
    const result = await loadContentPack(services, folder, { demo, dryRun });
    log(dryRun ? describeDryRun(folder, result) : describeLoad(folder, result, demo));
    return 0;
  } catch (error) {
    if (!(error instanceof ContentPackError)) throw error;
    log(error.message);
    return 1;
  }
}
