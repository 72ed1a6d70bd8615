import { parseArgs } from "node:util";
import { logInfo } from "contract/base/log";
import type { Services } from "../../server/context";
import { ContentPackError } from "../pack/problems";
import { type LoadResult, loadContentPack } from "./load-pack";

const usage =
  "用法：npm run content:load -- 文件夹 [--demo]\n  --demo  同时装载演示成员、帖子和回复（含公开的演示密码，不要用在正式环境）";

/** A load's result as a few lines for people. */
export function describeLoad(folder: string, result: LoadResult, demo: boolean): string {
  const lines = [
    `内容包 ${folder} 已装载：版块 ${result.sections} 个，版主 ${result.moderators} 人次，政策 ${result.policies} 份，图片 ${result.pictures} 张。`,
    demo
      ? `新增演示成员 ${result.members} 人，主题 ${result.topics} 个，帖子 ${result.posts} 条；已有的保持不变。`
      : "没有装载演示成员和帖子（需要时加 --demo）。",
  ];
  return [...lines, ...result.notices.map((notice) => `提醒：${notice}`)].join("\n");
}

/**
 * `npm run content:load`: loads one content pack.
 * @param argv the words after `--`: the folder, and `--demo`.
 * @returns the exit code: 0, or 1 with what is wrong in the log.
 */
export async function main(
  argv: string[],
  services: Pick<Services, "database" | "texts" | "now">,
  log: (line: string) => void = logInfo,
): Promise<number> {
  let folder: string | undefined;
  let demo = false;
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      options: { demo: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    demo = values.demo;
    if (positionals.length === 1) folder = positionals[0];
  } catch {
    // An option that is not ours: the usage says which there are.
  }
  if (!folder) {
    log(usage);
    return 1;
  }
  try {
    log(describeLoad(folder, await loadContentPack(services, folder, { demo }), demo));
    return 0;
  } catch (error) {
    if (!(error instanceof ContentPackError)) throw error;
    log(error.message);
    return 1;
  }
}
