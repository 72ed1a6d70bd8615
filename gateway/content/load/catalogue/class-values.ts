import { isDeepStrictEqual } from "node:util";
import { arrayOverlaps, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { productClasses, products } from "../../../database/schema";
import type { ProductValue } from "../../../database/tables/products";
import { parameterValue } from "../../pack/check/parameter-values";
import { heldKeys } from "../rows/held";
import { type ClassTree, classTree, parametersIn, type TreeParameter } from "./class-tree";

/** The values of products to write, by the products' ids. */
export type ChangedValues = Map<number, Record<string, ProductValue>>;

/** A value that its class has no parameter for any more, or that its parameter does not take. */
interface Unfit {
  product: string;
  key: string;
  shown: string;
  /** Why it does not fit; null without a parameter. */
  problem: string | null;
}

/** How many products a message names. */
export const namedMost = 3;

/** What was typed for a value, as another type of parameter reads it. */
function typedFor({ shown, choices, yes }: ProductValue, { type }: TreeParameter): unknown {
  if (type === "choice") return choices ?? shown.split("、");
  if (type === "yes") return yes ?? (shown === "支持" || (shown === "不支持" ? false : shown));
  return shown;
}

const isSame = (one: TreeParameter | undefined, other: TreeParameter | undefined) =>
  isDeepStrictEqual(
    one && [one.type, one.unit, one.choices, one.key],
    other && [other.type, other.unit, other.choices, other.key],
  );

/**
 * Reads the values of products anew by the parameters of their classes. A value that does not fit keeps what it shows,
 * and leaves the filters; one without a parameter stays as it is.
 * @param before the tree by which they were read; without it nothing is known of that
 * @returns what is to be written, and the values of listed products that do not fit
 */
export async function rereadValues(
  database: Database,
  which: SQL | undefined,
  tree: ClassTree,
  before?: ClassTree,
): Promise<{ values: ChangedValues; unfit: Unfit[] }> {
  const rows = await database
    .select({
      id: products.id,
      name: products.name,
      classId: products.classId,
      values: products.values,
      delistedAt: products.delistedAt,
    })
    .from(products)
    .where(which)
    .orderBy(products.id);
  const [values, unfit]: [ChangedValues, Unfit[]] = [new Map(), []];
  const known = new Map<number, [now: Map<string, TreeParameter>, then: Map<string, TreeParameter> | null]>();
  for (const row of rows) {
    const [now, then] = known.get(row.classId) ?? [
      parametersIn(tree, row.classId),
      before ? parametersIn(before, row.classId) : null,
    ];
    known.set(row.classId, [now, then]);
    for (const [key, value] of Object.entries(row.values)) {
      const parameter = now.get(key);
      if (then && isSame(then.get(key), parameter)) continue;
      const read = parameter ? parameterValue(typedFor(value, parameter), parameter) : null;
      const isFit = read !== null && typeof read !== "string";
      if (!isFit && row.delistedAt === null)
        unfit.push({ product: row.name, key, shown: value.shown, problem: read });
      const next = isFit ? read : read === null ? value : { shown: value.shown };
      if (!isDeepStrictEqual(next, value)) values.set(row.id, { ...values.get(row.id), [key]: next });
    }
  }
  return { values, unfit };
}

/** Writes values of products beside those that they have. */
export async function writeValues(database: Database, changed: ChangedValues): Promise<void> {
  if (changed.size === 0) return;
  const list = JSON.stringify([...changed].map(([id, values]) => ({ id, values })));
  await database.execute(sql`update ${products} as own set "values" = own."values" || changed."values"
    from jsonb_to_recordset(${list}::jsonb) as changed (id int, "values" jsonb) where own.id = changed.id`);
}

/** Values by the products that have them, some named. */
export const namedUnfit = (unfit: Unfit[]) =>
  unfit
    .slice(0, namedMost)
    .map(({ product, shown, problem }) => `${product}（${shown}）${problem === null ? "" : `：${problem}`}`)
    .join("、");

/**
 * After a load: a product of the browser may stand in a class that the pack defines otherwise now, and a pack's product
 * in a class of the browser, or beneath one that stays where the pack does not have it. Their values are read by what
 * their classes say. @param stayed the ids of such classes @returns what to tell the operator
 */
export async function rereadHeld(database: Database, stayed: number[]): Promise<string[]> {
  const [own, classes] = [await heldKeys(database, "products"), await heldKeys(database, "classes")];
  if (own.size + classes.size + stayed.length === 0) return [];
  const numbers = (keys: ReadonlySet<string>) => [...keys].map(Number);
  const beneath = database
    .select({ id: productClasses.id })
    .from(productClasses)
    .where(arrayOverlaps(productClasses.path, [0, ...stayed, ...numbers(classes)]));
  const which = or(
    own.size > 0 ? inArray(products.id, numbers(own)) : undefined,
    classes.size + stayed.length > 0 ? inArray(products.classId, beneath) : undefined,
  );
  const { values, unfit } = await rereadValues(database, which, await classTree(database));
  await writeValues(database, values);
  if (unfit.length === 0) return [];
  return [
    `有 ${unfit.length} 个参数值不合分类现在的定义，筛选里没有它们，请到“内容编辑”改产品或分类：${namedUnfit(unfit)}`,
  ];
}
