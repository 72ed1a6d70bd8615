import type { RefusalTable } from "../base/refusals";

export const searchRefusals = {
  VIDEO_NOT_FOUND: { status: 404, message: "视频不存在或已下架" },
} as const satisfies RefusalTable;
