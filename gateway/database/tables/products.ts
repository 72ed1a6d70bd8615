/**
 * Products, their classes and their notices from the content pack. Rows that left the pack have `delistedAt`: lists do
 * not show them, but their pages stay. `fingerprint` is a hash of the item in the pack: a load writes only rows whose
 * hash changed.
 */
import type {
  NoticeKind,
  ParameterType,
  ProductKind,
  ProductState,
  ReplacementKind,
} from "contract/products/constants";
import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
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
} from "drizzle-orm/pg-core";
import { counter, moment, now, searchDocument } from "./columns";
import { sections, tags } from "./forum";

/** A node of the product tree (`proclass`), at most three levels deep. */
export const productClasses = pgTable(
  "product_classes",
  {
    id: integer("id").primaryKey(),
    parentId: integer("parent_id").references((): AnyPgColumn => productClasses.id),
    /** The ids from the first level down to the class itself. */
    path: integer("path").array().notNull(),
    /** Its position among all classes, in the order of the pack. */
    position: integer("position").notNull(),
    name: text("name").notNull(),
    summary: text("summary").notNull().default(""),
    delistedAt: moment("delisted_at"),
  },
  (table) => [index("product_classes_parent").on(table.parentId, table.position)],
);

/** The parameters of products, for descriptions and filters. They apply to a class and to all classes below it. */
export const productParameters = pgTable(
  "product_parameters",
  {
    classId: integer("class_id")
      .notNull()
      .references(() => productClasses.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    position: integer("position").notNull(),
    name: text("name").notNull(),
    /** The SI unit without a prefix, such as `A`; empty for numbers without one. */
    unit: text("unit").notNull().default(""),
    type: text("type").$type<ParameterType>().notNull(),
    /** The possible values, in order; empty for other types. */
    choices: text("choices").array().notNull(),
    filter: boolean("filter").notNull(),
    compare: boolean("compare").notNull(),
  },
  (table) => [primaryKey({ columns: [table.classId, table.key] })],
);

/** A product's value of a parameter, for display and for comparison. */
export interface ProductValue {
  shown: string;
  /** The limits of a `range` in the parameter's unit; both are equal for a `number`. */
  low?: number;
  high?: number;
  choices?: string[];
  yes?: boolean;
}

/** A picture of the pack, by its storage name. */
export interface PackImage {
  name: string;
  alt: string;
  width: number;
  height: number;
}

export interface Pin {
  pin: string;
  name: string;
  type: string;
  function: string;
}

export interface PackageSize {
  package: string;
  size: string;
  pins: number | null;
  note: string;
}

/** A thermal or reliability value. */
export interface Rating {
  name: string;
  value: string;
  condition: string;
}

/** A version of the product. `errata` are the numbers of the notices about what it still has. */
export interface Revision {
  revision: string;
  date: string | null;
  errata: string[];
  note: string;
}

export interface Certification {
  name: string;
  number: string;
  /** Storage name of the certificate; null without one. */
  file: string | null;
}

/** A name in capitals with only letters and digits, as order numbers are compared. */
export const foldedName = (name: AnyPgColumn | SQL) =>
  sql`upper(regexp_replace(${name}, '[^A-Za-z0-9]', '', 'g'))`;

export const products = pgTable(
  "products",
  {
    id: integer("id").primaryKey(),
    classId: integer("class_id")
      .notNull()
      .references(() => productClasses.id),
    name: text("name").notNull(),
    summary: text("summary").notNull().default(""),
    kind: text("kind").$type<ProductKind>().notNull(),
    state: text("state").$type<ProductState>().notNull(),
    /** The start of sale, which is in the future for a preview. */
    since: date("since", { mode: "string" }).notNull(),
    /** The last day on which orders are taken. */
    lastOrder: date("last_order", { mode: "string" }),
    /** The day until which supply is promised. */
    supplyUntil: date("supply_until", { mode: "string" }),
    gallery: jsonb("gallery").$type<PackImage[]>().notNull(),
    /** The values by the keys of its class's parameters. */
    values: jsonb("values").$type<Record<string, ProductValue>>().notNull(),
    diagramImage: jsonb("diagram_image").$type<PackImage>(),
    /** Drawings of its packages. */
    drawings: jsonb("drawings").$type<PackImage[]>().notNull().default([]),
    packages: jsonb("packages").$type<PackageSize[]>().notNull().default([]),
    ratings: jsonb("ratings").$type<Rating[]>().notNull().default([]),
    revisions: jsonb("revisions").$type<Revision[]>().notNull().default([]),
    pinoutImage: jsonb("pinout_image").$type<PackImage>(),
    pins: jsonb("pins").$type<Pin[]>().notNull(),
    certifications: jsonb("certifications").$type<Certification[]>().notNull(),
    /** The tag of the product's topics. */
    tagId: integer("tag_id").references(() => tags.id, { onDelete: "set null" }),
    /** The forum section for questions about it. */
    sectionId: integer("section_id").references(() => sections.id, { onDelete: "set null" }),
    source: text("source").notNull(),
    html: text("html").notNull(),
    followers: counter("followers"),
    collected: counter("collected"),
    fingerprint: text("fingerprint").notNull(),
    delistedAt: moment("delisted_at"),
    /** The time at which a load last changed it. */
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
    search: searchDocument("search"),
  },
  (table) => {
    const listed = sql`${table.delistedAt} is null`;
    return [
      index("products_class").on(table.classId, table.id).where(listed),
      index("products_new").on(table.since.desc(), table.id.desc()).where(listed),
      index("products_tag").on(table.tagId),
      index("products_search").using("gin", table.search),
      index("products_folded").on(sql`${foldedName(table.name)} text_pattern_ops`),
    ];
  },
);

/** Changes of products' lifecycle states, as loads and editors publish them. */
export const productStateChanges = pgTable(
  "product_state_changes",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    before: text("before").$type<ProductState>().notNull(),
    after: text("after").$type<ProductState>().notNull(),
    /** The time at which the owners of lists with the product got a notice; null until then. */
    toldAt: moment("told_at"),
    createdAt: now(),
  },
  (table) => [
    index("product_state_changes_product").on(table.productId, table.id.desc()),
    index("product_state_changes_untold").on(table.id).where(sql`${table.toldAt} is null`),
  ],
);

/** Replacements of products, the most similar first. */
export const productReplacements = pgTable(
  "product_replacements",
  {
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    replacementId: integer("replacement_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    kind: text("kind").$type<ReplacementKind>().notNull(),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.replacementId] }),
    index("product_replacements_by").on(table.replacementId),
  ],
);

/** The parts of a product that people can order. */
export const productParts = pgTable(
  "product_parts",
  {
    /** The printed order number. */
    number: text("number").primaryKey(),
    /** The number in capitals with only letters and digits, for searches. */
    folded: text("folded").notNull(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    package: text("package").notNull(),
    /** The range for display; the limits are in °C. */
    temperature: text("temperature").notNull().default(""),
    temperatureLow: doublePrecision("temperature_low"),
    temperatureHigh: doublePrecision("temperature_high"),
    packing: text("packing").notNull().default(""),
    /** The smallest order; null where it is not said. */
    moq: integer("moq"),
    /** The address where samples are asked for; empty without one. */
    sample: text("sample").notNull().default(""),
    buy: jsonb("buy").$type<{ name: string; url: string }[]>().notNull(),
  },
  (table) => [
    index("product_parts_product").on(table.productId, table.position),
    index("product_parts_folded").on(table.folded.op("text_pattern_ops")),
  ],
);

/** The numbers of other makers' parts that a product can take the place of. */
export const productCrossReferences = pgTable(
  "product_cross_references",
  {
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** The number in capitals with only letters and digits, for searches. */
    folded: text("folded").notNull(),
    /** The printed number. */
    number: text("number").notNull(),
    maker: text("maker").notNull().default(""),
    kind: text("kind").$type<ReplacementKind>().notNull(),
    /** What has to be minded; empty without. */
    note: text("note").notNull().default(""),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.folded] }),
    index("product_cross_references_folded").on(table.folded.op("text_pattern_ops")),
  ],
);

/** The bill of materials of a board. A line with a product makes the board one of that product's boards. */
export const productBomLines = pgTable(
  "product_bom_lines",
  {
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    designator: text("designator").notNull().default(""),
    part: text("part").notNull(),
    quantity: integer("quantity").notNull(),
    note: text("note").notNull().default(""),
    componentId: integer("component_id").references(() => products.id, { onDelete: "set null" }),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    index("product_bom_lines_component").on(table.componentId, table.productId),
  ],
);

/** Errata, changes, ends of life and security notices. */
export const productNotices = pgTable(
  "product_notices",
  {
    /** The number, such as PCN-2026-014, which is the key and part of the address. */
    number: text("number").primaryKey(),
    /** The id for the search, whose results are ids. */
    id: serial("id").notNull().unique(),
    kind: text("kind").$type<NoticeKind>().notNull(),
    title: text("title").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    /** The date from which it is in force. */
    effective: date("effective", { mode: "string" }),
    /** HTML; empty without a workaround. */
    workaround: text("workaround").notNull().default(""),
    /** Its Markdown; null for a notice of a load that did not keep it. */
    workaroundSource: text("workaround_source"),
    /** The storage name of the document, and its original name; null without one. */
    fileName: text("file_name"),
    originalName: text("original_name"),
    bytes: integer("bytes"),
    source: text("source").notNull(),
    html: text("html").notNull(),
    /** The time at which followers of its products got a notice; null until then. */
    toldAt: moment("told_at"),
    fingerprint: text("fingerprint").notNull(),
    delistedAt: moment("delisted_at"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
    search: searchDocument("search"),
  },
  (table) => [
    index("product_notices_search").using("gin", table.search),
    index("product_notices_date")
      .on(table.date.desc(), table.number.desc())
      .where(sql`${table.delistedAt} is null`),
    index("product_notices_untold").on(table.createdAt).where(sql`${table.toldAt} is null`),
  ],
);

export const noticeProducts = pgTable(
  "notice_products",
  {
    noticeNumber: text("notice_number")
      .notNull()
      .references(() => productNotices.number, { onDelete: "cascade" }),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** A copy of the notice's date, so that the index has a product's notices in order. */
    date: date("date", { mode: "string" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeNumber, table.productId] }),
    index("notice_products_product").on(table.productId, table.date.desc(), table.noticeNumber.desc()),
  ],
);
