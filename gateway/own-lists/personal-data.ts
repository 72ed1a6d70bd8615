import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { outerColumn } from "../database/outer-column";
import { ownListItems, ownLists, ownSearches, products, resources, topics } from "../database/schema";
import { openTitle } from "../forum/personal-data";
import { type PersonalData, rowsAtOnce, stretches } from "../server/personal-data";

/** Every thing of the account's lists, each with its list. */
async function* listed(database: Database, accountId: number) {
  const target = outerColumn(ownListItems.targetId);
  yield* stretches((after) =>
    database
      .select({
        id: ownListItems.id,
        list: ownLists.name,
        kind: ownListItems.kind,
        target: ownListItems.targetId,
        name: sql<string | null>`case ${outerColumn(ownListItems.kind)}
          when 'product' then (select ${products.name} from ${products} where ${products.id} = ${target})
          when 'resource' then (select ${resources.title} from ${resources} where ${resources.id} = ${target})
          else (select ${openTitle} from ${topics} where ${topics.id} = ${target})
          end`,
        number: ownListItems.number,
        quantity: ownListItems.quantity,
        note: ownListItems.note,
        since: ownListItems.createdAt,
      })
      .from(ownListItems)
      .innerJoin(ownLists, eq(ownLists.id, ownListItems.listId))
      .where(and(eq(ownLists.accountId, accountId), gt(ownListItems.id, after)))
      .orderBy(asc(ownListItems.id))
      .limit(rowsAtOnce),
  );
}

export const ownListsPersonalData: PersonalData = {
  files: {
    "lists.json": {
      about: "我的清单",
      read: (database, { id }) =>
        database
          .select({
            id: ownLists.id,
            name: ownLists.name,
            told: ownLists.told,
            shareKey: ownLists.shareKey,
            updatedAt: ownLists.updatedAt,
            since: ownLists.createdAt,
          })
          .from(ownLists)
          .where(eq(ownLists.accountId, id))
          .orderBy(asc(ownLists.position), asc(ownLists.id)),
    },
    "list-items.json": {
      about: "清单里的型号、文档和主题",
      read: (database, { id }) => listed(database, id),
    },
    "searches.json": {
      about: "保存的筛选",
      read: (database, { id }) =>
        database
          .select({
            id: ownSearches.id,
            name: ownSearches.name,
            address: ownSearches.address,
            since: ownSearches.createdAt,
          })
          .from(ownSearches)
          .where(eq(ownSearches.accountId, id))
          .orderBy(asc(ownSearches.id)),
    },
  },
  async erase(database, { id }) {
    const lists = await database.delete(ownLists).where(eq(ownLists.accountId, id)).returning();
    const searches = await database.delete(ownSearches).where(eq(ownSearches.accountId, id)).returning();
    return { lists: lists.length, searches: searches.length };
  },
};
