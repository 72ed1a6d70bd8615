import type { CallResponse } from "contract";
import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { ownListItems, ownLists, ownSearches } from "../database/schema";

interface Row {
  id: number | string;
  name: string;
  shared: boolean;
  changed: boolean;
  updatedAt: Date | string;
  parts: number;
  resources: number;
  topics: number;
}

/** The account's lists with the numbers of their things, and the searches that it keeps. */
export async function readLists(database: Database, accountId: number): Promise<CallResponse<"ownLists">> {
  const of = (kind: string) => sql`count(*) filter (where item.kind = ${kind})::int`;
  const lists = database.execute(sql`
    select list.id, list.name, list.share_key is not null as shared, list.updated_at as "updatedAt",
      coalesce(list.news_at > list.seen_at, false) as changed, held.parts, held.resources, held.topics
    from ${ownLists} list cross join lateral (
      select ${of("product")} as parts, ${of("resource")} as resources, ${of("topic")} as topics
      from ${ownListItems} item where item.list_id = list.id) as held
    where list.account_id = ${accountId} order by list.position, list.id`);
  const searches = database
    .select({
      id: ownSearches.id,
      name: ownSearches.name,
      address: ownSearches.address,
      createdAt: ownSearches.createdAt,
    })
    .from(ownSearches)
    .where(eq(ownSearches.accountId, accountId))
    .orderBy(desc(ownSearches.id));
  const [{ rows }, kept] = await Promise.all([lists as unknown as Promise<{ rows: Row[] }>, searches]);
  return {
    lists: rows.map((row) => ({
      ...row,
      id: Number(row.id),
      updatedAt: new Date(row.updatedAt).toISOString(),
    })),
    searches: kept.map((search) => ({ ...search, createdAt: search.createdAt.toISOString() })),
  };
}
