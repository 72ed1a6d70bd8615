import type { RefusalTable } from "../base/refusals";

export const productsRefusals = {
  CLASS_NOT_FOUND: { status: 404, message: "没有这个产品分类" },
  PRODUCT_NOT_FOUND: { status: 404, message: "没有这个产品" },
  NOTICE_NOT_FOUND: { status: 404, message: "没有这份通知" },
  FILE_NOT_FOUND: { status: 404, message: "没有这个文件" },
} as const satisfies RefusalTable;
