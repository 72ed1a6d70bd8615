import { logInfo } from "contract/base/log";
import { contentKindNames, contentKinds } from "contract/content/kinds/words";
import type { Services } from "../../server/context";
import { ContentPackError, describeProblem } from "../pack/problems";
import { ContentExportError, exportPack } from "./export-pack";

const usage = [
  "用法：npm run content:export -- 文件夹",
  "  把现在的内容写成一个内容包：上次装载的包，加上在浏览器里发布和下架的；没改过的文件逐字节不变。",
  "  文件夹要是空的，或者还没有。成员、帖子和站点设置不在内容包里，用 npm run export。",
].join("\n");

/**
 * `npm run content:export`: writes a pack of what stands.
 * @param argv the words after `--`: the folder
 * @returns the exit code: 0; 1 after it logged why there is no pack, or why the pack cannot be loaded as it is
 */
export async function main(
  argv: string[],
  services: Pick<Services, "database" | "files">,
  log: (line: string) => void = logInfo,
): Promise<number> {
  const [folder, ...more] = argv;
  if (!folder || folder.startsWith("-") || more.length > 0) {
    log(usage);
    return 1;
  }
  try {
    const { pack, files, held, lost, problems } = await exportPack(services, folder);
    const edited = contentKindNames.flatMap((kind) =>
      held[kind] ? [`${contentKinds[kind].name} ${held[kind]} 项`] : [],
    );
    log(`已写出 ${folder}：${files} 个文件，底本是内容包 ${pack}。`);
    log(edited.length > 0 ? `按站内的写：${edited.join("，")}。` : "没有内容是站内改过的，和底本一样。");
    if (held.lecturers || held.activities)
      log("讲师、活动组织者和评委的账号在包里写作邮箱，把包给别人之前请看一看。");
    for (const line of lost) log(`没有带走：${line}`);
    if (problems.length === 0) return lost.length === 0 ? 0 : 1;
    log("这个包还不能原样装载，请先改好：");
    for (const problem of problems) log(describeProblem(problem));
    return 1;
  } catch (error) {
    if (!(error instanceof ContentExportError || error instanceof ContentPackError)) throw error;
    log(error.message);
    return 1;
  }
}
