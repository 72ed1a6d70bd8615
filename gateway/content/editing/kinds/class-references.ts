import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { ClassBody } from "contract/content/kinds/class-body";
import { rowField } from "contract/content/kinds/field";
import { inArray } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { products } from "../../../database/schema";
import {
  type ClassTree,
  classTree,
  levelsMost,
  pathIn,
  placesBeneath,
  type TreeClass,
} from "../../load/catalogue/class-tree";
import { type ChangedValues, namedUnfit, rereadValues } from "../../load/catalogue/class-values";
import type { FieldProblems } from "./kind";

type ClassDraft = Partial<ClassBody>;

/** The tree as it will be with a class; a new one has the id 0. */
function treeWith(
  before: ClassTree,
  id: number,
  { title = "", parent, parameters = [] }: ClassDraft,
): ClassTree {
  const changed: TreeClass = { id, name: title, parentId: parent ?? null, isListed: true, parameters };
  return new Map([...before, [id, changed]]);
}

/** What products have for parameters that a class, also by its new place, defines otherwise. */
async function valuesIn(database: Database, id: number, before: ClassTree, after: ClassTree) {
  // Those beneath it in either tree are the same: only the class itself moves.
  const classes = placesBeneath(after, id).flatMap((path) => path.at(-1)?.id ?? []);
  return rereadValues(database, inArray(products.classId, classes), after, before);
}

/** The values of products to write with a class. */
export async function changedValues(database: Database, id: number, body: ClassBody): Promise<ChangedValues> {
  const before = await classTree(database);
  return (await valuesIn(database, id, before, treeWith(before, id, body))).values;
}

/** What is wrong with the place that a class is to have. */
function wrongPlace(tree: ClassTree, parent: number | undefined, own: number): string | null {
  if (parent === undefined) return null;
  const above = tree.get(parent);
  if (!above) return "没有这个分类";
  if (pathIn(tree, own) === null) return "不能放在自己下面";
  if (!above.isListed) return `分类“${above.name}”已下架，请换一个`;
  const deepest = Math.max(...placesBeneath(tree, own).map((path) => path.length));
  return deepest > levelsMost ? `最多 ${levelsMost} 级` : null;
}

/** Keys that a product beneath the class would have twice, by control. */
function doubleKeys(tree: ClassTree, own: number, parameters: ClassBody["parameters"]): FieldProblems {
  const problems: FieldProblems = {};
  const keys = parameters.map(({ key }) => key);
  for (const [index, key] of keys.entries())
    if (keys.indexOf(key) !== index) problems[rowField("parameters", index, "key")] = ["这个代号写了两次"];
  for (const path of placesBeneath(tree, own)) {
    if (!path.every(({ isListed }) => isListed)) continue;
    const seen = new Map<string, TreeClass>();
    for (const node of path)
      for (const { key } of node.parameters) {
        const other = seen.get(key);
        seen.set(key, node);
        if (!other || other === node) continue;
        const mine = node.id === own || other.id === own;
        const at = mine ? rowField("parameters", keys.indexOf(key), "key") : "parent";
        problems[at] ??= mine
          ? [`分类“${node.id === own ? other.name : node.name}”已经有这个代号`]
          : [`分类“${other.name}”和“${node.name}”都有代号 ${key}`];
      }
  }
  return problems;
}

/** The values of products that would not fit any more, by the control that makes it so. */
async function lostValues(
  database: Database,
  own: number,
  before: ClassTree,
  after: ClassTree,
): Promise<FieldProblems> {
  const problems: FieldProblems = {};
  const { unfit } = await valuesIn(database, own, before, after);
  const parameters = after.get(own)?.parameters ?? [];
  const had = new Set(before.get(own)?.parameters.map(({ key }) => key));
  for (const key of new Set(unfit.map((one) => one.key))) {
    const some = unfit.filter((one) => one.key === key);
    const index = parameters.findIndex((one) => one.key === key);
    const list = `${namedUnfit(some)}`;
    if (index >= 0)
      problems[rowField("parameters", index, "type")] = [`有 ${some.length} 个产品的值不合新的定义：${list}`];
    else {
      const at = had.has(key) ? "parameters" : "parent";
      const what = had.has(key) ? "没有了" : "在那里没有，或者定义不同";
      const message = `参数 ${key} ${what}，但有 ${some.length} 个产品写了它的值：${list}`;
      problems[at] = [...(problems[at] ?? []), message];
    }
  }
  return problems;
}

/** What a class names that does not exist or does not fit, by the control in which it is typed. */
export async function classProblems(
  database: Database,
  body: ContentBody,
  key: string | undefined,
): Promise<FieldProblems> {
  const draft: ClassDraft = contentBodies.classes.draft.partial().parse(body);
  const { parent, parameters = [] } = draft;
  const own = Number(key ?? 0);
  const before = await classTree(database);
  const after = treeWith(before, own, draft);
  const place = wrongPlace(after, parent, own);
  const problems = {
    ...(place ? {} : await lostValues(database, own, before, after)),
    ...doubleKeys(after, own, parameters),
  };
  for (const [index, { choices }] of parameters.entries())
    if (new Set(choices).size < choices.length)
      problems[rowField("parameters", index, "choices")] = ["选项有重复"];
  return { ...problems, ...(place ? { parent: [place] } : {}) };
}

/** What stands in a class and would be lost from the lists with it; null without anything. */
export async function neededClass(database: Database, id: number): Promise<string | null> {
  const places = placesBeneath(await classTree(database), id).flatMap((path) => path.at(-1) ?? []);
  const within = places.map((one) => one.id);
  const rows = await database
    .select({ id: products.id, delistedAt: products.delistedAt })
    .from(products)
    .where(inArray(products.classId, within));
  const counts = {
    个产品: rows.filter(({ delistedAt }) => delistedAt === null).length,
    个下级分类: places.filter((one) => one.id !== id && one.isListed).length,
  };
  const list = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  return list.length > 0 ? `这个分类还有 ${list.join("、")}，先移走或下架它们，再下架分类` : null;
}
