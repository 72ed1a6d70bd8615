/** News, redirects, loads of content packs, and pieces of content that were edited in the browser. */
import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import type { ContentState } from "contract/content/transitions";
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

/** What a later pack has different from a piece that was edited in the browser. */
export interface PackConflict {
  pack: string;
  /** The pack's version; null where the pack no longer names the piece. */
  body: ContentBody | null;
  html: string[];
  fingerprint: string | null;
}

export const contentPieces = pgTable(
  "content_pieces",
  {
    kind: text("kind").$type<ContentKind>().notNull(),
    /** The id or number of the piece, as in its address. */
    key: text("key").notNull(),
    state: text("state").$type<ContentState>().notNull(),
    /** The title of its newest version. */
    title: text("title").notNull(),
    /** The number of its newest version. */
    version: integer("version").notNull(),
    /** The version that visitors see, or saw last; null before it was published. */
    publishedVersion: integer("published_version"),
    publishAt: moment("publish_at"),
    publishVersion: integer("publish_version"),
    withdrawAt: moment("withdraw_at"),
    /** Who scheduled it. */
    scheduledById: integer("scheduled_by_id").references(() => accounts.id, { onDelete: "set null" }),
    /** The key of the form that made it (`submissionKey`); null for a piece that stood before. */
    submissionId: text("submission_id").unique(),
    /** The secret of the address at which its newest version is shown. */
    previewKey: text("preview_key").notNull(),
    /** Packs do not write it: it was edited in the browser, and nobody has taken a pack's version since. */
    held: text("held", { enum: ["browser", "pack"] }).notNull(),
    /** The fingerprint that the piece has in the pack it comes from; null for a piece of the browser's own. */
    packFingerprint: text("pack_fingerprint"),
    conflict: jsonb("conflict").$type<PackConflict>(),
    conflictAt: moment("conflict_at"),
    editedById: integer("edited_by_id").references(() => accounts.id, { onDelete: "set null" }),
    editedAt: moment("edited_at").notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key] }),
    index("content_pieces_edited").on(table.kind, table.editedAt.desc(), table.key),
    index("content_pieces_scheduled")
      .on(table.kind, table.key)
      .where(sql`${table.publishAt} is not null or ${table.withdrawAt} is not null`),
  ],
);

export const contentVersions = pgTable(
  "content_versions",
  {
    kind: text("kind").$type<ContentKind>().notNull(),
    key: text("key").notNull(),
    version: integer("version").notNull(),
    /** What was typed; a draft may lack fields. */
    body: jsonb("body").$type<ContentBody>().notNull(),
    /** Its texts, rendered when it was saved. */
    html: jsonb("html").$type<string[]>().notNull(),
    origin: text("origin", { enum: ["typed", "pack", "restored"] }).notNull(),
    /** Null for a version of a pack, and after the end of the account. */
    byId: integer("by_id").references(() => accounts.id, { onDelete: "set null" }),
    why: text("why").notNull().default(""),
    createdAt: now(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key, table.version] })],
);
