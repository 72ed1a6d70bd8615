import { logInfo } from "contract/base/log";
import { namedPeople, toRegister } from "../pack/people-named";
import { policiesMissing } from "../pack/policies-missing";
import { ContentPackError, describeProblem } from "../pack/problems";
import { checkPackFolder } from "./load-pack";

const usage = [
  "用法：npm run content:check -- 文件夹",
  "  检查一个内容包，不连接数据库，也不写入任何内容；有问题时说出文件、行和字段",
].join("\n");

/**
 * `npm run content:check`: checks one content pack with its files and videos.
 * @param argv the words after `--`: the folder.
 * @returns the exit code: 0, or 1 after it logged a line for each problem.
 */
export async function main(argv: string[], log: (line: string) => void = logInfo): Promise<number> {
  const [folder, ...more] = argv;
  if (!folder || folder.startsWith("-") || more.length > 0) {
    log(usage);
    return 1;
  }
  try {
    const { pack } = await checkPackFolder(folder);
    const { catalogue } = pack;
    const lessons = catalogue.courses.flatMap(({ front }) => front.chapters.flatMap((each) => each.lessons));
    const questions = catalogue.exams.reduce((sum, { value }) => sum + value.questions.length, 0);
    log(
      [
        `内容包 ${folder} 检查通过：版块 ${pack.sections.groups.flatMap((group) => group.sections).length} 个，`,
        `产品 ${catalogue.products.length} 个，资源 ${catalogue.resources.length} 份，资讯 ${catalogue.news.length} 篇，`,
        `课程 ${catalogue.courses.length} 门（${lessons.length} 节课），考试 ${catalogue.exams.length} 场（${questions} 道题）。`,
      ].join(""),
    );
    const missing = policiesMissing(pack);
    if (missing) log(`提醒：${missing}`);
    const members = new Set(pack.members.map(({ key }) => key));
    for (const person of namedPeople(pack)) if (!members.has(person.name)) log(`提醒：${toRegister(person)}`);
    return 0;
  } catch (error) {
    if (!(error instanceof ContentPackError)) throw error;
    for (const problem of error.problems) log(describeProblem(problem));
    log(`内容包 ${folder} 有 ${error.problems.length} 处问题。`);
    return 1;
  }
}
