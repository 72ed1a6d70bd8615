import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import type { BodyVersion } from "contract/content/kinds/resource-body";
import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { files, products, resourceLevels, resources } from "../../../database/schema";
import type { Choice, FieldProblems } from "./kind";
import { missingProducts, twice } from "./references";

/** The levels to choose from, each with the names of those above it. @param present one that a body has already */
export async function levelChoices(database: Database, present: unknown): Promise<Choice[]> {
  const all = await database
    .select()
    .from(resourceLevels)
    .orderBy(asc(resourceLevels.position), asc(resourceLevels.id));
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return all
    .filter(({ id, delistedAt }) => delistedAt === null || id === present)
    .map(({ id, path, delistedAt }) => ({
      value: String(id),
      name: path.map((step) => names.get(step) ?? "").join(" / ") + (delistedAt ? "（已下架）" : ""),
    }));
}

async function known(
  database: Database,
  table: typeof products | typeof resources,
  ids: number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .select({ id: table.id })
    .from(table as typeof resources)
    .where(inArray(table.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** Whether a resource is, in the end, replaced by this one. */
async function leadsBack(database: Database, from: number, key: number): Promise<boolean> {
  const { rows } = (await database.execute(sql`
    with recursive next (id) as (
      select ${from}::int
      union select r.replaced_by_id from resources r join next on next.id = r.id where r.replaced_by_id is not null
    ) select 1 from next where id = ${key} limit 1`)) as unknown as { rows: unknown[] };
  return rows.length > 0;
}

async function wrongReplacement(database: Database, id: number | undefined, key: number | undefined) {
  if (id === undefined) return {};
  const problem = (message: string): FieldProblems => ({ replacedBy: [message] });
  if (id === key) return problem("不能替代自己");
  if (!(await known(database, resources, [id])).has(id)) return problem(`没有资源 ${id}`);
  return key !== undefined && (await leadsBack(database, id, key))
    ? problem(`${id} 又被这份资源替代，绕成了一圈`)
    : {};
}

/** What versions name that is not there, and versions that stand twice. */
async function wrongVersions(database: Database, versions: BodyVersion[]): Promise<FieldProblems> {
  const problems: FieldProblems = {};
  const [chips, tools] = [
    await known(
      database,
      products,
      versions.flatMap((one) => one.products),
    ),
    await known(
      database,
      resources,
      versions.flatMap((one) => one.tools),
    ),
  ];
  const names = versions.flatMap(({ file }) => file?.fileName ?? []);
  const stored =
    names.length === 0
      ? []
      : await database
          .select({ name: files.name, bytes: files.bytes })
          .from(files)
          .where(inArray(files.name, names));
  const whole = new Map(stored.map(({ name, bytes }) => [name, bytes]));
  const numbers = versions.map(({ version }) => version);
  for (const [index, version] of versions.entries()) {
    const wrong = (column: string, message: string) => {
      problems[rowField("versions", index, column)] = [message];
    };
    const gone = (ids: number[], there: Set<number>) => ids.filter((id) => !there.has(id));
    if (numbers.indexOf(version.version) !== index) wrong("version", "这个版本号写了两次");
    const [chip, tool] = [gone(version.products, chips), gone(version.tools, tools)];
    for (const message of twice(version.products)) wrong("products", message);
    for (const message of twice(version.tools)) wrong("tools", message);
    if (chip.length > 0) wrong("products", `没有产品 ${chip.join("、")}`);
    if (tool.length > 0) wrong("tools", `没有资源 ${tool.join("、")}`);
    if (version.file && whole.get(version.file.fileName) !== version.file.bytes)
      wrong("file", "没有这个文件，请再上传一次");
  }
  if (versions.length > 0 && versions.every(({ state }) => state === "withdrawn"))
    problems.versions = ["全部版本都已撤回：至少留一个，或者下架这份资源"];
  return problems;
}

/** What a resource names and does not exist, by the control in which it is typed. */
export async function missingInResource(
  database: Database,
  body: ContentBody,
  own: string | undefined,
): Promise<FieldProblems> {
  const draft = contentBodies.resources.draft.partial().parse(body);
  const { level, replacedBy, versions = [], products: about } = draft;
  const [placed] =
    level === undefined
      ? [{ delistedAt: null }]
      : await database
          .select({ delistedAt: resourceLevels.delistedAt })
          .from(resourceLevels)
          .where(eq(resourceLevels.id, level));
  return {
    ...(placed ? {} : { level: ["请选择一个资源分类"] }),
    ...(placed?.delistedAt ? { level: ["这个分类已下架，请另选一个，或者先不选"] } : {}),
    ...(await missingProducts(database, about)),
    ...(await wrongReplacement(database, replacedBy, own === undefined ? undefined : Number(own))),
    ...(await wrongVersions(database, versions)),
  };
}
