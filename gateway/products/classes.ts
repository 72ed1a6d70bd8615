import type { CallRequest, CallResponse } from "contract";
import type { ProductNode } from "contract/products/shapes";
import { asc, count, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { productClasses, products } from "../database/schema";
import { type ClassRow, classOf, wayTo } from "./class-parameters";
import { previewClass } from "./preview-class";

const listedClasses = (database: Database): Promise<ClassRow[]> =>
  database
    .select()
    .from(productClasses)
    .where(isNull(productClasses.delistedAt))
    .orderBy(asc(productClasses.position));

/** The tree of classes (spec 3.5), with their products if the request asks for them. */
export async function productTree(
  database: Database,
  { type }: CallRequest<"productTree">,
): Promise<ProductNode[]> {
  const classes = await listedClasses(database);
  const listedProducts =
    type === "proclass"
      ? []
      : await database
          .select({ id: products.id, name: products.name, classId: products.classId })
          .from(products)
          .where(isNull(products.delistedAt))
          .orderBy(asc(products.id));
  const nodes = new Map<number, ProductNode>(
    classes.map(({ id, name }) => [id, { id, name, type: "proclass", child: [] }]),
  );
  const result: ProductNode[] = [];
  for (const { id, parentId } of classes) {
    const node = nodes.get(id);
    if (node) (parentId === null ? result : (nodes.get(parentId)?.child ?? [])).push(node);
  }
  for (const { id, name, classId } of listedProducts)
    nodes.get(classId)?.child.push({ id, name, type: "product", child: [] });
  return result;
}

/** The number of listed products in each class, including its subclasses. */
async function productCounts(database: Database, classes: ClassRow[]): Promise<Map<number, number>> {
  const own = await database
    .select({ classId: products.classId, products: count() })
    .from(products)
    .where(isNull(products.delistedAt))
    .groupBy(products.classId);
  const ownOf = new Map(own.map((row) => [row.classId, row.products]));
  const counts = new Map<number, number>();
  for (const { id, path } of classes)
    for (const above of path) counts.set(above, (counts.get(above) ?? 0) + (ownOf.get(id) ?? 0));
  return counts;
}

/** A class with its subclasses, or the classes of the first level. */
export async function productClass(
  database: Database,
  { id, preview }: CallRequest<"productClass">,
): Promise<CallResponse<"productClass">> {
  const isPreview = id !== undefined && preview !== undefined;
  const row = id === undefined || isPreview ? null : await classOf(database, id);
  const classes = await listedClasses(database);
  const counts = await productCounts(database, classes);
  const products = (one: number) => counts.get(one) ?? 0;
  const beneath = (parent: number | null) => classes.filter(({ parentId }) => parentId === parent);
  const children = beneath(id ?? null).map((one) => ({
    id: one.id,
    name: one.name,
    summary: one.summary,
    products: products(one.id),
    children: beneath(one.id).map((two) => ({ id: two.id, name: two.name, products: products(two.id) })),
  }));
  if (isPreview) return previewClass(database, id, preview, children);
  return {
    id: row?.id ?? null,
    name: row?.name ?? "",
    summary: row?.summary ?? "",
    path: row ? await wayTo(database, row) : [],
    delisted: row !== null && row.delistedAt !== null,
    products: row ? products(row.id) : beneath(null).reduce((sum, one) => sum + products(one.id), 0),
    children,
    preview: false,
    columns: [],
    facets: [],
  };
}
