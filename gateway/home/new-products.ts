import type { CallResponse } from "contract";
import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { products } from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";
import { chosenFirst } from "./operator-order";

type NewProducts = CallResponse<"queryNewProduct">["data"];

/** Only products on sale or announced count as new. */
const current = inArray(products.state, ["preview", "production"]);

/** The operator's chosen products, followed by the newest ones. */
export async function newProducts(database: Database, first: number[], count: number): Promise<NewProducts> {
  const select = (condition: SQL | undefined) =>
    database
      .select({
        id: products.id,
        name: products.name,
        summary: products.summary,
        kind: products.kind,
        state: products.state,
        since: products.since,
        gallery: products.gallery,
      })
      .from(products)
      .where(and(isNull(products.delistedAt), condition))
      .orderBy(sql`${products.since} desc nulls last`, sql`${products.id} desc nulls last`)
      .limit(count + first.length);
  const fixedRows = first.length === 0 ? [] : await select(inArray(products.id, first));
  const rows = chosenFirst(first, fixedRows, await select(current), count);
  const pictureList = rows.flatMap(({ id, gallery }) => (gallery[0] ? [{ id, image: gallery[0] }] : []));
  const pictures = await picturesOf(
    database,
    pictureList.map(({ image }) => image),
  );
  const byProduct = new Map(pictureList.map(({ id }, index) => [id, pictures[index]]));
  return rows.map(({ gallery: _, ...row }) => ({ ...row, picture: byProduct.get(row.id) ?? null }));
}
