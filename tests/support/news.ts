import type { Database } from "gateway/database/open";
import {
  contentPieces,
  contentVersions,
  documents,
  files,
  news,
  newsCategories,
  newsProducts,
  productClasses,
  products,
  redirects,
} from "gateway/database/schema";

/** The ids of some content of the operator, which the calls of home and news use. */
export const content = { classId: 8001, product: 8101, category: 8201, otherCategory: 8202, news: 8301 };

export const picture = { name: `${"a".repeat(32)}.svg`, alt: "封面", width: 640, height: 360 };

/** A row of news, published the day before `now` unless `change` says otherwise. */
export const newsRow = (id: number, change: Partial<typeof news.$inferInsert> = {}) => ({
  id,
  categoryId: content.category,
  title: `资讯 ${id}`,
  summary: "一句话",
  source: "正文",
  html: "<p>正文</p>",
  date: new Date(Date.now() - 86_400_000),
  fingerprint: "fixed",
  cover: picture,
  ...change,
});

export const productRow = (id: number, change: Partial<typeof products.$inferInsert> = {}) => ({
  id,
  classId: content.classId,
  name: `QX${id}`,
  summary: "一颗芯片",
  kind: "chip" as const,
  state: "production" as const,
  since: "2026-01-01",
  gallery: [picture],
  values: {},
  pins: [],
  certifications: [],
  source: "",
  html: "",
  fingerprint: "fixed",
  ...change,
});

/**
 * Saves two categories, a product, a piece of news about it with its picture, the about page and a moved address, if they are missing.
 */
export async function saveNews(database: Database): Promise<void> {
  const { classId, product, category, otherCategory } = content;
  await database
    .insert(productClasses)
    .values({ id: classId, parentId: null, path: [classId], position: 0, name: "芯片" })
    .onConflictDoNothing();
  await database.insert(products).values(productRow(product)).onConflictDoNothing();
  await database
    .insert(newsCategories)
    .values([
      { id: category, position: 0, name: "产品动态" },
      { id: otherCategory, position: 1, name: "社区活动" },
    ])
    .onConflictDoNothing();
  const { name, width, height } = picture;
  const stored = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"/>');
  await database
    .insert(files)
    .values({ name, type: "image/svg+xml", content: stored, width, height })
    .onConflictDoNothing();
  await database.insert(news).values(newsRow(content.news)).onConflictDoNothing();
  await database
    .insert(newsProducts)
    .values({ newsId: content.news, productId: product })
    .onConflictDoNothing();
  await database
    .insert(documents)
    .values({
      key: "about",
      value: {
        title: "关于我们",
        summary: "一句话",
        html: "<p>我们</p>",
        updatedAt: "2026-01-01T00:00:00.000Z",
      },
    })
    .onConflictDoNothing();
  await database
    .insert(redirects)
    .values([
      { source: "/old/page", target: "/aboutUs" },
      { source: "/old/page?id=7", target: "/information/details/8301" },
    ])
    .onConflictDoNothing();
}

/** Saves a draft of a piece of news that this account wrote and scheduled. */
export async function saveEditedPiece(database: Database, accountId: number): Promise<void> {
  const name = { kind: "news" as const, key: "793", version: 1 };
  await database.insert(contentPieces).values({
    ...name,
    state: "draft",
    title: "资讯793",
    previewKey: "793",
    held: "browser",
    scheduledById: accountId,
    editedById: accountId,
    editedAt: new Date(),
  });
  await database
    .insert(contentVersions)
    .values({ ...name, body: {}, html: [], origin: "typed", byId: accountId });
}
