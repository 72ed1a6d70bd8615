import type { RefusalTable } from "../base/refusals";

export const feedbackRefusals = {
  ADVICE_NOT_FOUND: { status: 404, message: "没有这条记录，或者它不是你提交的" },
} as const satisfies RefusalTable;
