/** News of the operator (spec 7.2, Information), by category. News become public on their date. */

import { pageSize } from "contract/base/constants";
import { shortKeep } from "contract/base/keep-for";
import type { informationCalls } from "contract/information/calls";
import { feedLength, feedTextMax } from "contract/syndication/constants";
import { and, asc, count, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { news, newsCategories, newsProducts, products } from "../database/schema";
import { keep } from "../server/answers";
import type { HandlersOf } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { previewNews } from "./preview";
import { published, selectNews } from "./rows";

const relatedMax = 4;

/** The requested category; null for all news. Throws NEWS_CATEGORY_NOT_FOUND. */
async function categoryOf(database: Database, id: number | undefined) {
  if (id === undefined) return null;
  const [row] = await database
    .select({ id: newsCategories.id, name: newsCategories.name })
    .from(newsCategories)
    .where(and(eq(newsCategories.id, id), isNull(newsCategories.delistedAt)))
    .limit(1);
  return found(row, "NEWS_CATEGORY_NOT_FOUND");
}

/** All categories, in the operator's order. */
const allCategories = (database: Database) =>
  database
    .select({ id: newsCategories.id, name: newsCategories.name })
    .from(newsCategories)
    .where(isNull(newsCategories.delistedAt))
    .orderBy(asc(newsCategories.position));

/** The numbers of published news by category. */
async function countPublished(database: Database, now: Date): Promise<Map<number, number>> {
  const rows = await database
    .select({ id: news.categoryId, total: count() })
    .from(news)
    .where(published(now))
    .groupBy(news.categoryId);
  return new Map(rows.map(({ id, total }) => [id, total]));
}

const inCategory = (id: number | undefined): SQL | undefined =>
  id === undefined ? undefined : eq(news.categoryId, id);

/**
 * The time of the last change for readers: the publication date, or a later edit.
 */
const changedAt = (date: string, updatedAt: Date) =>
  new Date(Math.max(Date.parse(date), updatedAt.getTime())).toISOString();

/** A piece of news of any date, and the time of its delisting. */
async function readNews(database: Database, id: number) {
  const [row] = await selectNews(database, eq(news.id, id), { limit: 1 });
  const newsRow = found(row, "NEWS_NOT_FOUND");
  const [text] = await database
    .select({ html: news.html, updatedAt: news.updatedAt, delistedAt: news.delistedAt })
    .from(news)
    .where(eq(news.id, id));
  const about = await database
    .select({ id: products.id, name: products.name, summary: products.summary })
    .from(newsProducts)
    .innerJoin(products, eq(products.id, newsProducts.productId))
    .where(and(eq(newsProducts.newsId, id), isNull(products.delistedAt)))
    .orderBy(asc(products.id));
  const { html, updatedAt, delistedAt } = found(text, "NEWS_NOT_FOUND");
  return {
    ...newsRow,
    html,
    updatedAt: changedAt(newsRow.date, updatedAt),
    delisted: delistedAt !== null,
    products: about,
  };
}

/** Other published news about these products, followed by news of the same category. */
async function relatedTo(
  database: Database,
  { id, category, products: about }: Awaited<ReturnType<typeof readNews>>,
  now: Date,
) {
  const other = and(published(now), ne(news.id, id));
  const productIds = database
    .select({ id: newsProducts.newsId })
    .from(newsProducts)
    .where(
      inArray(
        newsProducts.productId,
        about.map((product) => product.id),
      ),
    );
  const same =
    about.length === 0
      ? []
      : await selectNews(database, and(other, inArray(news.id, productIds)), { limit: relatedMax });
  if (same.length === relatedMax) return same;
  const beside = await selectNews(database, and(other, eq(news.categoryId, category.id)), {
    limit: relatedMax + same.length,
  });
  const sameIds = new Set(same.map((row) => row.id));
  return [...same, ...beside.filter((row) => !sameIds.has(row.id))].slice(0, relatedMax);
}

export const informationHandlers = {
  async informationCategoryPage(_request, { database, now }) {
    const at = now();
    const categories = await allCategories(database);
    const totals = await countPublished(database, at);
    const newest = await Promise.all(
      categories.map(({ id }) => selectNews(database, and(published(at), inCategory(id)), { limit: 1 })),
    );
    return {
      data: categories.map((category, index) => ({
        ...category,
        total: totals.get(category.id) ?? 0,
        newest: newest[index]?.[0] ?? null,
      })),
    };
  },

  async categoryMap(_request, { database }) {
    const categories = await allCategories(database);
    return { data: Object.fromEntries(categories.map(({ id, name }) => [String(id), name])) };
  },

  async informationListPage({ id, page }, { database, now }) {
    const at = now();
    const category = await categoryOf(database, id);
    const totals = await countPublished(database, at);
    const total =
      id === undefined ? [...totals.values()].reduce((sum, some) => sum + some, 0) : (totals.get(id) ?? 0);
    const { offset, ...pager } = pageOf(total, page);
    const condition = and(published(at), inCategory(id));
    return {
      category,
      news: await selectNews(database, condition, { limit: pageSize, offset }),
      ...pager,
      total,
    };
  },

  async informationDetail({ id, preview }, context) {
    const { database, caller } = context;
    if (preview !== undefined) return { data: await previewNews(database, id, preview) };
    const answer = await keep(context, ["news", id], shortKeep, async () => {
      const row = await readNews(database, id);
      return { ...row, related: await relatedTo(database, row, context.now()) };
    });
    const heldBack = new Date(answer.date) > context.now();
    if (heldBack && !caller.account?.admin) throw new Refusal("NEWS_NOT_FOUND");
    return { data: { ...answer, heldBack, preview: false } };
  },

  async feedNews({ id }, { database, now }) {
    const category = await categoryOf(database, id);
    const rows = await selectNews(database, and(published(now()), inCategory(id)), { limit: feedLength });
    const texts = await database
      .select({
        id: news.id,
        html: sql<string>`case when length(${news.html}) > ${feedTextMax} then '' else ${news.html} end`,
        updatedAt: news.updatedAt,
      })
      .from(news)
      .where(
        inArray(
          news.id,
          rows.map((row) => row.id),
        ),
      );
    const byId = new Map(texts.map((text) => [text.id, text]));
    return {
      category,
      news: rows.map((row) => {
        const text = byId.get(row.id);
        return {
          ...row,
          html: text?.html ?? "",
          updatedAt: text ? changedAt(row.date, text.updatedAt) : row.date,
        };
      }),
    };
  },
} satisfies HandlersOf<typeof informationCalls>;
