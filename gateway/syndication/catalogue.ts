import type { CallResponse } from "contract";
import { sitemapNoticesMax, sitemapProductsMax } from "contract/syndication/constants";
import { asc, isNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { productClasses, productNotices, products } from "../database/schema";

/**
 * The pages of the product centre. They are not split into slices of ids, because the operator chooses the ids and each
 * could be in its own slice.
 */
export async function catalogueEntries(database: Database): Promise<CallResponse<"sitemapProducts">> {
  const classes = await database
    .select({ id: productClasses.id })
    .from(productClasses)
    .where(isNull(productClasses.delistedAt))
    .orderBy(asc(productClasses.position));
  const listed = await database
    .select({ id: products.id, at: products.updatedAt })
    .from(products)
    .where(isNull(products.delistedAt))
    .orderBy(asc(products.id))
    .limit(sitemapProductsMax);
  const notices = await database
    .select({ number: productNotices.number, at: productNotices.updatedAt })
    .from(productNotices)
    .where(isNull(productNotices.delistedAt))
    .orderBy(sql`${productNotices.date} desc nulls last, ${productNotices.number} desc nulls last`)
    .limit(sitemapNoticesMax);
  return {
    classes: classes.map(({ id }) => id),
    products: listed.map(({ id, at }) => ({ id, updatedAt: at.toISOString() })),
    notices: notices.map(({ number, at }) => ({ number, updatedAt: at.toISOString() })),
  };
}
