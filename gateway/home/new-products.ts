import type { CallResponse } from "contract";
import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { products } from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";
import { chosenFirst } from "./chosen";

type NewProducts = CallResponse<"queryNewProduct">["data"];

/** New is what is sold, or soon will be; what leaves the market is not, however lately it came. */
const current = inArray(products.state, ["preview", "production"]);

/** New products, the newest first, after those that the operator puts before them. */
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
  const shown = rows.flatMap(({ id, gallery }) => (gallery[0] ? [{ id, image: gallery[0] }] : []));
  const pictures = await picturesOf(
    database,
    shown.map(({ image }) => image),
  );
  const byProduct = new Map(shown.map(({ id }, index) => [id, pictures[index]]));
  return rows.map(({ gallery: _, ...row }) => ({ ...row, picture: byProduct.get(row.id) ?? null }));
}
