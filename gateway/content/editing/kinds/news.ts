import { minuteOf } from "contract/base/time";
import { contentBodies } from "contract/content/kinds/bodies";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { news, newsCategories, newsProducts } from "../../../database/schema";
import { pictureSize } from "../../../files/pictures/picture-sizes";
import { type NewsItem, writeNews } from "../../load/catalogue/news";
import type { EditedKind } from "./kind";
import {
  listedProducts,
  missingProducts,
  nextNumber,
  numberProblem,
  placedSource,
  textsIn,
} from "./references";

const nothing = { write: [], delist: [] as number[], changes: { added: 0, changed: 0, delisted: 0 } };
const noTexts = { of: async () => ({ html: [] }) };

export const newsKind: EditedKind = {
  rows: sql`select ${news.id}::text as key, ${news.title} as title, ${news.updatedAt} as changed_at,
    ${news.delistedAt} is not null as delisted from ${news}`,

  newKey: (database) => nextNumber(database, "news", news),

  keyProblem: numberProblem,

  async standing(database, key) {
    const [row] = await database
      .select()
      .from(news)
      .where(eq(news.id, Number(key)));
    if (!row) return null;
    const about = await database
      .select({ id: newsProducts.productId })
      .from(newsProducts)
      .where(eq(newsProducts.newsId, row.id))
      .orderBy(asc(newsProducts.productId));
    const { title, summary, categoryId: category, date, cover } = row;
    const content = placedSource(row.source, row.html);
    return {
      body: {
        title,
        summary,
        category,
        date: minuteOf(date),
        content,
        ...(cover ? { cover: { name: cover.name, alt: cover.alt } } : {}),
        products: about.map(({ id }) => id),
      },
      html: [row.html],
      fingerprint: row.fingerprint,
      delisted: row.delistedAt !== null,
      changedAt: row.updatedAt,
    };
  },

  async choices(database, { category }) {
    const rows = await database
      .select({ id: newsCategories.id, name: newsCategories.name, delistedAt: newsCategories.delistedAt })
      .from(newsCategories)
      .orderBy(asc(newsCategories.position));
    return {
      category: rows
        .filter(({ id, delistedAt }) => delistedAt === null || id === category)
        .map(({ id, name, delistedAt }) => ({
          value: String(id),
          name: delistedAt === null ? name : `${name}（已下架）`,
        })),
    };
  },

  async missing(database, { category, cover, products }) {
    const [known] =
      category === undefined
        ? [true]
        : await database
            .select({ id: newsCategories.id })
            .from(newsCategories)
            .where(and(eq(newsCategories.id, Number(category)), isNull(newsCategories.delistedAt)));
    const picture = cover as { name: string } | undefined;
    return {
      ...(known ? {} : { category: ["请选择一个分类"] }),
      ...(picture && !(await pictureSize(database, picture.name)) ? { cover: ["没有这张图片"] } : {}),
      ...(await missingProducts(database, products)),
    };
  },

  products: listedProducts,

  documents: () => [],

  texts: textsIn("content"),

  async write(database, key, { body, html, fingerprint }, now) {
    const { content, cover, ...front } = contentBodies.news.whole.parse(body);
    const size = cover && (await pictureSize(database, cover.name));
    const item: NewsItem = {
      key: Number(key),
      front: { id: Number(key), ...front },
      cover: cover ? { ...cover, ...(size ?? { width: 0, height: 0 }) } : null,
      sources: [content],
      fingerprint,
    };
    await writeNews(database, { ...nothing, write: [item] }, { of: async () => ({ html }) }, now);
  },

  withdraw: (database, key, now) => writeNews(database, { ...nothing, delist: [Number(key)] }, noTexts, now),
};
