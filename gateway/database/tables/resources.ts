/** Resources with levels and versions, and videos. `delistedAt` and `fingerprint` mean the same as in products. */
import type {
  FileTextState,
  ResourceAccess,
  ResourceKind,
  ResourceLanguage,
  VersionState,
} from "contract/resources/constants";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { counter, moment, now, searchDocument } from "./columns";
import { type PackImage, productClasses, products } from "./products";
import { type ArchiveEntry, files } from "./site";

/** A node of the resource tree. */
export const resourceLevels = pgTable(
  "resource_levels",
  {
    id: integer("id").primaryKey(),
    parentId: integer("parent_id").references((): AnyPgColumn => resourceLevels.id),
    /** The ids from the first level down to the level itself. */
    path: integer("path").array().notNull(),
    position: integer("position").notNull(),
    name: text("name").notNull(),
    summary: text("summary").notNull().default(""),
    kind: text("kind").$type<ResourceKind>().notNull(),
    delistedAt: moment("delisted_at"),
  },
  (table) => [index("resource_levels_parent").on(table.parentId, table.position)],
);

export const resources = pgTable(
  "resources",
  {
    /** The field pk_rm_resource of calls. */
    id: integer("id").primaryKey(),
    levelId: integer("level_id")
      .notNull()
      .references(() => resourceLevels.id),
    title: text("title").notNull(),
    summary: text("summary").notNull().default(""),
    language: text("language").$type<ResourceLanguage>().notNull(),
    access: text("access").$type<ResourceAccess>().notNull(),
    licence: text("licence").notNull().default(""),
    /** The resource that replaces it; null without one. */
    replacedById: integer("replaced_by_id").references((): AnyPgColumn => resources.id, {
      onDelete: "set null",
    }),
    source: text("source").notNull(),
    html: text("html").notNull(),
    /** A copy of the newest recommended version, so that lists read one table. */
    version: text("version").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** The ending of its file without the dot, such as `pdf`. */
    fileType: text("file_type").notNull(),
    downloads: counter("downloads"),
    /** The order of the top downloads. It grows with downloads and with their time. */
    heat: doublePrecision("heat").notNull().default(0),
    collected: counter("collected"),
    fingerprint: text("fingerprint").notNull(),
    delistedAt: moment("delisted_at"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
    search: searchDocument("search"),
  },
  (table) => {
    const listed = sql`${table.delistedAt} is null`;
    return [
      index("resources_new").on(table.date.desc(), table.id.desc(), table.levelId).where(listed),
      index("resources_level").on(table.levelId, table.date.desc(), table.id.desc()).where(listed),
      index("resources_downloads").on(table.downloads.desc(), table.id.desc(), table.levelId).where(listed),
      index("resources_heat").on(table.heat.desc(), table.id.desc()).where(listed),
      index("resources_search").using("gin", table.search),
    ];
  },
);

/** The things that a version supports: products by id, tools by the ids of their resources, systems by name. */
export interface VersionSupport {
  products: number[];
  tools: number[];
  systems: string[];
}

export const resourceVersions = pgTable(
  "resource_versions",
  {
    id: serial("id").primaryKey(),
    resourceId: integer("resource_id")
      .notNull()
      .references(() => resources.id, { onDelete: "cascade" }),
    version: text("version").notNull(),
    /** The order; the newest version has 0. */
    position: integer("position").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    state: text("state").$type<VersionState>().notNull(),
    /** The last day of support. */
    until: date("until", { mode: "string" }),
    /** The storage name of the file; null when it is at `url`. */
    fileName: text("file_name"),
    /** The name of the file for downloads. */
    originalName: text("original_name").notNull(),
    url: text("url"),
    fileType: text("file_type").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    supports: jsonb("supports").$type<VersionSupport>().notNull(),
    /** The first 2,000 entries of a ZIP; empty for other types. */
    entries: jsonb("entries").$type<ArchiveEntry[]>().notNull(),
    changes: text("changes").notNull().default(""),
    changesHtml: text("changes_html").notNull().default(""),
    downloads: counter("downloads"),
    /** The time at which followers of its products got a notice; null until then. */
    toldAt: moment("told_at"),
    delistedAt: moment("delisted_at"),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("resource_versions_version").on(table.resourceId, table.version),
    index("resource_versions_file").on(table.fileName),
    index("resource_versions_untold").on(table.createdAt).where(sql`${table.toldAt} is null`),
  ],
);

/**
 * The products that a resource is for. `levelId`, `date` and `listed` are copies of the resource's values, so that one
 * index has a product's resources in order.
 */
export const resourceProducts = pgTable(
  "resource_products",
  {
    resourceId: integer("resource_id")
      .notNull()
      .references(() => resources.id, { onDelete: "cascade" }),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    levelId: integer("level_id").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    listed: boolean("listed").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.resourceId, table.productId] }),
    index("resource_products_product")
      .on(table.productId, table.date.desc(), table.resourceId.desc(), table.levelId)
      .where(sql`${table.listed}`),
  ],
);

/** The listed resources of each class: those of its products and of the products in classes below it. */
export const resourceClasses = pgTable(
  "resource_classes",
  {
    resourceId: integer("resource_id")
      .notNull()
      .references(() => resources.id, { onDelete: "cascade" }),
    classId: integer("class_id")
      .notNull()
      .references(() => productClasses.id, { onDelete: "cascade" }),
    levelId: integer("level_id").notNull(),
    date: date("date", { mode: "string" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.resourceId, table.classId] }),
    index("resource_classes_class").on(table.classId, table.date.desc(), table.resourceId.desc()),
    index("resource_classes_level").on(
      table.classId,
      table.levelId,
      table.date.desc(),
      table.resourceId.desc(),
    ),
  ],
);

/**
 * The numbers of listed resources at a level and the levels below it (0 for all levels), for a class, a product, or
 * all. The load writes them.
 */
export const resourceCounts = pgTable(
  "resource_counts",
  {
    scope: text("scope", { enum: ["all", "class", "product"] }).notNull(),
    /** The class or product; 0 for all. */
    scopeId: integer("scope_id").notNull(),
    levelId: integer("level_id").notNull(),
    resources: integer("resources").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.scopeId, table.levelId] })],
);

export const videos = pgTable(
  "videos",
  {
    id: integer("id").primaryKey(),
    title: text("title").notNull(),
    summary: text("summary").notNull().default(""),
    date: date("date", { mode: "string" }).notNull(),
    fileName: text("file_name").notNull(),
    bytes: integer("bytes").notNull(),
    seconds: integer("seconds").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    poster: jsonb("poster").$type<PackImage>().notNull(),
    /** Storage name of the subtitles; null without. */
    captions: text("captions"),
    plays: counter("plays"),
    /** The same as for resources, with plays instead of downloads. */
    heat: doublePrecision("heat").notNull().default(0),
    collected: counter("collected"),
    fingerprint: text("fingerprint").notNull(),
    delistedAt: moment("delisted_at"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
    search: searchDocument("search"),
  },
  (table) => [
    index("videos_heat").on(table.heat.desc(), table.id.desc()).where(sql`${table.delistedAt} is null`),
    index("videos_search").using("gin", table.search),
  ],
);

export const videoProducts = pgTable(
  "video_products",
  {
    videoId: integer("video_id")
      .notNull()
      .references(() => videos.id, { onDelete: "cascade" }),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.videoId, table.productId] }),
    index("video_products_product").on(table.productId, table.videoId.desc()),
  ],
);

/**
 * The reading of the text of one stored file, which can be read again at any time. Files with the same content are one file,
 * and so are read once.
 */
export const fileTexts = pgTable(
  "file_texts",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    fileName: text("file_name")
      .notNull()
      .references(() => files.name, { onDelete: "cascade" }),
    state: text("state").$type<FileTextState>().notNull().default("waiting"),
    /** The number of pages of the file; 0 until it was opened. */
    pages: integer("pages").notNull().default(0),
    /** The pages from the first on that have been read: where an interrupted reading continues. */
    readPages: integer("read_pages").notNull().default(0),
    /** The version of the pages' search documents (gateway/search/index/document.ts). */
    documentVersion: integer("document_version").notNull(),
    /** The end of the reading; null while it waits. */
    readAt: moment("read_at"),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("file_texts_file").on(table.fileName),
    index("file_texts_version").on(table.documentVersion),
  ],
);

/** The text of each page that has any. `page` counts from 1, as browsers do. */
export const fileTextPages = pgTable(
  "file_text_pages",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    textId: integer("text_id")
      .notNull()
      .references(() => fileTexts.id, { onDelete: "cascade" }),
    page: integer("page").notNull(),
    text: text("text").notNull(),
    search: searchDocument("search"),
  },
  (table) => [
    uniqueIndex("file_text_pages_page").on(table.textId, table.page),
    index("file_text_pages_search").using("gin", table.search),
  ],
);
