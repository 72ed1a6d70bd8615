import { z } from "zod";
import { cleanText, longId, numeric, typedText } from "../base/fields";
import {
  keptAddressMax,
  ownListKinds,
  ownListNameMax,
  ownListNewsCodes,
  ownListNoteMax,
  ownSearchNameMax,
  quantityMax,
  typedLinesMax,
  typedTextMax,
} from "./constants";

/** Fields that forms and calls about lists share. */

const tooLong = `清单名称不能超过 ${ownListNameMax} 个字符`;
export const listName = typedText(ownListNameMax, tooLong, "请填清单名称");
/** The name in a form in which a list may be chosen instead. */
export const listNameIfNew = typedText(ownListNameMax, tooLong).default("");
export const searchName = typedText(ownSearchNameMax, `名称不能超过 ${ownSearchNameMax} 个字符`, "请填名称");
export const note = typedText(ownListNoteMax, `备注不能超过 ${ownListNoteMax} 个字符`);
const quantityProblem = `数量要填 1 到 ${quantityMax} 的整数`;
export const quantity = numeric(
  z.number(quantityProblem).int(quantityProblem).min(1, quantityProblem).max(quantityMax, quantityProblem),
);
export const told = z.array(z.enum(ownListNewsCodes, "没有这种通知")).max(20, "没有这种通知");
export const itemKind = z.enum(ownListKinds, "不能放进清单");
/** An order number as it is printed; empty for the product without one. */
export const orderNumber = z.string().max(60, "订货型号过长").default("");
/** The ids of what goes into a list: one, or the products of a tray. */
export const targets = z.array(longId).min(1, "没有要加入的内容").max(20, "一次最多加入 20 项");
export const listId = longId;
export const itemId = longId;

/** A part number on each line, with a quantity behind it. */
export const typedLines = z
  .string("请填型号，每行一个")
  .max(typedTextMax, `内容过长，最多 ${typedTextMax} 个字符`)
  // Not trimmed: the messages count the lines that were typed.
  .transform(cleanText)
  .refine((text) => text.trim() !== "", "请填型号，每行一个")
  .refine(
    (text) => text.split("\n").filter((line) => line.trim() !== "").length <= typedLinesMax,
    `一次最多 ${typedLinesMax} 行`,
  );

/** The pages whose addresses can be kept: the search, and the lists of products and of resources. */
const keptPages = /^\/(?:search|products\/index|resources\/index)\?/;

export const tooLongToKeep = "这个筛选太长，保存不了，请减少几个条件再保存";

/** The address of a search or filtered list: path and query on this site, without the shell. */
export const keptAddress = z
  .string("没有要保存的筛选")
  .max(keptAddressMax, tooLongToKeep)
  .refine((address) => keptPages.test(address) && /^[\x21-\x7e]+$/.test(address), "这个页面不能保存为筛选")
  .refine((address) => !/[\\#"<>]/.test(address), "这个页面不能保存为筛选");

/** The secret in the address of a shared list. */
export const shareKey = z.string().regex(/^[\w-]{22}$/, "没有这份清单");
