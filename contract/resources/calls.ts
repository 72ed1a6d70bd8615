/** Resources: their tree, lists, pages and downloads (spec 7.2, Resources; the top downloads from Home). */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, numeric, page, previewSecret, timestamp, typedText } from "../base/fields";
import { longKeep, shortKeep } from "../base/keep-for";
import { markedText } from "../base/marked";
import { textChange } from "../forum/shapes";
import { conditionMax, findTextMax, shortListMax } from "./constants";
import {
  comparedVersion,
  day,
  fileTextState,
  idAndName,
  resourceKind,
  resourceLanguage,
  resourcePage,
  resourceRow,
  versionState,
} from "./shapes";

/** pk_rm_resource (spec 3.5). */
const pk = id;

const thirdLevel = z.object({
  id: z.number(),
  name: z.string(),
  summary: words,
  kind: resourceKind,
  /** The number of listed resources in this level and below it, of the requested product or class. */
  resources: count,
});
const secondLevel = thirdLevel.extend({ child: some(thirdLevel) });
export const levelNode = thirdLevel.extend({ child: some(secondLevel) });

/** A typed condition: words, a part of a title, or a file name. */
export const condition = typedText(conditionMax, `查找内容不能超过 ${conditionMax} 个字`);
/** What somebody looks for inside of a document: words, "phrases", and -words that must not occur. */
export const findText = typedText(findTextMax, `查找内容不能超过 ${findTextMax} 个字`, "请填写要查找的内容");
export const resourceYear = numeric(
  z
    .number("年份应为四位数字")
    .int("年份应为四位数字")
    .min(1990, "年份应在 1990 到 2100 之间")
    .max(2100, "年份应在 1990 到 2100 之间"),
);
export const resourceOrders = ["newest", "downloads"] as const;

/** The filters of resources. */
const conditions = {
  levelId: id.optional(),
  prodId: id.optional(),
  classId: id.optional(),
  kind: resourceKind.optional(),
  language: resourceLanguage.optional(),
  year: resourceYear.optional(),
};

const support = z.object({
  /** The supported products that have a page. */
  products: some(idAndName),
  tools: some(idAndName),
  systems: some(z.string()),
});

const version = z.object({
  id: z.number(),
  version: z.string(),
  date: day,
  state: versionState,
  /** The last day of support; null without one. */
  until: day.nullable().default(null),
  fileType: words,
  originalName: words,
  bytes: count,
  sha256: words,
  /** The host of a file on another site; null for our own. */
  host: z.string().nullable().default(null),
  /** The signed address of a file that everybody may have; null for other files and for files on other sites. */
  address: z.string().nullable().default(null),
  /** The preview before a download: an archive's list, or a document. */
  preview: z.enum(["archive", "document"]).nullable().default(null),
  /** The signed address at which the browser shows a document that everybody may have. */
  previewAddress: z.string().nullable().default(null),
  /** What came of reading the text of its file, and the file's number of pages; null for a file without pages. */
  text: z.object({ state: fileTextState, pages: count }).nullable().default(null),
  supports: support.prefault({}),
  changesHtml: words,
  downloads: count,
});

export const resourceCalls = {
  resourceTree: defineCall({
    group: "resources",
    summary:
      "The tree of resource levels with their numbers of resources: of all, of a class or of a product.",
    method: "POST",
    path: "/gateway/rest/resource/tree",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ prodId: id.optional(), classId: id.optional() }),
    response: z.object({ result: z.array(levelNode) }),
  }),
  searchResource: defineCall({
    group: "resources",
    summary:
      "Resources by level, product, class, kind, language and year, and by a fuzzy condition; a page at a time.",
    method: "POST",
    path: "/gateway/rest/resource/search",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({
      ...conditions,
      text: condition.default(""),
      order: z.enum(resourceOrders).default("newest"),
      page: page.default(1),
    }),
    response: resourcePage,
  }),
  resourceByClass: defineCall({
    group: "resources",
    summary: "The newest resources of a product class and the classes below it, of one kind or of all.",
    method: "POST",
    path: "/gateway/rest/resource/class",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ classId: id, kind: resourceKind.optional(), page: page.default(1) }),
    response: resourcePage,
  }),
  resourceDetail: defineCall({
    group: "resources",
    summary:
      "One resource by its key, with every version; a delisted one with its replacement. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    method: "POST",
    path: "/gateway/rest/resource/detail",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { ...shortKeep, unless: "preview" },
    request: z.object({ pk_rm_resource: pk, preview: previewSecret }),
    response: resourceRow.extend({
      /** It is the newest saved version, which is not published. */
      preview: flag,
      licence: words,
      /** The levels of the tree from the first down to its own. */
      levels: some(idAndName),
      products: some(idAndName.extend({ summary: words })),
      html: words,
      versions: z.array(version),
      collected: count,
      updatedAt: timestamp,
      replacedBy: idAndName.nullable().default(null),
      /** Where to ask about it: a section of the forum, and a tag. */
      ask: z.object({ fid: z.number(), tag: z.string() }).nullable().default(null),
    }),
  }),
  resourceSupport: defineCall({
    group: "resources",
    summary: "What the newest versions of the listed resources support: SDK by chip, tool and system.",
    method: "POST",
    path: "/gateway/rest/resource/support",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ ...conditions, text: condition.default(""), page: page.default(1) }),
    response: z.object({
      rows: z.array(
        z.object({
          pk_rm_resource: z.number(),
          title: z.string(),
          version: z.string(),
          date: day,
          state: versionState,
          until: day.nullable().default(null),
          supports: support.prefault({}),
        }),
      ),
      page: firstPage,
      pages: firstPage,
    }),
  }),
  resourcePages: defineCall({
    group: "resources",
    summary: "The pages of a version's document that contain the words of a text, in their order.",
    method: "POST",
    path: "/gateway/rest/resource/pages",
    body: "json",
    access: "visitor",
    limit: "search",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      version: id,
      text: findText,
      page: page.default(1),
    }),
    response: z.object({
      pk_rm_resource: z.number(),
      version: z.string(),
      state: fileTextState,
      /** The pages that match, each by its number in the file, from 1. */
      found: some(z.object({ page: z.number(), excerpt: markedText })),
      /** The signed address at which browsers show the file; null unless everybody may have it. */
      address: z.string().nullable().default(null),
      page: firstPage,
      pages: firstPage,
      total: count,
      /** No page has every word; these have some of them. */
      partial: flag,
    }),
  }),
  resourceChanges: defineCall({
    group: "resources",
    summary: "What changed in the text of a document from one of its versions to another, by page.",
    method: "POST",
    path: "/gateway/rest/resource/changes",
    body: "json",
    access: "visitor",
    limit: "search",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ pk_rm_resource: pk, from: id, to: id, page: page.default(1) }),
    response: z.object({
      from: comparedVersion,
      to: comparedVersion,
      /** Why two texts that are there were not compared; null where they were. */
      refused: z.enum(["large", "costly"]).nullable().default(null),
      /** The pages with changes, in their order; a page that only one of the versions has lacks its number in the other. */
      changed: some(
        z.object({
          from: z.number().nullable().default(null),
          to: z.number().nullable().default(null),
          changes: some(textChange),
        }),
      ),
      page: firstPage,
      pages: firstPage,
      total: count,
      /** There are more changes than were kept. */
      more: flag,
    }),
  }),
  increaseResourceVolume: defineCall({
    group: "home",
    summary:
      "Counts a download from another site, once an hour for each caller; our own files are counted at their first byte.",
    method: "POST",
    path: "/gateway/rest/resource/increase-volume",
    body: "json",
    access: "visitor",
    limit: "view",
    effect: "private",
    request: z.object({ pk_rm_resource: pk, version: id.optional() }),
    response: z.object({ downloads: z.number() }),
  }),
  queryTopDownloads: defineCall({
    group: "home",
    summary: "The most downloaded resources; older downloads weigh less.",
    method: "POST",
    path: "/gateway/rest/home/top-downloads",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({ count: z.number().int().min(1).max(shortListMax).default(8) }),
    response: z.object({ resources: z.array(resourceRow) }),
  }),
};

export type LevelNode = z.infer<typeof levelNode>;
export type ResourceVersion = z.infer<typeof version>;
export type ResourceSupport = z.infer<typeof support>;
