import type { CallResponse } from "contract";
import { pageSize } from "contract/base/constants";
import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { follows, products } from "../database/schema";

/** The products that an account follows, latest first, including those that were taken down. */
export async function followedProducts(
  database: Database,
  accountId: number,
  requestedPage: number,
): Promise<CallResponse<"followedProducts">> {
  const own = and(eq(follows.accountId, accountId), eq(follows.kind, "product"));
  const total = await database.$count(follows, own);
  const { offset, ...place } = pageOf(total, requestedPage);
  const { id, name, summary, kind, state, delistedAt } = products;
  const rows = await database
    .select({ id, name, summary, kind, state, delistedAt })
    .from(follows)
    .innerJoin(products, eq(products.id, follows.targetId))
    .where(own)
    .orderBy(desc(follows.createdAt), desc(products.id))
    .limit(pageSize)
    .offset(offset);
  return {
    products: rows.map(({ delistedAt: at, ...row }) => ({ ...row, delisted: at !== null })),
    ...place,
    total,
  };
}
