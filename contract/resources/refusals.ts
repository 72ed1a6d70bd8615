import type { RefusalTable } from "../base/refusals";

export const resourceRefusals = {
  RESOURCE_NOT_FOUND: { status: 404, message: "没有这个资源" },
  RESOURCE_LEVEL_NOT_FOUND: { status: 404, message: "没有这个资源分类" },
  RESOURCE_VERSION_NOT_FOUND: { status: 404, message: "没有这个版本，它可能已经撤下" },
  VIDEO_NOT_FOUND: { status: 404, message: "没有这个视频" },
} as const satisfies RefusalTable;
