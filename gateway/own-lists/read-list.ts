import type { CallResponse } from "contract";
import type { OwnListNewsRow } from "contract/own-lists/calls";
import { and, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  accounts,
  ownListItems,
  ownLists,
  productParts,
  products,
  resources,
  topics,
} from "../database/schema";
import { inSeenSections } from "../forum/lists/topic-pages";
import { allSections } from "../forum/sections/find-sections";
import type { CallContext, Caller } from "../server/context";
import { found } from "../server/refusal";
import type { OwnListRecord } from "./find-list";
import { newsOf, type Thing } from "./news/list-news";

type Content = CallResponse<"sharedList">;
type Item = typeof ownListItems.$inferSelect;

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

const ofKind = (items: Item[], kind: Item["kind"]) => items.filter((item) => item.kind === kind);
const idsOf = (items: Item[]) => [...new Set(items.map(({ targetId }) => targetId))];

async function productsOf(database: Database, ids: number[]) {
  if (ids.length === 0) return byId<{ id: number; name: string; state: never; delistedAt: Date | null }>([]);
  const { id, name, state, delistedAt } = products;
  return byId(
    await database.select({ id, name, state, delistedAt }).from(products).where(inArray(products.id, ids)),
  );
}

/** The orderable parts that these items name or that a shop sells, with their first shops, in the product's order. */
async function ordersOf(database: Database, items: Item[]) {
  if (items.length === 0) return [];
  const { number, productId } = productParts;
  const numbers = items.flatMap((item) => (item.number === "" ? [] : [item.number]));
  const isSold = sql`jsonb_array_length(${productParts.buy}) > 0`;
  return database
    .select({ number, productId, buy: sql<{ name: string; url: string } | null>`${productParts.buy} -> 0` })
    .from(productParts)
    .where(and(inArray(productId, idsOf(items)), or(inArray(number, numbers), isSold)))
    .orderBy(asc(productId), asc(productParts.position));
}

async function resourcesOf(database: Database, ids: number[]) {
  const { id, title, version, date, delistedAt } = resources;
  if (ids.length === 0)
    return byId<{ id: number; title: string; version: string; date: string; delistedAt: Date | null }>([]);
  return byId(
    await database
      .select({ id, title, version, date, delistedAt })
      .from(resources)
      .where(inArray(resources.id, ids)),
  );
}

/** The titles of the topics that the reader may see. */
async function topicsOf(database: Database, caller: Caller, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const sections = await allSections(database);
  const rows = await database
    .select({ id: topics.id, title: topics.title })
    .from(topics)
    .where(and(inArray(topics.id, ids), sql`${topics.listed}`, ...inSeenSections(sections, caller)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Everything in a list, in its owner's order, as this reader may see it; each thing's news when they are asked for. */
async function contentOf(
  { database, caller }: Pick<CallContext, "database" | "caller">,
  { id: listId, name }: Pick<OwnListRecord, "id" | "name">,
  since: Date | null,
): Promise<Content> {
  const items = await database
    .select()
    .from(ownListItems)
    .where(eq(ownListItems.listId, listId))
    .orderBy(asc(ownListItems.position), asc(ownListItems.id));
  const parts = ofKind(items, "product");
  const files = ofKind(items, "resource");
  const things = [...parts, ...files] as (Item & Thing)[];
  const noNews = (): OwnListNewsRow[] => [];
  const [productRows, orders, resourceRows, titles, newsFor] = await Promise.all([
    productsOf(database, idsOf(parts)),
    ordersOf(database, parts),
    resourcesOf(database, idsOf(files)),
    topicsOf(database, caller, idsOf(ofKind(items, "topic"))),
    since === null || things.length === 0 ? noNews : newsOf(database, things, since),
  ]);
  return {
    name,
    parts: parts.flatMap((item) => {
      const product = productRows.get(item.targetId);
      if (!product) return [];
      const { id, number, quantity, note } = item;
      const own = orders.filter(
        (one) => one.productId === product.id && (number === "" || one.number === number),
      );
      const { state, delistedAt } = product;
      return {
        id,
        note,
        number,
        quantity,
        state,
        product: product.id,
        name: product.name,
        delisted: delistedAt !== null,
        numberGone: delistedAt === null && number !== "" && own.length === 0,
        buy: delistedAt === null ? (own.find(({ buy }) => buy !== null)?.buy ?? null) : null,
        news: newsFor(item as Item & Thing),
      };
    }),
    resources: files.flatMap((item) => {
      const resource = resourceRows.get(item.targetId);
      if (!resource) return [];
      const { title, version, date, delistedAt } = resource;
      return {
        id: item.id,
        note: item.note,
        title,
        version,
        date,
        pk_rm_resource: resource.id,
        delisted: delistedAt !== null,
        news: newsFor(item as Item & Thing),
      };
    }),
    topics: ofKind(items, "topic").map(({ id, note, targetId }) => ({
      id,
      note,
      tid: targetId,
      title: titles.get(targetId) ?? null,
    })),
  };
}

/** A list for its owner. Who says that they have seen it has seen its latest news, and none that is written later. */
export async function readList(
  context: Pick<CallContext, "database" | "caller">,
  list: OwnListRecord,
): Promise<CallResponse<"ownList">> {
  const { id, told, shareKey, newsAt, seenAt } = list;
  const asOf = newsAt ?? seenAt;
  const changed = newsAt !== null && newsAt > seenAt;
  const content = await contentOf(context, list, changed ? seenAt : null);
  return { ...content, id, told, shareKey, changed, asOf: asOf.toISOString() };
}

/** A list for whoever has its address. That of somebody who is banned is not shown. */
export async function readShared(
  context: Pick<CallContext, "database" | "caller" | "now">,
  key: string,
): Promise<Content> {
  const { database } = context;
  const [row] = await database
    .select({ list: ownLists })
    .from(ownLists)
    .innerJoin(accounts, eq(accounts.id, ownLists.accountId))
    .where(
      and(
        eq(ownLists.shareKey, key),
        isNull(accounts.closedAt),
        or(isNull(accounts.bannedUntil), sql`not ${gt(accounts.bannedUntil, context.now())}`),
      ),
    );
  return contentOf(context, found(row, "LIST_NOT_FOUND").list, null);
}
