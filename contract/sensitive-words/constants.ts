import type { RefusalTable } from "../base/constants";

export const sensitiveWordsRefusals = {
  SENSITIVE_WORDS: { status: 422, message: "您提交的内容含有敏感词汇，请核查后再输入" },
} as const satisfies RefusalTable;
