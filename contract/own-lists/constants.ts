import type { RefusalTable } from "../base/constants";
import { noticeKinds } from "../products/constants";

/** The most lists of a person, and the most things in one. */
export const ownListsMax = 50;
export const ownListItemsMax = 300;
export const ownSearchesMax = 100;

/** Characters of a list's or search's name, and of a note. */
export const ownListNameMax = 40;
export const ownSearchNameMax = 60;
export const ownListNoteMax = 200;
export const quantityMax = 1_000_000;

/** Characters of a kept address: an entry of its unique index has no room for many more. */
export const keptAddressMax = 2_500;

/** Part numbers that are typed at once: lines, and characters of all. */
export const typedLinesMax = 100;
export const typedTextMax = 10_000;

/** What a list holds. */
export const ownListKinds = ["product", "resource", "topic"] as const;
export type OwnListKind = (typeof ownListKinds)[number];

/** The kinds of news that the owner of a list can be told of. */
export const ownListNews = [
  ...noticeKinds,
  { code: "version", name: "SDK 与文档的新版本" },
  { code: "state", name: "生命周期变化" },
] as const;
export type OwnListNews = (typeof ownListNews)[number]["code"];
export const ownListNewsCodes = ownListNews.map(({ code }) => code) as [OwnListNews, ...OwnListNews[]];

export const ownListsRefusals = {
  LIST_NOT_FOUND: { status: 404, message: "没有这份清单" },
  LIST_ITEM_NOT_FOUND: { status: 404, message: "清单里没有这一项，它可能已经移除" },
  SEARCH_NOT_FOUND: { status: 404, message: "没有这个保存的筛选，它可能已经移除" },
  TOO_MANY_LISTS: { status: 422, message: `最多 ${ownListsMax} 份清单，请先删除一份` },
  TOO_MANY_LIST_ITEMS: { status: 422, message: `一份清单最多 ${ownListItemsMax} 项，放不下了` },
  TOO_MANY_SEARCHES: { status: 422, message: `最多保存 ${ownSearchesMax} 个筛选，请先移除一些` },
  PART_NUMBER_NOT_FOUND: { status: 422, message: "这个产品没有这个订货型号" },
  LINES_NOT_RECOGNISED: { status: 422, message: "有几行没有认出来，清单没有改动" },
} as const satisfies RefusalTable;
