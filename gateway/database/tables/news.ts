/** News, redirects, and loads of content packs. */
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { bytes, counter, moment, now, searchDocument } from "./columns";
import { type PackImage, products } from "./products";

export const newsCategories = pgTable("news_categories", {
  id: integer("id").primaryKey(),
  position: integer("position").notNull(),
  name: text("name").notNull(),
  delistedAt: moment("delisted_at"),
});

export const news = pgTable(
  "news",
  {
    id: integer("id").primaryKey(),
    categoryId: integer("category_id")
      .notNull()
      .references(() => newsCategories.id),
    title: text("title").notNull(),
    summary: text("summary").notNull().default(""),
    /** The time of publication. Until then only administrators see it, in a preview. */
    date: moment("date").notNull(),
    cover: jsonb("cover").$type<PackImage>(),
    source: text("source").notNull(),
    html: text("html").notNull(),
    views: counter("views"),
    fingerprint: text("fingerprint").notNull(),
    delistedAt: moment("delisted_at"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
    search: searchDocument("search"),
  },
  (table) => {
    const listed = sql`${table.delistedAt} is null`;
    return [
      index("news_date").on(table.date.desc(), table.id.desc()).where(listed),
      index("news_category").on(table.categoryId, table.date.desc(), table.id.desc()).where(listed),
      index("news_search").using("gin", table.search),
    ];
  },
);

export const newsProducts = pgTable(
  "news_products",
  {
    newsId: integer("news_id")
      .notNull()
      .references(() => news.id, { onDelete: "cascade" }),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.newsId, table.productId] }),
    index("news_products_product").on(table.productId, table.newsId.desc()),
  ],
);

/** Redirects of moved addresses: path and query, root-relative, without a shell's prefix. */
export const redirects = pgTable("redirects", {
  source: text("source").primaryKey(),
  target: text("target").notNull(),
});

/** Loads of content packs that changed something or failed, for the administrators. */
export const contentLoads = pgTable(
  "content_loads",
  {
    id: serial("id").primaryKey(),
    /** The administrator who started it; null for a load at the server's start or from the command line. */
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
    pack: text("pack").notNull(),
    fingerprint: text("fingerprint").notNull(),
    state: text("state", { enum: ["done", "failed"] }).notNull(),
    /** The numbers of added, changed and delisted items by kind. */
    changes: jsonb("changes")
      .$type<Record<string, { added: number; changed: number; delisted: number }>>()
      .notNull(),
    /** The problems, one line each. */
    problems: jsonb("problems").$type<string[]>().notNull(),
    createdAt: now(),
    finishedAt: moment("finished_at").notNull().defaultNow(),
  },
  (table) => [index("content_loads_latest").on(table.id.desc())],
);

/** The present content pack and the previous one, so that a load can be undone. */
export const keptPacks = pgTable("kept_packs", {
  id: serial("id").primaryKey(),
  pack: text("pack").notNull(),
  fingerprint: text("fingerprint").notNull(),
  /** Its texts by their paths, as compressed JSON. */
  texts: bytes("texts").notNull(),
  /**
   * The paths, sizes, hashes and storage names of its files, whose contents are in `files`.
   */
  binaries: jsonb("binaries")
    .$type<{ path: string; bytes: number; sha256: string; name: string }[]>()
    .notNull(),
  /** The facts about its files from the check. */
  facts: jsonb("facts").$type<Record<string, unknown>>().notNull(),
  loadedAt: moment("loaded_at").notNull().defaultNow(),
});
