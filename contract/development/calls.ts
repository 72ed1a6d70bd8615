/** The development centre (spec 7.2, Dev resources; its menu from Home; the course-management right from 6). */
import { z } from "zod";
import { count, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id } from "../base/fields";
import { longKeep, shortKeep } from "../base/keep-for";
import { productKinds, productStates } from "../products/constants";
import { levelNode } from "../resources/calls";
import type { ResourceKind } from "../resources/constants";
import { accessKind, idAndName, resourceKind, resourceRow } from "../resources/shapes";
import type { MenuFlag } from "../site/constants";
import { menuFlags } from "../site/constants";

/** The kinds of resources in each part of the menu; evaluation boards are products. */
export const kindsOfType: Record<MenuFlag, readonly ResourceKind[]> = {
  solution: ["solution"],
  docs: ["datasheet", "docs", "hardware", "note"],
  tool: ["sdk", "tool", "system", "example"],
  evaluationBoard: [],
  referenceCases: ["reference"],
  trainingMaterials: ["training"],
};

const codesOf = <const Row extends { code: string }>(rows: readonly Row[]) =>
  rows.map(({ code }) => code) as [Row["code"], ...Row["code"][]];

export const menuFlag = z.enum(menuFlags, "没有这样的类型");

/** The visible parts of the development centre (spec 3.1). */
const menu = z.object({
  solution: flag,
  docs: flag,
  tool: flag,
  evaluationBoard: flag,
  referenceCases: flag,
  trainingMaterials: flag,
});

const externalPage = z.object({ id: z.string(), name: z.string(), summary: words, url: z.string() });

/** A product with the number of its resources. */
const countedProduct = idAndName.extend({
  summary: words,
  kind: z.enum(codesOf(productKinds)),
  resources: count,
});
/** A node of the product tree (spec 3.5). */
const classLeaf = idAndName.extend({ type: z.literal("proclass"), resources: count });
const productLeaf = idAndName.extend({ type: z.literal("product"), resources: count });

const empty = z.object({});
const read = {
  group: "development",
  method: "POST",
  body: "json",
  access: "visitor",
} as const;

export const developmentCalls = {
  queryDCMenuVO: defineCall({
    ...read,
    group: "home",
    summary: "The visible parts of the development centre.",
    path: "/gateway/rest/home/dc-menu",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: empty,
    response: z.object({ data: menu }),
  }),
  queryAggDcRoleVOByPk: defineCall({
    group: "home",
    summary: "The caller's role and rights in the development centre, and the parts that they see.",
    method: "POST",
    path: "/gateway/rest/home/dc-role",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ pk_user: id }),
    response: z.object({
      data: z.object({
        pk_user: z.number(),
        role: z.enum(["developer", "manager"]),
        courseManagement: flag,
        menu,
      }),
    }),
  }),
  doHaveSxzCourseManagementRight: defineCall({
    group: "development",
    summary: "Whether the signed-in person may manage courses (spec 6).",
    method: "POST",
    path: "/gateway/rest/development/course-management-right",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: empty,
    response: z.object({ result: z.boolean() }),
  }),
  devProductTree: defineCall({
    ...read,
    summary:
      "The product classes with resources; below a class its products, those with most resources first.",
    path: "/gateway/rest/development/product-tree",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({ id: id.optional() }),
    response: z.object({
      result: z.array(
        z.discriminatedUnion("type", [
          classLeaf.extend({
            child: some(classLeaf.extend({ child: some(classLeaf) })),
          }),
          productLeaf,
        ]),
      ),
    }),
  }),
  devResourcesByType: defineCall({
    ...read,
    summary:
      "The newest resources of each type in the menu, of all products or of one; hidden types are left out.",
    path: "/gateway/rest/development/resources",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({
      types: z
        .array(menuFlag)
        .max(menuFlags.length)
        .default([...menuFlags]),
      prodId: id.optional(),
    }),
    response: z.object({
      types: z.array(
        z.object({
          type: menuFlag,
          /** The levels of the resource tree with these kinds; empty for products. */
          levels: some(idAndName),
          resources: some(resourceRow),
          products: some(countedProduct),
          total: count,
        }),
      ),
    }),
  }),
  devProductInfo: defineCall({
    ...read,
    summary: "A product's summary for the development centre and the resource list.",
    path: "/gateway/rest/development/product-info",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ id }),
    response: countedProduct.extend({
      state: z.enum(codesOf(productStates)),
      classes: some(idAndName),
      kinds: some(z.object({ kind: resourceKind, resources: count })),
      delisted: flag,
    }),
  }),
  devLevels: defineCall({
    ...read,
    summary: "The resource levels of a type, with their numbers of resources.",
    path: "/gateway/rest/development/levels",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ type: menuFlag.optional(), prodId: id.optional() }),
    response: z.object({ result: z.array(levelNode) }),
  }),
  devSignupInfo: defineCall({
    group: "development",
    summary: "What a resource requires before a download, and what the signed-in person has done of it.",
    method: "POST",
    path: "/gateway/rest/development/signup-info",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ pk_rm_resource: id }),
    response: z.object({ access: accessKind, disclaimerSigned: flag, collected: flag }),
  }),
  devPreviewInfo: defineCall({
    ...read,
    summary: "The preview of a version before a download: an archive's list, or a document's address.",
    path: "/gateway/rest/development/preview-info",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ version: id }),
    response: z.object({
      pk_rm_resource: z.number(),
      version: z.string(),
      originalName: words,
      /** The files of an archive; at most its first 2,000. */
      entries: some(z.object({ name: z.string(), bytes: count })),
      /** The signed address at which browsers open a document; null unless everybody may have it. */
      address: z.string().nullable().default(null),
    }),
  }),
  devQuickStarts: defineCall({
    ...read,
    summary: "Quick starts: a board, its SDK and a first program.",
    path: "/gateway/rest/development/quick-starts",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: empty,
    response: z.object({
      result: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          summary: words,
          board: idAndName,
          sdk: idAndName.extend({ version: z.string() }),
          program: z.object({ name: z.string(), linkurl: z.string() }),
        }),
      ),
    }),
  }),
  devExternalPages: defineCall({
    ...read,
    summary: "Pages on other sites that the development centre links to.",
    path: "/gateway/rest/development/external-pages",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: empty,
    response: z.object({ result: z.array(externalPage) }),
  }),
  devInternshipUrl: defineCall({
    ...read,
    summary: "The address of the internship page; null without one.",
    path: "/gateway/rest/development/internship-url",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: empty,
    response: z.object({ result: z.string().nullable().default(null) }),
  }),
  devCaches: defineCall({
    ...read,
    summary:
      "The revision of the operator's content, which grows with each load; caches can use it as a key.",
    path: "/gateway/rest/development/caches",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: empty,
    response: z.object({ revision: z.number(), loadedAt: z.string().nullable().default(null) }),
  }),
};

export type MenuFlags = z.infer<typeof menu>;
