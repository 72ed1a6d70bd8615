/** The product centre (spec 7.2, Products). */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, page, previewSecret, timestamp } from "../base/fields";
import { shortKeep } from "../base/keep-for";
import { picture, tag } from "../base/shapes";
import { columnsMax, compareMax, fileNamesMax, filterFieldsMax, filterValuesMax } from "./constants";
import {
  crossReference,
  facet,
  idAndName,
  noticeRow,
  productBrief,
  productNode,
  productOrder,
  productRow,
  replacementKind,
  resourceKind,
  shownDatasheet,
} from "./shapes";

/**
 * A list's filters as in its address: `state`, `kind`, `package`, `temperature`, and for parameters `p.{key}`, or
 * `p.{key}.min` and `p.{key}.max`. Empty values do not filter.
 */
const filters = z
  .record(
    z.string().max(60, "没有这个条件"),
    z.array(z.string().max(80, "条件过长")).max(filterValuesMax, "条件过多"),
  )
  .refine((fields) => Object.keys(fields).length <= filterFieldsMax, "条件过多")
  .default({});

/** `new`, or a column's head: `name`, `state`, `package`, `p.{key}`, descending with `-`; empty for the class's own order. */
const order = z
  .string()
  .regex(/^(?:|new|-?(?:name|state|package|p\.[a-z][a-zA-Z0-9]{0,39}))$/, "没有这种排序")
  .default("");

/** The keys of the parameters to show as columns; empty for the class's first ones. */
const columns = z
  .array(z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/, "没有这一列"))
  .max(columnsMax, `最多 ${columnsMax} 列`)
  .default([]);

const list = { id, filters, order };
/** `units`: the units of its shown numbers, most frequent first; without them, `unit`. */
const column = z.object({ key: z.string(), name: z.string(), unit: words, units: some(z.string()) });

/** A parameter's name and its value for display. */
const shownValue = z.object({ name: z.string(), value: z.string() });

const productResource = z.object({
  /** A version's id, for `previewUrl` and `resourceUrl`. */
  pk_file: z.number(),
  pk_rm_resource: z.number(),
  title: z.string(),
  version: z.string(),
  date: z.string(),
  bytes: count,
  fileType: words,
  summary: words,
  kind: resourceKind,
  level: z.string(),
  /** The address for a direct download; null when the caller must sign in or accept something first. */
  url: z.string().nullable().default(null),
});

const productInfo = productBrief.extend({
  path: some(idAndName),
  since: words,
  lastOrder: z.string().nullable().default(null),
  /** The day until which supply is promised. */
  supplyUntil: z.string().nullable().default(null),
  /** Delisted: the page remains and shows its replacement. */
  delisted: flag,
  html: words,
  gallery: some(picture),
  parameters: some(shownValue),
  parts: some(
    z.object({
      number: z.string(),
      package: words,
      temperature: words,
      packing: words,
      /** The smallest order; null where it is not said. */
      moq: z.number().nullable().default(null),
      /** Where samples are asked for. */
      sample: z.string().nullable().default(null),
      buy: some(z.object({ name: z.string(), url: z.string() })),
    }),
  ),
  diagram: picture.nullable().default(null),
  drawings: some(picture),
  packages: some(
    z.object({
      package: z.string(),
      size: words,
      pins: z.number().nullable().default(null),
      note: words,
    }),
  ),
  ratings: some(z.object({ name: z.string(), value: z.string(), condition: words })),
  /** Versions of the product, newest first, with the numbers of the errata that each still has. */
  revisions: some(
    z.object({
      revision: z.string(),
      date: z.string().nullable().default(null),
      errata: some(z.string()),
      note: words,
    }),
  ),
  pinout: picture.nullable().default(null),
  pins: some(z.object({ pin: z.string(), name: z.string(), type: z.string(), function: words })),
  certifications: some(
    z.object({ name: z.string(), number: z.string(), url: z.string().nullable().default(null) }),
  ),
  bom: some(
    z.object({
      designator: words,
      part: z.string(),
      quantity: count,
      note: words,
      product: idAndName.nullable().default(null),
    }),
  ),
  /** Its replacements, and the products that it replaces. */
  replacements: some(productBrief.extend({ how: replacementKind })),
  replaces: some(productBrief.extend({ how: replacementKind })),
  /** The numbers of other makers' parts that it can take the place of, closest first. */
  references: some(crossReference),
  /** Boards, modules and kits that contain this part. */
  boards: some(productBrief),
  notices: some(noticeRow),
  tag: tag.nullable().default(null),
  section: z.object({ fid: z.number(), name: z.string() }).nullable().default(null),
  followers: count,
  updatedAt: timestamp,
  preview: flag,
});

export const productCalls = {
  productTree: defineCall({
    group: "products",
    summary: "The tree of classes; with `type` product also their products.",
    method: "POST",
    path: "/gateway/rest/product/tree",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ type: z.enum(["proclass", "product"]).default("product") }),
    response: z.object({ result: z.array(productNode) }),
  }),
  productClass: defineCall({
    group: "products",
    summary:
      "A class with its ancestors and children; without an id, the classes of the first level. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    method: "POST",
    path: "/gateway/rest/product/class",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { ...shortKeep, unless: "preview" },
    request: z.object({ id: id.optional(), preview: previewSecret }),
    response: z.object({
      id: z.number().nullable().default(null),
      name: z.string(),
      summary: words,
      path: some(idAndName),
      delisted: flag,
      products: count,
      children: some(
        idAndName.extend({
          summary: words,
          /** Includes all classes below it. */
          products: count,
          children: some(idAndName.extend({ products: count })),
        }),
      ),
      preview: flag,
      /** In a preview: what its list would have as columns and filters. */
      columns: some(column),
      facets: some(facet),
    }),
  }),
  productCenter: defineCall({
    group: "products",
    summary:
      "What the product centre shows beside its classes: the newest products and notices, and a picture for each class of the first level.",
    method: "POST",
    path: "/gateway/rest/product/center",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({}),
    response: z.object({
      products: some(
        productBrief.extend({ since: words, className: words, picture: picture.nullable().default(null) }),
      ),
      notices: some(noticeRow),
      classes: some(z.object({ id: z.number(), picture })),
    }),
  }),
  productList: defineCall({
    group: "products",
    summary:
      "A class's products, filtered by their parameters, and the other filters. Problems of a filter are answered by field.",
    method: "POST",
    path: "/gateway/rest/product/list",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ ...list, columns, page: page.default(1) }),
    response: z.object({
      products: z.array(productRow),
      columns: some(column),
      /** Every parameter that can be a column. */
      allColumns: some(column),
      facets: some(facet),
      page: firstPage,
      pages: firstPage,
      total: count,
      /** When the list is empty: the number of products without each of the filters. */
      without: some(z.object({ name: z.string(), title: z.string(), total: count })),
    }),
  }),
  productTable: defineCall({
    group: "products",
    summary: "The whole filtered list as a table with every parameter, for a spreadsheet.",
    method: "POST",
    path: "/gateway/rest/product/table",
    body: "json",
    access: "visitor",
    limit: "search",
    effect: "reads",
    seenAs: "shown",
    request: z.object(list),
    response: z.object({ name: z.string(), head: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  }),
  productCompare: defineCall({
    group: "products",
    summary: "A comparison of up to four products. Unknown products are left out.",
    method: "POST",
    path: "/gateway/rest/product/compare",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ ids: z.array(id).max(compareMax, `最多比较 ${compareMax} 个产品`) }),
    response: z.object({
      products: z.array(
        productBrief.extend({
          picture: picture.nullable().default(null),
          path: some(idAndName),
          datasheet: shownDatasheet.nullable().default(null),
          /** Its parts that a shop sells. */
          orders: some(productOrder),
        }),
      ),
      rows: z.array(z.object({ name: z.string(), values: z.array(z.string().nullable()), differs: flag })),
    }),
  }),
  productInfo: defineCall({
    group: "products",
    summary:
      "A product with all details. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    method: "POST",
    path: "/gateway/rest/product/info",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { ...shortKeep, unless: "preview" },
    request: z.object({ id, preview: previewSecret }),
    response: productInfo,
  }),
  productResources: defineCall({
    group: "products",
    summary: "A product's datasheet and its newest resources of each kind, with the total.",
    method: "POST",
    path: "/gateway/rest/product/resources",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ id }),
    response: z.object({
      datasheet: productResource.nullable().default(null),
      resources: z.array(productResource),
      total: count,
    }),
  }),
  productNotice: defineCall({
    group: "products",
    summary:
      "An erratum, a change, an end-of-life or a security notice, with its products. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    method: "POST",
    path: "/gateway/rest/product/notice",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { ...shortKeep, unless: "preview" },
    request: z.object({ number: z.string().max(60, "编号有误"), preview: previewSecret }),
    response: noticeRow.extend({
      /** The newest version that an editor saved, which others do not see. */
      preview: flag,
      html: words,
      workaround: words,
      file: z.object({ name: z.string(), bytes: count, url: z.string() }).nullable().default(null),
      products: some(productBrief),
      delisted: flag,
      updatedAt: timestamp,
    }),
  }),
  productNews: defineCall({
    group: "products",
    summary: "The newest 30 versions and notices of a product, for its feed.",
    method: "POST",
    path: "/gateway/rest/product/news",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ id }),
    response: z.object({
      name: z.string(),
      summary: words,
      entries: z.array(
        z.object({
          /** A notice's number, or a version's resource. */
          notice: z.string().nullable().default(null),
          pk_rm_resource: z.number().nullable().default(null),
          version: z.string().nullable().default(null),
          title: z.string(),
          html: words,
          date: z.string(),
        }),
      ),
    }),
  }),
  followedProducts: defineCall({
    group: "products",
    summary: "The products that the signed-in person follows, latest first.",
    method: "POST",
    path: "/gateway/rest/product/followed",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ page: page.default(1) }),
    response: z.object({
      products: z.array(productBrief.extend({ delisted: z.boolean() })),
      page: z.number(),
      pages: z.number(),
      total: z.number(),
    }),
  }),
  previewUrl: defineCall({
    group: "products",
    summary:
      "The address to view a file in the browser: a PDF that everybody may read; null for other files.",
    method: "POST",
    path: "/gateway/rest/product/preview-url",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ pk_file: id }),
    response: z.object({ result: z.object({ url: z.string().nullable().default(null) }) }),
  }),
  resourceUrl: defineCall({
    group: "products",
    summary:
      "The download address of a file, for everybody, for members, or for members who accepted the disclaimer; with its resource, and whether it is on another site.",
    method: "POST",
    path: "/gateway/rest/product/resource-url",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ pk_file: id }),
    response: z.object({
      result: z.object({
        url: z.string(),
        /** The resource whose downloads are counted; null where the portal need not count. */
        pk_rm_resource: z.number().nullable().default(null),
        elsewhere: flag,
        /** The address at which a document is shown to a reader, which counts no download; null for other files. */
        view: z.string().nullable().default(null),
      }),
    }),
  }),
  getAllS3Name: defineCall({
    group: "products",
    summary: "The names of the images and videos that most people see.",
    method: "POST",
    path: "/gateway/rest/product/s3-names",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({}),
    response: z.object({ data: z.object({ result: z.array(z.string()) }) }),
  }),
  getBatchUrl: defineCall({
    group: "products",
    summary: "The addresses of stored images by name, valid for some hours; unknown names are left out.",
    method: "POST",
    path: "/gateway/rest/product/batch-url",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      s3names: z.array(z.string().max(200, "名称过长")).max(fileNamesMax, `一次最多 ${fileNamesMax} 个`),
    }),
    response: z.object({ result: z.array(z.record(z.string(), z.string())) }),
  }),
};

export type ProductInfo = z.infer<typeof productInfo>;
export type ProductResource = z.infer<typeof productResource>;
