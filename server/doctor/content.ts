import { policyTitles, registrationPolicies } from "contract/site/constants";
import { checkPackFolder } from "gateway/content/load/load-pack";
import { policiesMissing } from "gateway/content/pack/policies-missing";
import { ContentPackError } from "gateway/content/pack/problems";
import type { Ask } from "gateway/database/migrate";
import type { Environment } from "../environment";
import { type Finding, findingsOf } from "./finding";

const policies = findingsOf("协议");
const files = findingsOf("文件");
/** Every page links to all of these: those of the registration and two of the footer. */
const linkedPolicies = [...registrationPolicies, "legalNotices", "cookie-policy"] as const;
const loadIt = "在内容包的 policies/ 里补上，再运行 npm run content:load。";

/** Checks that the site has the policies to which people agree when they register, and those that pages link to. */
async function examinePolicies(ask: Ask): Promise<Finding> {
  const { rows } = await ask("select id from policies");
  const missing = linkedPolicies.filter((id) => rows.every((row) => row.id !== id));
  const named = missing.map((id) => policyTitles[id]).join("、");
  if (registrationPolicies.some((id) => missing.includes(id)))
    return policies.error(`站点上没有${named}：注册时不请人同意，页面是 404`, loadIt);
  return missing.length > 0
    ? policies.warn(`站点上没有${named}：页脚链接的页面是 404`, loadIt)
    : policies.ok(`站点上有 ${rows.length} 份协议`);
}

/** Checks that the files of content packs in the database are complete. `npm run files` checks those outside. */
async function examineFiles(ask: Ask): Promise<Finding> {
  const { rows } = await ask(
    `select count(*)::int as all, count(*) filter (where broken)::int as broken,
      count(*) filter (where outside)::int as outside from (
      select location is not null as outside, location is null and bytes is not null and bytes <> octet_length(content)
        + coalesce((select sum(octet_length(piece.content)) from file_pieces piece where piece.file_name = name), 0)
        as broken from files) as each`,
  );
  const { all, broken, outside } = rows[0] ?? {};
  return Number(broken) > 0
    ? files.error(
        `${broken} 个文件的内容不完整`,
        "重新运行 npm run content:load 会补上内容包的文件；别的从备份恢复。",
      )
    : files.ok(
        Number(outside) > 0
          ? `库里的文件都完整；${outside} 个在库外，用 npm run files -- check 核对`
          : `${all} 个文件都完整`,
      );
}

/** Checks the site's content in its database; no findings before the tables exist. */
export async function examineContent(ask: Ask): Promise<Finding[]> {
  const { rows } = await ask(
    "select to_regclass('policies') is not null and to_regclass('file_pieces') is not null as there",
  );
  if (rows[0]?.there !== true) return [];
  return [await examinePolicies(ask), await examineFiles(ask)];
}

/** Checks the content pack that administrators load in the portal. */
export async function examinePack({ contentPack }: Pick<Environment, "contentPack">): Promise<Finding[]> {
  const { ok, warn, error } = findingsOf("内容包");
  if (contentPack === null) return [];
  try {
    const { pack } = await checkPackFolder(contentPack);
    const missing = policiesMissing(pack);
    return [missing ? warn(missing, loadIt) : ok(`${contentPack} 检查通过，有注册要的协议`)];
  } catch (problem) {
    if (!(problem instanceof ContentPackError)) throw problem;
    return [
      error(
        `${contentPack} 有 ${problem.problems.length} 处问题`,
        `运行 npm run content:check -- ${contentPack} 看每一处。`,
      ),
    ];
  }
}
