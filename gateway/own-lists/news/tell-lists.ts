import type { OwnListNews } from "contract/own-lists/constants";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, notifications, ownListItems, ownLists } from "../../database/schema";

/** Something that happened to products, or to a resource and its products. */
interface ListNews {
  kind: OwnListNews;
  productIds: number[];
  resourceId: number | null;
  /** What the notice leads to. */
  what: Pick<typeof notifications.$inferInsert, "versionId" | "noticeNumber" | "stateChangeId">;
  at: Date;
}

interface Reader {
  accountId: number;
  /** The first of the person's lists with one of the things, and the number of these lists. */
  name: string;
  lists: number;
  productId: number | null;
}

/** The items that the news is about. */
const isAbout = ({ productIds, resourceId }: ListNews): SQL =>
  sql`((item.kind = 'product' and item.target_id = any(${sql.param(productIds)}::bigint[]))
    or (item.kind = 'resource' and item.target_id = ${resourceId}::bigint))`;

/** How a notice names the lists. */
const wordsFor = ({ name, lists }: Reader) =>
  lists > 1 ? `「${name}」等 ${lists} 份清单` : `清单「${name}」`;

/**
 * Marks the lists with one of these things as changed, and tells their owners who chose this kind of news: each person
 * once, in however many lists they have it.
 * @returns the accounts that were told
 */
export async function tellLists(database: Database, news: ListNews): Promise<Set<number>> {
  const { kind, what, at } = news;
  const { rows: readers } = (await database.execute(sql`
    select list.account_id as "accountId", count(distinct list.id)::int as lists,
      (array_agg(list.name order by list.position, list.id))[1] as name,
      (array_agg(item.target_id::int order by list.position, list.id, item.position)
        filter (where item.kind = 'product'))[1] as "productId"
    from ${ownListItems} item join ${ownLists} list on list.id = item.list_id
      join ${accounts} reader on reader.id = list.account_id
    where ${isAbout(news)} and ${kind} = any(list.told) and reader.closed_at is null
      and not 'listNews' = any(reader.muted_notices)
    group by list.account_id order by list.account_id`)) as unknown as { rows: Reader[] };
  for (let from = 0; from < readers.length; from += 1_000)
    await database.insert(notifications).values(
      readers.slice(from, from + 1_000).map((reader) => ({
        ...what,
        accountId: reader.accountId,
        productId: reader.productId,
        kind: "system" as const,
        event: "listNews",
        words: wordsFor(reader),
        createdAt: at,
      })),
    );
  // Last, because the owners' forms wait for the rows that it locks.
  await database.execute(sql`
    update ${ownLists} set news_at = ${at.toISOString()}::timestamptz
    where id in (select item.list_id from ${ownListItems} item where ${isAbout(news)})`);
  return new Set(readers.map(({ accountId }) => accountId));
}
