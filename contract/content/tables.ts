/** The parameters of a product class as a table: read, compared with what is typed or sent, and changed. */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { numeric, page, timestamp, typedText } from "../base/fields";
import { parameterTypes } from "../products/constants";
import { fileBytesMost, tableRowsMost, tableWrittenMost, whyMax } from "./constants";
import { packId } from "./fields";
import { parameterKey } from "./kinds/product-body";
import { contentStateNames } from "./transitions";

const editorCall = { group: "moderator", method: "POST", body: "json", access: "editor" } as const;
/** Only products have parameters: the one name by which it is known who may edit them. */
const kind = z.literal("products", "没有这种内容").default("products");
const klass = numeric(packId);
const key = z.string("编号有误").regex(/^\d{1,10}$/, "编号有误");
/** What a row was filled from: a version, or the beginning of a pack's fingerprint. */
const base = z.string("版本有误").regex(/^(?:v\d{1,7}|p[\w+/=-]{1,100})$/, "版本有误");

const row = z.object({
  key,
  /** Without it nothing is known of what the row was filled from, and it is compared with what stands. */
  base: base.optional(),
  /** Texts by the keys of parameters; an empty one takes the value away. */
  values: z.record(parameterKey, z.string("应为文字").max(1_000, "太长")),
});
export type TypedRow = z.output<typeof row>;

const state = z.enum(contentStateNames);
const product = {
  key: z.string(),
  title: z.string(),
  state,
  /** Its newest version is not published: what is written comes after it, and is published with it. */
  drafted: flag,
  /** When a version of it is to be published; publishing what is written ends that. */
  publishAt: timestamp,
  base: z.string(),
};

/** A mistake: of a cell, of a row, or of a file as a whole. */
const problem = z.object({
  /** The line and the column of a file. */
  line: z.number().nullable().default(null),
  column: z.number().nullable().default(null),
  /** The key and the name of the product, and of the parameter. */
  key: words,
  title: words,
  field: words,
  name: words,
  message: z.string(),
});
export type TableProblem = z.output<typeof problem>;

const plan = {
  changes: some(
    z.object({
      ...product,
      /** Its newest version is not published, and the row was filled without it: it is not published unseen. */
      unseen: flag,
      fields: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          before: words,
          after: words,
          /** Somebody else changed the same value meanwhile: `before` is theirs. */
          conflict: flag,
        }),
      ),
    }),
  ),
  problems: some(problem),
  /** The number of problems that are not listed. */
  more: count,
  /** The number of products that were compared. */
  total: count,
};

export const contentTableCalls = {
  contentTable: defineCall({
    ...editorCall,
    summary:
      "The products of a class and of those beneath it, with what their newest versions say of its parameters.",
    path: "/api/v1/moderator/content/table",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      kind,
      class: klass,
      text: typedText(60, "查找的文字不能超过 60 字").default(""),
      page: page.default(1),
      size: z
        .number("数量有误")
        .int("数量有误")
        .min(1, "数量有误")
        .max(500, "数量有误")
        .default(tableRowsMost),
    }),
    response: z.object({
      name: z.string(),
      parameters: some(
        z.object({
          key: z.string(),
          name: z.string(),
          unit: words,
          type: z.enum(parameterTypes),
          choices: some(z.string()),
        }),
      ),
      products: some(z.object({ ...product, values: z.record(z.string(), z.string()).default({}) })),
      page: firstPage,
      pages: firstPage,
      total: count,
    }),
  }),
  checkContentTable: defineCall({
    ...editorCall,
    summary:
      "What rows, or a table in a CSV or XLSX file, would change in the parameters of a class's products, with all mistakes by cell.",
    path: "/api/v1/moderator/content/table/check",
    effect: "reads",
    seenAs: "shown",
    limit: "render",
    request: z.object({
      kind,
      class: klass,
      rows: z.array(row).max(tableWrittenMost, `一次最多 ${tableWrittenMost} 个产品`).default([]),
      /** In place of rows: the file's text. */
      file: z.string("文件有误").max(fileBytesMost, "文件太大，请分几次").optional(),
      /** In place of both: an XLSX file, in base64. */
      workbook: z.base64("文件有误").max(fileBytesMost, "文件太大，请分几次").optional(),
    }),
    response: z.object(plan),
  }),
  changeContentTable: defineCall({
    ...editorCall,
    summary:
      "Writes rows as versions of their products, and publishes them if asked; none where there is a mistake, or where somebody changed the same value meanwhile.",
    path: "/api/v1/moderator/content/table/change",
    limit: "moderate",
    effect: "hides",
    request: z.object({
      kind,
      class: klass,
      rows: z.array(row).max(tableWrittenMost, `一次最多 ${tableWrittenMost} 个产品`),
      publish: z.boolean().default(false),
      /** The products that are published at once, although a version of them is to be published later. */
      early: z.array(key).max(tableWrittenMost, `一次最多 ${tableWrittenMost} 个产品`).default([]),
      why: typedText(whyMax, `说明不能超过 ${whyMax} 字`).default(""),
    }),
    /** The numbers of products that are written, and that are left; `changes` then has those that are left. */
    response: z.object({ ...plan, written: count, left: count }),
  }),
};
