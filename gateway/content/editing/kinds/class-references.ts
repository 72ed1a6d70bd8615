import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { ClassBody } from "contract/content/kinds/class-body";
import { rowField } from "contract/content/kinds/field";
import { eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { productClasses, productParameters, products } from "../../../database/schema";
import type { ProductValue } from "../../../database/tables/products";
import { parameterValue } from "../../pack/check/parameter-values";
import type { FieldProblems } from "./kind";

/** The most levels of classes. */
const levelsMost = 3;
/** How many products a problem names. */
const namedMost = 3;

/** The values of products that another definition of their parameter changes. */
export type ChangedValues = Map<number, Record<string, ProductValue>>;

const typedValue = ({ shown, choices, yes }: ProductValue) => choices ?? yes ?? shown;
const isSame = (one: Definition, other: Definition) =>
  one.type === other.type && one.unit === other.unit && one.choices.join("\n") === other.choices.join("\n");
type Definition = Pick<ClassBody["parameters"][number], "type" | "unit" | "choices">;

/** What the products of a class and of those beneath it have for parameters that are defined otherwise now. */
export async function changedValues(
  database: Database,
  id: number,
  parameters: ClassBody["parameters"],
): Promise<{ values: ChangedValues; problems: FieldProblems }> {
  const values: ChangedValues = new Map();
  const problems: FieldProblems = {};
  const rows = await database.select().from(productParameters).where(eq(productParameters.classId, id));
  const before = new Map(rows.map((row) => [row.key, row]));
  for (const [index, parameter] of parameters.entries()) {
    const old = before.get(parameter.key);
    if (old && isSame(old, parameter)) continue;
    const having = await database
      .select({ id: products.id, name: products.name, values: products.values })
      .from(products)
      .innerJoin(productClasses, eq(productClasses.id, products.classId))
      .where(sql`${id} = any(${productClasses.path}) and ${products.values} ? ${parameter.key}`);
    const wrong: string[] = [];
    for (const product of having) {
      const value = product.values[parameter.key];
      const read = value && parameterValue(typedValue(value), parameter);
      if (typeof read === "string") wrong.push(`${product.name}（${value?.shown}）：${read}`);
      else if (read) values.set(product.id, { ...values.get(product.id), [parameter.key]: read });
    }
    if (wrong.length > 0)
      problems[rowField("parameters", index, "type")] = [
        `有 ${wrong.length} 个产品的值不合新的定义：${wrong.slice(0, namedMost).join("、")}`,
      ];
  }
  return { values, problems };
}

/** What is wrong with the place that a class is to have. */
function wrongPlace(
  classes: { id: number; path: number[] }[],
  parent: number | undefined,
  own: number,
): string | null {
  if (parent === undefined) return null;
  const above = classes.find(({ id }) => id === parent)?.path;
  if (!above) return "没有这个分类";
  if (above.includes(own)) return "不能放在自己下面";
  const present = classes.find(({ id }) => id === own)?.path.length ?? 1;
  const deepest = Math.max(
    present,
    ...classes.filter(({ path }) => path.includes(own)).map(({ path }) => path.length),
  );
  return above.length + 1 + (deepest - present) > levelsMost ? `最多 ${levelsMost} 级` : null;
}

/** What a class names that does not exist or does not fit, by the control in which it is typed. */
export async function classProblems(
  database: Database,
  body: ContentBody,
  key: string | undefined,
): Promise<FieldProblems> {
  const { parent, parameters = [] } = contentBodies.classes.draft.partial().parse(body);
  const own = Number(key ?? 0);
  const classes = await database.select().from(productClasses).where(isNull(productClasses.delistedAt));
  const place = wrongPlace(classes, parent, own);
  const { problems } = await changedValues(database, own, parameters);
  // The keys of the classes above and beneath it: their products would have one twice.
  const above = classes.find(({ id }) => id === parent)?.path ?? [];
  const others = await database
    .select({ key: productParameters.key, name: productClasses.name })
    .from(productParameters)
    .innerJoin(productClasses, eq(productClasses.id, productParameters.classId))
    .where(
      sql`${productClasses.id} <> ${own} and ${productClasses.delistedAt} is null
        and (${productClasses.id} in (select value::int from json_array_elements_text(${JSON.stringify(above)}::json)) or ${own} = any(${productClasses.path}))`,
    );
  const taken = new Map(others.map((row) => [row.key, row.name]));
  const keys = parameters.map((parameter) => parameter.key);
  for (const [index, one] of keys.entries()) {
    const at = rowField("parameters", index, "key");
    if (keys.indexOf(one) !== index) problems[at] = ["这个代号写了两次"];
    else if (taken.has(one)) problems[at] = [`分类“${taken.get(one)}”已经有这个代号`];
  }
  for (const [index, { choices }] of parameters.entries())
    if (new Set(choices).size < choices.length)
      problems[rowField("parameters", index, "choices")] = ["选项有重复"];
  return { ...problems, ...(place ? { parent: [place] } : {}) };
}
