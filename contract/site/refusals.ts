import type { RefusalTable } from "../base/refusals";

export const siteRefusals = {
  POLICY_NOT_FOUND: { status: 404, message: "没有这份文件" },
} as const satisfies RefusalTable;
