import type { RefusalTable } from "../base/refusals";

export const siteRefusals = {
  POLICY_NOT_FOUND: { status: 404, message: "没有这份文件" },
  ABOUT_NOT_FOUND: { status: 404, message: "还没有写“关于我们”" },
} as const satisfies RefusalTable;
