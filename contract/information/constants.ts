import type { RefusalTable } from "../base/constants";

export const informationRefusals = {
  NEWS_NOT_FOUND: { status: 404, message: "这条资讯不存在，或还没有发布" },
  NEWS_CATEGORY_NOT_FOUND: { status: 404, message: "没有这个资讯分类" },
} as const satisfies RefusalTable;
