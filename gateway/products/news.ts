import type { CallResponse } from "contract";
import { feedLength } from "contract/syndication/constants";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  noticeProducts,
  productNotices,
  products,
  resourceProducts,
  resources,
  resourceVersions,
} from "../database/schema";
import { found } from "../server/refusal";

type Entry = CallResponse<"productNews">["entries"][number];

async function versionsOf(database: Database, id: number): Promise<Entry[]> {
  // A product's resources are ordered by their newest version, so older resources contain no newer version.
  const newest = database
    .select({ id: resourceProducts.resourceId })
    .from(resourceProducts)
    .where(and(eq(resourceProducts.productId, id), resourceProducts.listed))
    .orderBy(
      sql`${resourceProducts.date} desc nulls last, ${resourceProducts.resourceId} desc nulls last, ${resourceProducts.levelId}`,
    )
    .limit(feedLength)
    .as("newest");
  const rows = await database
    .select({
      pk_rm_resource: resources.id,
      title: resources.title,
      version: resourceVersions.version,
      html: resourceVersions.changesHtml,
      date: resourceVersions.date,
    })
    .from(newest)
    .innerJoin(resources, eq(resources.id, newest.id))
    .innerJoin(resourceVersions, eq(resourceVersions.resourceId, resources.id))
    .where(and(isNull(resourceVersions.delistedAt), ne(resourceVersions.state, "withdrawn")))
    .orderBy(sql`${resourceVersions.date} desc, ${resourceVersions.id}`)
    .limit(feedLength);
  return rows.map((row) => ({ ...row, notice: null }));
}

async function noticesOf(database: Database, id: number): Promise<Entry[]> {
  const rows = await database
    .select({
      notice: productNotices.number,
      title: productNotices.title,
      html: productNotices.html,
      date: productNotices.date,
    })
    .from(noticeProducts)
    .innerJoin(productNotices, eq(productNotices.number, noticeProducts.noticeNumber))
    .where(and(eq(noticeProducts.productId, id), isNull(productNotices.delistedAt)))
    .orderBy(sql`${noticeProducts.date} desc nulls last, ${noticeProducts.noticeNumber} desc nulls last`)
    .limit(feedLength);
  return rows.map((row) => ({ ...row, pk_rm_resource: null, version: null }));
}

/** The newest versions and notices of a product, latest first. */
export async function productNews(database: Database, id: number): Promise<CallResponse<"productNews">> {
  const [row] = await database
    .select({ name: products.name, summary: products.summary })
    .from(products)
    .where(eq(products.id, id));
  const product = found(row, "PRODUCT_NOT_FOUND");
  const entries = [...(await versionsOf(database, id)), ...(await noticesOf(database, id))];
  return {
    ...product,
    entries: entries.sort((one, other) => other.date.localeCompare(one.date)).slice(0, feedLength),
  };
}
