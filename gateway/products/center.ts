import type { CallResponse } from "contract";
import { centerNotices, centerProducts } from "contract/products/constants";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { productClasses, productNotices, products } from "../database/schema";
import { firstImage, firstPictures } from "./list";

/** The newest products that are listed, last on sale first, with their classes. */
async function newestProducts(database: Database) {
  const { id, name, summary, kind, state, since } = products;
  const rows = await database
    .select({ id, name, summary, kind, state, since, className: productClasses.name, image: firstImage })
    .from(products)
    .innerJoin(productClasses, eq(productClasses.id, products.classId))
    .where(isNull(products.delistedAt))
    .orderBy(sql`${products.since} desc nulls last, ${products.id} desc nulls last`)
    .limit(centerProducts);
  const pictures = await firstPictures(database, rows);
  return rows.map(({ image: _, ...row }) => ({ ...row, picture: pictures.get(row.id) ?? null }));
}

/** For each class of the first level the picture of its newest product that has one. */
async function classPictures(database: Database): Promise<CallResponse<"productCenter">["classes"]> {
  const first = sql<number>`${productClasses.path}[1]`;
  const rows = await database
    .selectDistinctOn([first], { id: first, image: firstImage })
    .from(products)
    .innerJoin(productClasses, eq(productClasses.id, products.classId))
    .where(and(isNull(products.delistedAt), gt(sql`jsonb_array_length(${products.gallery})`, 0)))
    .orderBy(first, sql`${products.since} desc`, sql`${products.id} desc`);
  const pictures = await firstPictures(database, rows);
  return [...pictures].map(([id, picture]) => ({ id, picture }));
}

/** What the product centre shows beside its classes: new products, new notices, and a picture for each class. */
export async function productCenter(database: Database): Promise<CallResponse<"productCenter">> {
  const { number, kind, title, date, effective } = productNotices;
  const notices = await database
    .select({ number, kind, title, date, effective })
    .from(productNotices)
    .where(isNull(productNotices.delistedAt))
    .orderBy(sql`${productNotices.date} desc nulls last, ${productNotices.number} desc nulls last`)
    .limit(centerNotices);
  return {
    products: await newestProducts(database),
    notices,
    classes: await classPictures(database),
  };
}
