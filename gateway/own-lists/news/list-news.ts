import type { OwnListNewsRow } from "contract/own-lists/calls";
import type { OwnListNews } from "contract/own-lists/constants";
import { productStates } from "contract/products/constants";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  noticeProducts,
  productNotices,
  productStateChanges,
  resourceProducts,
  resources,
  resourceVersions,
} from "../../database/schema";

/** The news that one thing shows; the rest is on its page. */
const newsMax = 5;

/** A thing of a list. */
export interface Thing {
  kind: "product" | "resource";
  targetId: number;
  createdAt: Date;
}

interface Row {
  target: "product" | "resource";
  id: number;
  kind: OwnListNews;
  title: string;
  notice: string | null;
  pk_rm_resource: number | null;
  at: Date | string;
}

const stateName = (code: string) => productStates.find((state) => state.code === code)?.name ?? code;

const idsIn = (things: readonly Thing[], kind: Thing["kind"]): SQL =>
  sql`${sql.param(things.filter((thing) => thing.kind === kind).map(({ targetId }) => targetId))}::int[]`;

/**
 * What was told of these things since a time, the latest first: notices, state changes and versions of the products,
 * and versions of the resources. One statement, and only for a list that has news.
 */
export async function newsOf(
  database: Database,
  things: readonly Thing[],
  since: Date,
): Promise<(thing: Thing) => OwnListNewsRow[]> {
  const [productIds, resourceIds] = [idsIn(things, "product"), idsIn(things, "resource")];
  const from = sql`${since.toISOString()}::timestamptz`;
  const isOut = sql`v.told_at > ${from} and v.delisted_at is null and v.state <> 'withdrawn'`;
  const { rows } = (await database.execute(sql`
    select 'product' as target, link.product_id as id, n.kind, n.title, n.number as notice,
        null::int as pk_rm_resource, n.told_at as at
      from ${noticeProducts} link join ${productNotices} n on n.number = link.notice_number
      where link.product_id = any(${productIds}) and n.told_at > ${from} and n.delisted_at is null
    union all
    select 'product', c.product_id, 'state', c.after, null, null, c.told_at
      from ${productStateChanges} c where c.product_id = any(${productIds}) and c.told_at > ${from}
    union all
    select 'product', link.product_id, 'version', r.title || ' ' || v.version, null, r.id, v.told_at
      from ${resourceProducts} link join ${resources} r on r.id = link.resource_id
        join ${resourceVersions} v on v.resource_id = r.id
      where link.product_id = any(${productIds}) and link.listed and ${isOut}
    union all
    select 'resource', r.id, 'version', r.title || ' ' || v.version, null, r.id, v.told_at
      from ${resources} r join ${resourceVersions} v on v.resource_id = r.id
      where r.id = any(${resourceIds}) and ${isOut}
    order by at desc`)) as unknown as { rows: Row[] };
  return ({ kind, targetId, createdAt }) =>
    rows
      .filter((row) => row.target === kind && row.id === targetId && new Date(row.at) > createdAt)
      .slice(0, newsMax)
      .map((row) => ({
        kind: row.kind,
        title: row.kind === "state" ? `变为${stateName(row.title)}` : row.title,
        notice: row.notice,
        pk_rm_resource: row.pk_rm_resource,
      }));
}
