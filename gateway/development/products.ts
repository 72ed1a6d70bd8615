import type { CallResponse } from "contract";
import { and, asc, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { productClasses, products, resourceCounts } from "../database/schema";
import { countsOf, levelsWithin, ownCount, readLevels } from "../resources/levels";
import type { Services } from "../server/context";
import { found } from "../server/refusal";

type TreeNode = CallResponse<"devProductTree">["result"][number];

/** The number of products under a class, and of boards in a part of the menu. */
const productsMaximum = 60;

const countOfScope = (scope: "class" | "product") =>
  and(eq(resourceCounts.scope, scope), eq(resourceCounts.levelId, 0));

/** Listed products with their numbers of resources, in descending order. */
export async function countedProducts(
  database: Database,
  where: { classId: number } | { boards: number },
): Promise<CallResponse<"devResourcesByType">["types"][number]["products"]> {
  const among =
    "boards" in where
      ? inArray(products.kind, ["board", "kit"])
      : sql`exists (select 1 from ${productClasses} where ${productClasses.id} = ${products.classId} and ${where.classId} = any(${productClasses.path}))`;
  const resources = sql<number>`coalesce(${resourceCounts.resources}, 0)`.mapWith(Number);
  return database
    .select({
      id: products.id,
      name: products.name,
      summary: products.summary,
      kind: products.kind,
      resources,
    })
    .from(products)
    .leftJoin(resourceCounts, and(countOfScope("product"), eq(resourceCounts.scopeId, products.id)))
    .where(and(isNull(products.delistedAt), among))
    .orderBy(desc(resources), asc(products.id))
    .limit("boards" in where ? where.boards : productsMaximum);
}

/** The classes with resources. */
async function classTree(database: Database): Promise<TreeNode[]> {
  const rows = await database
    .select({
      id: productClasses.id,
      name: productClasses.name,
      parentId: productClasses.parentId,
      path: productClasses.path,
      resources: resourceCounts.resources,
    })
    .from(productClasses)
    .innerJoin(resourceCounts, and(countOfScope("class"), eq(resourceCounts.scopeId, productClasses.id)))
    .where(and(isNull(productClasses.delistedAt), gt(resourceCounts.resources, 0)))
    .orderBy(asc(productClasses.position), asc(productClasses.id));
  const nodesUnder = (parent: number | null): unknown[] =>
    rows
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, name, resources, path }) => ({
        id,
        name,
        type: "proclass",
        resources,
        ...(path.length < 3 ? { child: nodesUnder(id) } : {}),
      }));
  return nodesUnder(null) as TreeNode[];
}

/** The classes; with an id, the products of this class and of all classes below it (spec 7.2, Dev resources). */
export async function devProductTree(database: Database, classId: number | undefined): Promise<TreeNode[]> {
  if (classId === undefined) return classTree(database);
  const [product] = await database
    .select({ id: productClasses.id })
    .from(productClasses)
    .where(eq(productClasses.id, classId));
  found(product, "CLASS_NOT_FOUND");
  const rows = await countedProducts(database, { classId });
  return rows.map(({ id, name, resources }) => ({ id, name, type: "product" as const, resources }));
}

/** A product for the head of the resource list. Throws PRODUCT_NOT_FOUND. */
export async function devProductInfo(
  services: Pick<Services, "database" | "now">,
  id: number,
): Promise<CallResponse<"devProductInfo">> {
  const { database } = services;
  const [selected] = await database
    .select({ product: products, path: productClasses.path })
    .from(products)
    .innerJoin(productClasses, eq(productClasses.id, products.classId))
    .where(eq(products.id, id));
  const { product, path } = found(selected, "PRODUCT_NOT_FOUND");
  const classes = await database
    .select({ id: productClasses.id, name: productClasses.name })
    .from(productClasses)
    .where(inArray(productClasses.id, path));
  const levels = await readLevels(services);
  const counts = await countsOf(database, { scope: "product", id });
  const kinds = [...new Set([...levels.values()].map(({ kind }) => kind))].map((kind) => ({
    kind,
    resources: ownCount(levels, levelsWithin(levels, undefined, [kind]), counts),
  }));
  const { name, summary, kind, state, delistedAt } = product;
  return {
    id,
    name,
    summary,
    kind,
    state,
    delisted: delistedAt !== null,
    resources: counts.get(0) ?? 0,
    classes: path.flatMap((step) => classes.filter((row) => row.id === step)),
    kinds: kinds.filter(({ resources }) => resources > 0),
  };
}
