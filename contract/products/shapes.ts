import { z } from "zod";
import { count, some, words } from "../base/absent";
import { picture } from "../base/shapes";
import { resourceKinds } from "../resources/constants";
import { noticeKinds, productKinds, productStates, replacementKinds } from "./constants";

const codes = <Code extends string>(choices: readonly { code: Code }[]) =>
  z.enum(choices.map(({ code }) => code) as [Code, ...Code[]]);

export const kind = codes(productKinds);
export const state = codes(productStates);
export const replacementKind = codes(replacementKinds);
export const noticeKind = codes(noticeKinds);
export const resourceKind = codes(resourceKinds);

export const idAndName = z.object({ id: z.number(), name: z.string() });

/** Another maker's number, and how close the product comes to it. */
export const crossReference = z.object({
  number: z.string(),
  maker: words,
  kind: replacementKind,
  note: words,
});

/** A part that can be ordered, with the shops that sell it. */
export const productOrder = z.object({
  number: z.string(),
  package: words,
  temperature: words,
  buy: some(z.object({ name: z.string(), url: z.string() })),
});

/** A datasheet's page, and the address of the file where everybody may read it. */
export const shownDatasheet = z.object({
  id: z.number(),
  title: z.string(),
  version: words,
  url: z.string().nullable().default(null),
});

/** A product in lists of other things. */
export const productBrief = idAndName.extend({ summary: words, kind, state });

/** A product in a list: `values` for display, in the order of the list's columns; null without a value. */
export const productRow = productBrief.extend({
  picture: picture.nullable().default(null),
  packages: some(z.string()),
  /** Its first part that a shop sells; null without one. */
  order: productOrder.nullable().default(null),
  values: some(z.string().nullable()),
});

/** A filter, by its name in the address. */
export const facet = z.object({
  name: z.string(),
  title: z.string(),
  unit: words,
  /**
   * The units of its shown numbers, most frequent first; a number without a unit has the first one. Without them:
   * `unit`.
   */
  units: some(z.string()),
  type: z.enum(["choice", "yes", "number", "range"]),
  /** With the number of products for each choice under the other filters; empty for numbers. */
  choices: some(z.object({ value: z.string(), name: z.string(), count: count })),
  /** The lowest and highest value of those products, for display; null without any. */
  low: z.string().nullable().default(null),
  high: z.string().nullable().default(null),
  /** The distribution of those numbers: products in each interval, and how many of these all filters leave. */
  bins: some(z.object({ from: z.string(), to: z.string(), count: count, kept: count })),
});

export const noticeRow = z.object({
  number: z.string(),
  kind: noticeKind,
  title: z.string(),
  date: z.string(),
  effective: z.string().nullable().default(null),
});

export type ProductOrder = z.infer<typeof productOrder>;
export type ProductBrief = z.infer<typeof productBrief>;
export type ProductRow = z.infer<typeof productRow>;
export type ProductFacet = z.infer<typeof facet>;
export type NoticeRow = z.infer<typeof noticeRow>;

/** A class or product in the tree (spec 3.5). */
export interface ProductNode {
  id: number;
  name: string;
  type: "proclass" | "product";
  child: ProductNode[];
}

const nodeWith = <Child extends z.ZodType>(child: Child) =>
  z.object({
    id: z.number(),
    name: z.string(),
    type: z.enum(["proclass", "product"]),
    child: some(child),
  });

/** Three levels of classes, and products below the last. */
export const productNode: z.ZodType<ProductNode> = nodeWith(nodeWith(nodeWith(nodeWith(z.never()))));
