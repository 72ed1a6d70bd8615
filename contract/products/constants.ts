import type { RefusalTable } from "../base/constants";

/** The most products in a comparison. */
export const compareMax = 4;
/** The new products and the new notices that the product centre shows. */
export const centerProducts = 6;
export const centerNotices = 6;

/** Products on one page of a class's list, and the parameters that it may show as columns. */
export const listedAtOnce = 50;
export const columnsMax = 12;

/** The most values of one filter, and the most filters. */
export const filterValuesMax = 60;
export const filterFieldsMax = 100;

/** The most names in one request for file addresses; names of this length or more have none (spec 9). */
export const fileNamesMax = 100;
export const fileNameLength = 40;

export const productKinds = [
  { code: "chip", name: "芯片" },
  { code: "module", name: "模组" },
  { code: "board", name: "开发板" },
  { code: "kit", name: "套件" },
  { code: "tool", name: "工具" },
] as const;
export type ProductKind = (typeof productKinds)[number]["code"];

/** The states of a product, in the order of its life. */
export const productStates = [
  { code: "preview", name: "预览" },
  { code: "production", name: "量产" },
  { code: "nrnd", name: "不推荐新设计" },
  { code: "lastBuy", name: "最后采购" },
  { code: "discontinued", name: "停产" },
] as const;
export type ProductState = (typeof productStates)[number]["code"];

/** The kinds of replacements, closest first. */
export const replacementKinds = [
  { code: "dropIn", name: "直接替换" },
  { code: "pinCompatible", name: "引脚兼容" },
  { code: "sameFunction", name: "功能相同" },
  { code: "similar", name: "功能相近" },
] as const;
export type ReplacementKind = (typeof replacementKinds)[number]["code"];

/**
 * How a parameter is filtered: `number` and `range` by limits in SI units, `choice` by chosen values, `yes` by one
 * checkbox; `text` is not filtered.
 */
export const parameterTypes = ["number", "range", "choice", "yes", "text"] as const;
export type ParameterType = (typeof parameterTypes)[number];

export const noticeKinds = [
  { code: "errata", name: "勘误" },
  { code: "pcn", name: "变更通知" },
  { code: "eol", name: "停产通知" },
  { code: "security", name: "安全公告" },
] as const;
export type NoticeKind = (typeof noticeKinds)[number]["code"];

export const productsRefusals = {
  CLASS_NOT_FOUND: { status: 404, message: "没有这个产品分类" },
  PRODUCT_NOT_FOUND: { status: 404, message: "没有这个产品" },
  NOTICE_NOT_FOUND: { status: 404, message: "没有这份通知" },
  FILE_NOT_FOUND: { status: 404, message: "没有这个文件" },
} as const satisfies RefusalTable;
