import { kindsOfType, type MenuFlags } from "contract/development/calls";
import type { ResourceKind } from "contract/resources/constants";
import { menuFlags } from "contract/site/constants";
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { readDocument } from "../../../database/read-document";
import {
  productClasses,
  products,
  resourceLevels,
  resourceProducts,
  resources,
} from "../../../database/schema";
import type { PackNode } from "../../pack/schemas/community";

/** The number of entries under one heading of a mega panel. It is small, because every page contains the panels. */
const panelEntries = 6;

interface TreeRow {
  id: number;
  parentId: number | null;
}

const childrenIn =
  <Row extends TreeRow>(rows: Row[]) =>
  (parent: number | null): Row[] =>
    rows.filter(({ parentId }) => parentId === parent);

/** The products panel: classes of the first level, under them those of the second, under these classes and products. */
export async function productPanels(database: Database): Promise<PackNode[]> {
  const classes = await database
    .select({ id: productClasses.id, parentId: productClasses.parentId, name: productClasses.name })
    .from(productClasses)
    .where(isNull(productClasses.delistedAt))
    .orderBy(asc(productClasses.position), asc(productClasses.id));
  const place = sql<number>`row_number() over (partition by ${products.classId} order by ${products.id})`;
  const ranked = database
    .select({ id: products.id, name: products.name, classId: products.classId, place: place.as("place") })
    .from(products)
    .where(and(isNull(products.delistedAt), ne(products.state, "discontinued")))
    .as("ranked");
  const first = await database
    .select()
    .from(ranked)
    .where(sql`${ranked.place} <= ${panelEntries}`)
    .orderBy(asc(ranked.id));
  const classLink = (id: number) => `/products/index?id=${id}`;
  const children = childrenIn(classes);
  return children(null).map((top) => ({
    name: top.name,
    link: classLink(top.id),
    children: children(top.id).map((second) => ({
      name: second.name,
      link: classLink(second.id),
      children: [
        ...children(second.id).map(({ id, name }) => ({ name, link: classLink(id) })),
        ...first
          .filter(({ classId }) => classId === second.id)
          .map(({ id, name }) => ({ name, link: `/products/details/${id}` })),
      ].slice(0, panelEntries),
    })),
  }));
}

/**
 * The resources panel: two levels, and under each the products with the most resources. Levels that contain only kinds
 * that the operator's menu hides (spec 3.1) are left out.
 */
export async function resourcePanels(database: Database): Promise<PackNode[]> {
  const menu = (await readDocument(database, "menu")) as Partial<MenuFlags> | null;
  const hidden = new Set<ResourceKind>(
    menuFlags.filter((flag) => menu?.[flag] === false).flatMap((flag) => kindsOfType[flag]),
  );
  const levels = await database
    .select()
    .from(resourceLevels)
    .where(isNull(resourceLevels.delistedAt))
    .orderBy(asc(resourceLevels.position), asc(resourceLevels.id));
  const second = sql<number>`${resourceLevels.path}[2]`;
  const counted = database
    .select({
      level: second.as("level"),
      product: products.id,
      name: products.name,
      place:
        sql<number>`row_number() over (partition by ${second} order by count(*) desc, ${products.id})`.as(
          "place",
        ),
    })
    .from(resourceProducts)
    .innerJoin(resources, and(eq(resources.id, resourceProducts.resourceId), isNull(resources.delistedAt)))
    .innerJoin(resourceLevels, eq(resourceLevels.id, resources.levelId))
    .innerJoin(products, and(eq(products.id, resourceProducts.productId), isNull(products.delistedAt)))
    .where(sql`${second} is not null`)
    .groupBy(second, products.id, products.name)
    .as("counted");
  const counts = await database
    .select()
    .from(counted)
    .where(sql`${counted.place} <= ${panelEntries}`)
    .orderBy(asc(counted.level), asc(counted.place));
  const children = childrenIn(levels);
  const link = (id: number) => `/resources/index?id=${id}`;
  return children(null)
    .map((top) => ({ ...top, shown: children(top.id).filter(({ kind }) => !hidden.has(kind)) }))
    .filter(({ kind, shown }) => shown.length > 0 || !hidden.has(kind))
    .map((top) => ({
      name: top.name,
      link: link(top.id),
      children: top.shown.map(({ id, name }) => ({
        name,
        link: link(id),
        children: counts
          .filter(({ level }) => level === id)
          .map(({ product, name: productName }) => ({
            name: productName,
            link: `${link(id)}&prodId=${product}`,
          })),
      })),
    }));
}
